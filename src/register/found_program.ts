/** Programs looked up as a shell would, without starting any. */
import { isFile } from "../base/is_file.ts";
import type { Surroundings } from "../base/folders.ts";
import { dirName, isAbsolute, join, resolveLinks } from "../base/path.ts";
import { readSmall } from "../base/read_small.ts";

/** Every file on PATH that a shell would start for `name`, first of all the one that it takes. */
export function programsOnPath(name: string, { env, os }: Surroundings): string[] {
  const endings = os === "windows" ? (env("PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";") : [""];
  const folders = (env("PATH") ?? "").split(os === "windows" ? ";" : ":");
  const found = folders.filter((folder) => isAbsolute(folder, os)).flatMap((folder) =>
    endings.map((ending) => join(folder, `${name}${ending.toLowerCase()}`, os)).filter(isFile)
  );
  return [...new Set(found)];
}

/** How far above a program the manifest of its package is looked for. */
const LEVELS = 5;
const VERSION = /(?:^|[/\\@-])v?(\d+\.\d+\.\d+(?:-[\w.]+)?)(?=[/\\]|$)/;

/**
 * The version of the program at `path` as far as files tell it: the manifest of the npm package that it is in, or a
 * folder that is called like a version. Undefined where nothing tells.
 */
export function versionOf(path: string, { os }: Surroundings): string | undefined {
  const real = resolveLinks(path, os);
  let folder = dirName(real, os);
  for (let level = 0; level < LEVELS; level++) {
    const version = manifestVersion(readSmall(join(folder, "package.json", os)));
    if (version !== undefined) return version;
    const parent = dirName(folder, os);
    if (parent === folder) break;
    folder = parent;
  }
  return VERSION.exec(real)?.[1];
}

function manifestVersion(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
