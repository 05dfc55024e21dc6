/** The per-user state folder: 0700, owned by this user, or not used at all. */
import { stateFolder, type Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { ensurePrivateFolder } from "../base/private_folder.ts";

/**
 * The folder of `handler` below the state folder, made with mode 0700 where it is missing and tightened where it
 * is looser.
 *
 * @throws Error where there is no place for state, it belongs to another user, or the handler's folder is a link
 */
export function stateDirectory(place: Surroundings, handler: string): string {
  const base = stateFolder(place);
  if (base === undefined) throw new Error("no home folder is known, so there is no place for state");
  ensurePrivateFolder(base, place.os, true);
  const folder = join(base, handler, place.os);
  ensurePrivateFolder(folder, place.os, false);
  return folder;
}
