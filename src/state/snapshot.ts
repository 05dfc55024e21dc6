/**
 * A value of one session that can be made anew at any time, kept so that it need not be. Written beside and renamed, so
 * a reader sees one whole value or another; not flushed, since a lost one costs only time.
 */
import type { Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { writeAll } from "../base/atomic.ts";
import { stateDirectory } from "./directory.ts";
import { fileKey } from "./key.ts";
import { removeOld } from "./session.ts";

const LARGEST = 1024 * 1024;
let counter = 0;

/** The file of `handler` for the session `id`; undefined for a session without a usable id. */
export function snapshotFile(
  place: Surroundings,
  handler: string,
  id: string | undefined,
  now: number,
): string | undefined {
  const key = fileKey(id);
  if (key === undefined) return undefined;
  const folder = stateDirectory(place, handler);
  const path = join(folder, `${key}.json`, place.os);
  try {
    Deno.lstatSync(path);
  } catch {
    removeOld(folder, now, place);
  }
  return path;
}

/** The value at `path`; undefined where there is none that can be read. */
export function readSnapshot(path: string): unknown {
  try {
    const info = Deno.lstatSync(path);
    return info.isFile && info.size <= LARGEST ? JSON.parse(Deno.readTextFileSync(path)) : undefined;
  } catch {
    return undefined;
  }
}

/** Puts `value` at `path`, for its owner only. A failure is ignored. */
export function writeSnapshot(path: string, value: unknown): void {
  const temporary = `${path}.${Deno.pid}-${counter++}.tmp`;
  try {
    const file = Deno.openSync(temporary, { write: true, createNew: true, mode: 0o600 });
    try {
      writeAll(file, new TextEncoder().encode(JSON.stringify(value)));
    } finally {
      file.close();
    }
    Deno.renameSync(temporary, path);
  } catch {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made.
    }
  }
}
