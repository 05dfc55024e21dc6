import { dirName } from "./path.ts";
import type { Os } from "./platform.ts";

let counter = 0;

/**
 * Replaces `path` by `data` in one step: a temporary file beside it, flushed, then renamed, so that a reader
 * sees the old bytes or the new ones. The temporary file is removed on failure.
 *
 * @throws what the file system throws
 */
export function writeAtomic(path: string, data: Uint8Array | string, os: Os, mode = 0o600): void {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const temporary = `${path}.${Deno.pid}-${counter++}-${Math.floor(Math.random() * 1e9).toString(36)}.tmp`;
  try {
    const file = Deno.openSync(temporary, { write: true, createNew: true, mode });
    try {
      writeAll(file, bytes);
      file.syncDataSync();
    } finally {
      file.close();
    }
    if (os !== "windows") Deno.chmodSync(temporary, mode);
    Deno.renameSync(temporary, path);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made, or the rename took it away.
    }
    throw error;
  }
}

/** Writes all of `bytes`; a file may take less than it is given. */
export function writeAll(file: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    const step = file.writeSync(bytes.subarray(written));
    if (step === 0) throw new Error("the device takes no more bytes");
    written += step;
  }
}

/** Makes the folder of `path` and what is above it, all new ones with mode 0700. */
export function makeParent(path: string, os: Os): void {
  Deno.mkdirSync(dirName(path, os), { recursive: true, mode: 0o700 });
}
