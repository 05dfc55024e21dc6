import { exists } from "./exists.ts";
import type { Surroundings } from "./folders.ts";
import { dirName, join } from "./path.ts";
import type { Os } from "./platform.ts";

/**
 * The nearest ancestor of `folder` (itself included) with a `.git` entry, file or folder, so that worktrees and
 * submodules count; undefined with none. No `git` is run: a repository's configuration can name programs.
 *
 * @param absent knows what is not there at less cost than by looking
 */
export function findGitRoot(folder: string, os: Os, absent?: Surroundings["absent"]): string | undefined {
  let current = folder;
  for (let depth = 0; depth < 256; depth++) {
    const entry = join(current, ".git", os);
    if (absent?.(entry) !== true && exists(entry)) return current;
    const parent = dirName(current, os);
    if (parent === current) return undefined;
    current = parent;
  }
  return undefined;
}
