import { dirName, join } from "./path.ts";
import type { Os } from "./platform.ts";

/**
 * The nearest ancestor of `folder` (itself included) with a `.git` entry, file or folder, so that worktrees and
 * submodules count; undefined with none. No `git` is run: a repository's configuration can name programs.
 */
export function findGitRoot(folder: string, os: Os): string | undefined {
  let current = folder;
  for (let depth = 0; depth < 256; depth++) {
    try {
      Deno.lstatSync(join(current, ".git", os));
      return current;
    } catch {
      const parent = dirName(current, os);
      if (parent === current) return undefined;
      current = parent;
    }
  }
  return undefined;
}
