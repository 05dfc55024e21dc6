/** The program that an entry runs: which path is written, and which paths cannot be. */
import { baseName, isAbsolute, withSlashes } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { Refusal } from "./refusal.ts";

/** This program, as it was started. */
export interface Self {
  /** The path of the running executable: ours if compiled, else that of Deno. */
  readonly path: string;
  /** Whether the executable is ours. */
  readonly compiled: boolean;
  /** The path of `main.ts`; used from source only. */
  readonly main: string;
}

/** What to start and the arguments that come before `hook`. */
export interface Program {
  readonly command: string;
  readonly leading: readonly string[];
}

/** The arguments between Deno and our `main.ts`. */
export const FROM_SOURCE: readonly string[] = ["run", "-A", "--quiet"];

/** The name of our executable, with and without the extension of Windows. */
export const EXECUTABLE = /^garfio(?:\.exe)?$/;

/** The same file under two paths? Asks the file system. */
export type SameFile = (one: string, other: string) => boolean;

/** Whether both paths lead to one existing file. */
export const sameFile: SameFile = (one, other) => {
  try {
    return Deno.realPathSync(one) === Deno.realPathSync(other);
  } catch {
    return false;
  }
};

/**
 * The program to write into entries: `executable` if given, else this very program.
 *
 * @throws Refusal where its path is relative, has another name, or holds what an entry cannot
 */
export function programFor(
  self: Self,
  executable: string | undefined,
  reserved: readonly string[],
  os: Os,
  same: SameFile = sameFile,
): Program {
  if (executable !== undefined && !isAbsolute(executable, os)) {
    throw new Refusal("path.relative", `--executable takes an absolute path; "${executable}" is none.`);
  }
  if (executable === undefined && !self.compiled) {
    checkPath(self.path, "The path of Deno", reserved, os);
    checkPath(self.main, "The path of main.ts", reserved, os);
    return { command: self.path, leading: [...FROM_SOURCE, self.main] };
  }
  const path = stablePath(executable ?? self.path, os, same);
  checkPath(path, "The path of the executable", reserved, os);
  if (!EXECUTABLE.test(os === "windows" ? baseName(path).toLowerCase() : baseName(path))) {
    throw new Refusal(
      "program.name",
      `The executable ${path} is not called "garfio". Entries are recognised by that name: rename the file, ` +
        `or link to it under that name and pass --executable.`,
    );
  }
  return { command: path, leading: [] };
}

/** Folders of package managers that hold one folder a version, and the path beside them that stays. */
const VERSIONED: readonly { readonly pattern: RegExp; readonly stable: string }[] = [
  { pattern: /^(.*)\/Cellar\/[^/]+\/[^/]+\/bin\/([^/]+)$/, stable: "$1/bin/$2" },
  { pattern: /^(.*[\\/]apps[\\/]garfio[\\/])[^\\/]+([\\/]garfio\.exe)$/i, stable: "$1current$2" },
];

/** The path that an upgrade leaves in place, if it leads to the same file now; else `path`. */
export function stablePath(path: string, os: Os, same: SameFile = sameFile): string {
  for (const { pattern, stable } of VERSIONED) {
    if (!pattern.test(path)) continue;
    const candidate = path.replace(pattern, stable);
    if (candidate === path || same(candidate, path)) return candidate;
  }
  return os === "windows" ? path.replaceAll("/", "\\") : path;
}

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ["$", "a dollar sign"],
  ["`", "a backtick"],
  ['"', "a double quote"],
  ["\\", "a backslash"],
  ["\n", "a line break"],
  ["\r", "a line break"],
  ["\0", "a NUL"],
];

/**
 * Refuses a path that some shell or the harness would read as another one.
 *
 * @throws Refusal that names the path and the character
 */
export function checkPath(path: string, what: string, reserved: readonly string[], os: Os): void {
  const text = withSlashes(path, os);
  const found = FORBIDDEN.find(([character]) => text.includes(character))?.[1] ??
    reserved.find((part) => text.includes(part));
  if (found === undefined) return;
  throw new Refusal(
    "path.characters",
    `${what}, ${
      JSON.stringify(path)
    }, holds ${found}: the harness could run another file. Move or rename it.`,
  );
}
