/** Whether a project has knowledge: the one look that every event pays for. */
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";

/** The folder of items, below the root of the project or of a part of it. */
export const KNOWLEDGE_FOLDER = ".garfio/knowledge";

/** Whether the project at `root` has a folder of knowledge. A link in its place is not followed. */
export function hasKnowledge(root: string, os: Os): boolean {
  try {
    return Deno.lstatSync(join(root, KNOWLEDGE_FOLDER, os)).isDirectory;
  } catch {
    return false;
  }
}
