/** Whether a project has knowledge: the one look that every event pays for. */
import { configFolder, type Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";

/** The folder of items, below the root of the project or of a part of it. */
export const KNOWLEDGE_FOLDER = ".garfio/knowledge";

/**
 * Whether the project at `root` has a folder of knowledge. A link in its place is not followed.
 *
 * @param absent knows what is not there at less cost than by looking
 */
export function hasKnowledge(root: string, os: Os, absent?: Surroundings["absent"]): boolean {
  const folder = join(root, KNOWLEDGE_FOLDER, os);
  if (absent?.(folder) === true) return false;
  try {
    return Deno.lstatSync(folder).isDirectory;
  } catch {
    return false;
  }
}

/** What was seen for an event: a guard and a context ask the same, and the file system is asked once. */
const seen = new WeakMap<object, boolean>();

/** As {@link hasKnowledge}, looked at once for each `event`. */
export function knowsFor(
  event: object,
  root: string,
  { os, absent }: Pick<Surroundings, "os" | "absent">,
): boolean {
  const known = seen.get(event) ?? hasKnowledge(root, os, absent);
  seen.set(event, known);
  return known;
}

/** The file of all approvals of this user; undefined where there is no place for it. */
export function approvalsFile(place: Surroundings): string | undefined {
  const folder = configFolder(place);
  return folder === undefined ? undefined : join(folder, "knowledge-approvals.json", place.os);
}

/** Whether anything was ever approved. Most users have approved nothing, and then nothing can refuse or hold. */
export function hasApprovals(place: Surroundings): boolean {
  const file = approvalsFile(place);
  if (file === undefined) return false;
  try {
    return Deno.lstatSync(file).isFile;
  } catch {
    return false;
  }
}
