/** Where the journal of one session lies. */
import type { Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { stateDirectory } from "./directory.ts";
import { fileKey } from "./key.ts";

const DAY = 24 * 60 * 60 * 1000;

/**
 * The journal of `handler` for the session `id`; without a usable id, that of the parent process. When it is new,
 * files of the handler that were not touched for a day are removed.
 *
 * @throws Error where there is no place for state
 */
export function sessionJournal(
  place: Surroundings,
  handler: string,
  id: string | undefined,
  parentPid: number,
  now: number,
): string {
  const folder = stateDirectory(place, handler);
  const path = join(folder, `${fileKey(id) ?? `process-${parentPid}`}.jsonl`, place.os);
  try {
    Deno.lstatSync(path);
  } catch {
    removeOld(folder, now, place);
  }
  return path;
}

/** Removes regular files of `folder` that were last written a day before `now`. Failures are ignored. */
export function removeOld(folder: string, now: number, { os }: Surroundings): void {
  try {
    for (const entry of Deno.readDirSync(folder)) {
      if (!entry.isFile) continue;
      const path = join(folder, entry.name, os);
      try {
        const written = Deno.statSync(path).mtime?.getTime();
        if (written !== undefined && now - written > DAY) Deno.removeSync(path);
      } catch {
        // Another process was faster, or it is not ours to remove.
      }
    }
  } catch {
    // No folder, nothing to tidy.
  }
}
