/** When each harness last brought an event: the time of a file, so that every call costs one change of a time. */
import { stateFolder, type Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { stateDirectory } from "./directory.ts";

/** Notes that `harness` brought an event `now` (milliseconds). A failure is ignored. */
export function noteSeen(place: Surroundings, harness: string, now: number): void {
  const base = stateFolder(place);
  if (base === undefined) return;
  const time = new Date(now);
  try {
    Deno.utimeSync(join(base, `seen/${harness}`, place.os), time, time);
  } catch {
    try {
      const path = join(stateDirectory(place, "seen"), harness, place.os);
      Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
      Deno.utimeSync(path, time, time);
    } catch {
      // Nowhere to note it.
    }
  }
}

/** When `harness` last brought an event; undefined where none is known. */
export function lastSeen(place: Surroundings, harness: string): Date | undefined {
  const base = stateFolder(place);
  if (base === undefined) return undefined;
  try {
    return Deno.statSync(join(base, `seen/${harness}`, place.os)).mtime ?? undefined;
  } catch {
    return undefined;
  }
}
