/** The paths that a prompt is about: those that it names, else the folder in which it is asked. */
import { isAbsolute, join, resolve } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { fromRoot } from "./touched.ts";

const LONGEST = 20_000;
const MOST = 12;

/** What a prompt is about. */
export interface Focus {
  /** From the root, with `/`; none: the whole project. */
  readonly paths: readonly string[];
  /** Whether the prompt names them. */
  readonly named: boolean;
}

/** Finds the paths in `prompt`; `extra` are paths that are given besides. */
export function focusOf(
  prompt: string,
  cwd: string,
  root: string,
  os: Os,
  extra: readonly string[] = [],
): Focus {
  const found = new Set<string>();
  for (const path of extra) {
    const below = fromRoot(resolve(cwd, path, os), root, os);
    if (below !== undefined && below !== "") found.add(below);
  }
  const mayName = prompt.includes("/") || prompt.includes("\\");
  for (
    const [token] of !mayName
      ? []
      : prompt.slice(0, LONGEST).matchAll(/(?<![\w:/])[\w@.~-]*(?:[/\\][\w@.+-]+)+[/\\]?/g)
  ) {
    if (found.size >= MOST) break;
    const below = place(token.replace(/[.,;:]+$/, ""), cwd, root, os);
    if (below !== undefined && below !== "") found.add(below);
  }
  if (found.size > 0) return { paths: [...found], named: true };
  const here = fromRoot(cwd, root, os);
  return { paths: here === undefined || here === "" ? [] : [here], named: false };
}

/** A path of a prompt from the root: below the working folder or the root, whichever has its first folder. */
function place(token: string, cwd: string, root: string, os: Os): string | undefined {
  if (token.includes("..")) return undefined;
  if (isAbsolute(token, os)) return fromRoot(resolve(cwd, token, os), root, os);
  const first = token.replace(/^\.[/\\]/, "").split(/[/\\]/)[0]!;
  for (const base of [cwd, root]) {
    try {
      Deno.lstatSync(join(base, first, os));
      return fromRoot(resolve(base, token, os), root, os);
    } catch {
      // Not there: the other base, or no path at all ("and/or").
    }
  }
  return undefined;
}
