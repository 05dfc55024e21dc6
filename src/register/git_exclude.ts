/** A file of one operator kept out of a repository, by git's own private list. Nothing that is tracked changes. */
import { writeAtomic } from "../base/atomic.ts";
import { findGitRoot } from "../base/git_root.ts";
import { dirName, isAbsolute, join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";

/** `.git/info/exclude` of the repository around `path`; undefined outside of one. Of a worktree, that of the whole. */
function excludeFile(path: string, os: Os): { root: string; file: string } | undefined {
  const root = findGitRoot(dirName(path, os), os);
  if (root === undefined) return undefined;
  const git = join(root, ".git", os);
  const link = readSmall(git);
  if (link === undefined) return { root, file: join(git, "info/exclude", os) };
  const named = /^gitdir: (.+?)\s*$/m.exec(link)?.[1];
  if (named === undefined) return undefined;
  const folder = isAbsolute(named, os) ? named : join(root, named, os);
  const common = readSmall(join(folder, "commondir", os))?.trim();
  const base = common === undefined ? folder : isAbsolute(common, os) ? common : join(folder, common, os);
  return { root, file: join(base, "info/exclude", os) };
}

/**
 * Whether the list got a line for `path`; false where it is there already, or there is no repository or no way to write
 * to it.
 */
export function excludeFromGit(path: string, os: Os, dryRun: boolean): boolean {
  const place = excludeFile(path, os);
  if (place === undefined) return false;
  const line = path.slice(place.root.length).replaceAll("\\", "/");
  const text = readSmall(place.file, 1024 * 1024) ?? "";
  if (text.split(/\r?\n/).some((one) => one.trim() === line || one.trim() === line.slice(1))) return false;
  if (dryRun) return true;
  try {
    Deno.mkdirSync(dirName(place.file, os), { recursive: true });
    const gap = text === "" || text.endsWith("\n") ? "" : "\n";
    writeAtomic(place.file, `${text}${gap}${line}\n`, os, 0o644);
    return true;
  } catch {
    return false;
  }
}
