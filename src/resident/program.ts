/** How this program is started again. */

import { normalize } from "../base/path.ts";
import { thisOs } from "../base/platform.ts";

/** An executable and the words in front of a command line. */
export interface OwnProgram {
  readonly command: string;
  readonly leading: readonly string[];
}

/** This program. `assets` is the folder of `main.ts`, which only a checkout needs. */
export function ownProgram(assets: string): OwnProgram {
  const command = normalize(Deno.execPath(), thisOs());
  if (Deno.build.standalone) return { command, leading: [] };
  return { command, leading: ["run", "-A", "--quiet", `--config=${assets}/deno.json`, `${assets}/main.ts`] };
}

/** What tells one file at `path` from another that was put in its place; undefined for none. */
export function fileIdentity(path: string): string | undefined {
  try {
    const { dev, ino, size, mtime } = Deno.statSync(path);
    return [dev, ino, size, mtime?.getTime()].join(" ");
  } catch {
    return undefined;
  }
}
