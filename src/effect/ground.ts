/** What is known of the machine while the effects of one call are found; everything looked up is kept for that call. */
import type { Environment } from "../base/environment.ts";
import { baseName, dirName, isWindowsPath, join, resolveLinks } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { type GitIndex, readGitIndex } from "./git_index.ts";

/** How something on disk looks. */
export interface Look {
  readonly exists: boolean | undefined;
  readonly folder: boolean;
  readonly link: boolean;
}

/** The ground on which paths are judged. */
export interface Ground {
  readonly cwd: string;
  readonly root: string;
  readonly home: string | undefined;
  readonly os: Os;
  readonly env: Environment;
  readonly checkTime: () => void;
  /** `path` with links followed; `self` keeps a link at its end, which is what `rm` and `mv` take. */
  readonly real: (path: string, keep?: "self") => string;
  readonly look: (path: string) => Look;
  /** The project's index; undefined where there is none that can be read. */
  readonly index: () => GitIndex | undefined;
}

/** What a ground is made of. */
export type GroundInput = Pick<Ground, "cwd" | "root" | "home" | "os" | "env" | "checkTime">;

/** A fresh ground. */
export function makeGround(input: GroundInput): Ground {
  const { os } = input;
  const reals = new Map<string, string>();
  const looks = new Map<string, Look>();
  let index: { readonly read: GitIndex | undefined } | undefined;
  const look = (path: string): Look => {
    const known = looks.get(path);
    if (known !== undefined) return known;
    const found = lookAt(path, os);
    looks.set(path, found);
    return found;
  };
  const follow = (path: string): string => {
    const known = reals.get(path);
    if (known !== undefined) return known;
    const found = followOnce(path);
    reals.set(path, found);
    return found;
  };
  // Folders are the same for many paths, and asking for what is missing is the dearest question of all.
  const followOnce = (path: string): string => {
    const parent = dirName(path, os);
    if (parent === path) return path;
    const here = join(folderOf(parent), baseName(path), os);
    return look(here).link ? resolveLinks(here, os) : here;
  };
  const folderOf = (path: string): string => {
    const known = reals.get(path);
    if (known !== undefined) return known;
    let found: string;
    try {
      found = Deno.realPathSync(path);
    } catch {
      return follow(path);
    }
    reals.set(path, found);
    return found;
  };
  return {
    ...input,
    real(path, keep) {
      // Another system's paths are not on this machine's disk.
      if (os !== "windows" && isWindowsPath(path)) return path;
      if (keep !== "self") return follow(path);
      const parent = dirName(path, os);
      return parent === path ? path : join(folderOf(parent), baseName(path), os);
    },
    look,
    index: () => (index ??= { read: readGitIndex(input.root, os) }).read,
  };
}

function lookAt(path: string, os: Os): Look {
  if (os !== "windows" && isWindowsPath(path)) return { exists: undefined, folder: false, link: false };
  try {
    const { isDirectory, isSymlink } = Deno.lstatSync(path);
    return { exists: true, folder: isDirectory, link: isSymlink };
  } catch (error) {
    const missing = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    return { exists: missing ? false : undefined, folder: false, link: false };
  }
}
