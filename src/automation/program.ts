/** Where the program of a tool lies: in the project, else on the search path. Nothing is ever fetched. */
import { isFile } from "../base/is_file.ts";
import { dirName, isAbsolute, isInside, join, normalize, resolveLinks } from "../base/path.ts";
import type { Surroundings } from "../base/folders.ts";
import { levels, type Project } from "./detect.ts";
import type { Tool } from "./tool.ts";

/** A program that can be started without a shell. */
export interface Program {
  /** Absolute. */
  readonly path: string;
  /** Arguments before all others: the script, where `path` is an interpreter. */
  readonly before: readonly string[];
  /** Files that decide what runs: the program, links followed, its script, the manifest of its package. */
  readonly files: readonly string[];
}

const LOCAL: Readonly<Record<NonNullable<Tool["home"]>, readonly string[]>> = {
  node: ["node_modules/.bin"],
  python: [".venv/bin", "venv/bin", "env/bin"],
  php: ["vendor/bin"],
};
const LOCAL_WINDOWS: Readonly<Record<NonNullable<Tool["home"]>, readonly string[]>> = {
  node: [],
  python: [".venv/Scripts", "venv/Scripts", "env/Scripts"],
  php: [],
};

/** The program of `tool` for the folder `folder` of a project. */
export function findProgram(
  tool: Tool,
  folder: string,
  project: Project,
  place: Surroundings,
): Program | undefined {
  const { os } = project;
  const places = tool.home === undefined ? [] : (os === "windows" ? LOCAL_WINDOWS : LOCAL)[tool.home];
  for (const level of levels(folder, project)) {
    for (const name of places) {
      const found = inFolder(tool, join(level, name, os), os);
      if (found !== undefined) return withManifest(tool, found, level, os);
    }
    const script = os === "windows" ? scriptOf(tool, level, os) : undefined;
    const node = script === undefined ? undefined : findOnPath(["node"], project, place);
    if (script !== undefined && node !== undefined) {
      return withManifest(tool, { path: node, before: [script], files: [node, script] }, level, os);
    }
  }
  const active = tool.home === "python" ? place.env("VIRTUAL_ENV") : undefined;
  if (active !== undefined && isAbsolute(active, os)) {
    const found = inFolder(tool, join(active, os === "windows" ? "Scripts" : "bin", os), os);
    if (found !== undefined) return found;
  }
  const path = tool.onPath ? findOnPath(tool.programs, project, place) : undefined;
  return path === undefined ? undefined : asProgram(path, os);
}

function inFolder(tool: Tool, folder: string, os: Project["os"]): Program | undefined {
  for (const name of tool.programs) {
    const path = join(folder, os === "windows" ? `${name}.exe` : name, os);
    if (canStart(path, os)) return asProgram(path, os);
  }
  return undefined;
}

function asProgram(path: string, os: Project["os"]): Program {
  return { path, before: [], files: [resolveLinks(path, os)] };
}

/** A package manager may put a small script of its own in `.bin`, so the package itself is looked at, too. */
function withManifest(tool: Tool, program: Program, level: string, os: Project["os"]): Program {
  const script = scriptOf(tool, level, os);
  if (script === undefined) return program;
  const manifest = join(packageFolder(tool.script!, level, os), "package.json", os);
  const more = [resolveLinks(script, os), manifest].filter((path) =>
    isFile(path) && !program.files.includes(path)
  );
  return { ...program, files: [...program.files, ...more] };
}

function scriptOf(tool: Tool, level: string, os: Project["os"]): string | undefined {
  if (tool.script === undefined) return undefined;
  const path = join(level, `node_modules/${tool.script}`, os);
  return isFile(path) ? path : undefined;
}

function packageFolder(script: string, level: string, os: Project["os"]): string {
  const names = script.split("/");
  return join(level, `node_modules/${names.slice(0, script.startsWith("@") ? 2 : 1).join("/")}`, os);
}

/** The folders of the search path, in order, less those that a project could fill. */
export function searchPath({ root, os }: Project, { env }: Surroundings): string[] {
  return (env("PATH") ?? env("Path") ?? "").split(os === "windows" ? ";" : ":")
    .filter((folder) => isAbsolute(folder, os)).map((folder) => normalize(folder, os))
    .filter((folder) => !isInside(folder, root, os));
}

/** The first of these programs on the search path that no project could have put there. */
export function findOnPath(
  names: readonly string[],
  project: Project,
  place: Surroundings,
): string | undefined {
  const folders = searchPath(project, place);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, project.os === "windows" ? `${name}.exe` : name, project.os);
      // A link from such a folder into the project would be the project's after all.
      if (
        canStart(path, project.os) &&
        !isInside(dirName(resolveLinks(path, project.os), project.os), project.root, project.os)
      ) {
        return path;
      }
    }
  }
  return undefined;
}

function canStart(path: string, os: Project["os"]): boolean {
  try {
    const info = Deno.statSync(path);
    return info.isFile && (os === "windows" || info.mode === null || (info.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}
