/** A marker that only one of several processes gets, for some time. */
import type { Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { stateDirectory } from "./directory.ts";
import { removeOld } from "./session.ts";

/**
 * Whether the caller is the first to claim `key` within `milliseconds`. The file is made exclusively, so two
 * processes that start together cannot both win; an older marker, and one dated in the future, is replaced.
 * Where the marker cannot be written everybody wins: twice is better than never.
 */
export function claim(
  place: Surroundings,
  handler: string,
  key: string,
  now: number,
  milliseconds: number,
): boolean {
  try {
    const folder = stateDirectory(place, handler);
    const path = join(folder, key, place.os);
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
        Deno.utimeSync(path, new Date(now), new Date(now));
        removeOld(folder, now, place);
        return true;
      } catch (error) {
        if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      }
      const info = Deno.lstatSync(path);
      const age = now - (info.mtime?.getTime() ?? 0);
      // The clock of a file system may be a little ahead of the clock of the call.
      if (info.isFile && age < milliseconds && age > -1_000) return false;
      const aside = `${path}.${Deno.pid}`;
      Deno.renameSync(path, aside);
      Deno.removeSync(aside, { recursive: false });
    }
    return false;
  } catch {
    return true;
  }
}
