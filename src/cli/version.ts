/** What this executable is: version, commit, target and engine. */
import { isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import { VERSION } from "../base/version.ts";
import type { Io } from "./io.ts";

/** What `garfio --version` tells. */
export interface Edition {
  readonly version: string;
  /** The commit that it was compiled from; undefined where nothing says it. */
  readonly commit: string | undefined;
  readonly target: string;
  readonly deno: string;
  readonly v8: string;
}

/** The edition of this process. The commit stands in `build.json` beside the bundle, which is made at compile time. */
export function edition({ assets, os }: Pick<Io, "assets" | "os">): Edition {
  return {
    version: VERSION,
    commit: readCommit(join(assets, "build.json", os)),
    target: Deno.build.target,
    deno: Deno.version.deno,
    v8: Deno.version.v8,
  };
}

function readCommit(path: string): string | undefined {
  try {
    const value: unknown = JSON.parse(Deno.readTextFileSync(path));
    const commit = isObject(value) ? value["commit"] : undefined;
    return typeof commit === "string" && /^[0-9a-f]{7,64}(?:-dirty)?$/.test(commit) ? commit : undefined;
  } catch {
    return undefined;
  }
}

/** The edition in a line; its first two words are always the name and the version. */
export function versionLine({ version, commit, target, deno, v8 }: Edition): string {
  const short = commit?.replace(/^([0-9a-f]{7})[0-9a-f]*/, "$1");
  return `garfio ${version}${short === undefined ? "" : ` (${short})`} ${target}, Deno ${deno}, V8 ${v8}`;
}
