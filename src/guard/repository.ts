/**
 * Where a repository stands, read from its own files: no process is started, and nothing that its configuration names
 * is run.
 */
import { findGitRoot } from "../base/git_root.ts";
import { isAbsolute, join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";

/** A checked-out branch. */
export interface Standing {
  readonly branch: string | undefined;
  /** The branch that it follows, as git shows it: `origin/main`. */
  readonly upstream: string | undefined;
  /** Both are known and name the same commit. */
  readonly level: boolean;
}

const LARGEST_REFS = 8 * 1024 * 1024;

/** The standing of the checkout that `folder` lies in; undefined where there is none. */
export function standingAt(folder: string, os: Os): Standing | undefined {
  const root = findGitRoot(folder, os);
  if (root === undefined) return undefined;
  const own = gitFolder(root, os);
  const common = pathIn(own, readSmall(join(own, "commondir", os), 4_096)?.trim(), os) ?? own;
  const branch = /^ref: refs\/heads\/(\S+)/.exec(readSmall(join(own, "HEAD", os), 4_096) ?? "")?.[1];
  if (branch === undefined) return { branch: undefined, upstream: undefined, level: false };
  const followed = upstreamOf(readSmall(join(common, "config", os), 1024 * 1024) ?? "", branch);
  if (followed === undefined) return { branch, upstream: undefined, level: false };
  const ours = commitOf(common, `refs/heads/${branch}`, os);
  const theirs = commitOf(common, `refs/remotes/${followed}`, os);
  return { branch, upstream: followed, level: ours !== undefined && ours === theirs };
}

/** `.git`, or where the file `.git` of a worktree or submodule points to. */
function gitFolder(root: string, os: Os): string {
  const entry = join(root, ".git", os);
  const pointer = /^gitdir: (.+)/.exec(readSmall(entry, 4_096) ?? "")?.[1]?.trim();
  return pathIn(root, pointer, os) ?? entry;
}

function pathIn(folder: string, path: string | undefined, os: Os): string | undefined {
  if (path === undefined || path === "") return undefined;
  return isAbsolute(path, os) ? path : join(folder, path, os);
}

/** `remote/branch` from the section of `branch`. */
function upstreamOf(config: string, branch: string): string | undefined {
  let inside = false;
  const values: Record<string, string> = {};
  for (const line of config.split("\n")) {
    const section = /^\s*\[(.+)\]/.exec(line);
    if (section !== null) inside = section[1] === `branch "${branch}"`;
    const pair = inside ? /^\s*(remote|merge)\s*=\s*(\S+)/.exec(line) : null;
    if (pair !== null) values[pair[1]!] = pair[2]!;
  }
  const { remote, merge } = values;
  if (remote === undefined || remote === "." || merge?.startsWith("refs/heads/") !== true) return undefined;
  return `${remote}/${merge.slice("refs/heads/".length)}`;
}

function commitOf(folder: string, ref: string, os: Os): string | undefined {
  const loose = readSmall(join(folder, ref, os), 4_096)?.trim();
  if (loose !== undefined) return /^[0-9a-f]{40,64}$/.test(loose) ? loose : undefined;
  const packed = readSmall(join(folder, "packed-refs", os), LARGEST_REFS) ?? "";
  const at = packed.indexOf(` ${ref}\n`);
  return at < 0 ? undefined : packed.slice(packed.lastIndexOf("\n", at) + 1, at);
}
