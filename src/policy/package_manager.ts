/** Which package manager a project uses, told from its files alone: no program is started. */
import { isFile } from "../base/is_file.ts";
import type { Environment } from "../base/environment.ts";
import { isObject } from "../base/json.ts";
import { dirName, isInside, join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";

/** The managers of JavaScript projects, in the order in which a lock file of theirs counts. */
export const NODE_MANAGERS = ["pnpm", "bun", "yarn", "npm"] as const;
export type NodeManager = typeof NODE_MANAGERS[number];

/** The managers of Python projects. */
export const PYTHON_MANAGERS = ["uv", "poetry", "pdm", "pipenv"] as const;
export type PythonManager = typeof PYTHON_MANAGERS[number];

/** What says which manager it is, strongest first. `default` and `none` are no evidence. */
export type ManagerSource =
  | "environment"
  | "project-config"
  | "package.json"
  | "lock-file"
  | "default"
  | "none";

/** The manager of a project. */
export interface ProjectManager<Name extends string> {
  /** `none`: the project has no packages of this kind. */
  readonly name: Name | "none";
  readonly source: ManagerSource;
  /** The file or variable that says so. */
  readonly evidence: string | undefined;
  /** Yarn from version 2 on, whose commands differ. */
  readonly modernYarn: boolean;
}

/** Where to look. */
export interface ManagerPlace {
  /** The folder of the command. */
  readonly folder: string;
  /** Where the search upward ends: the git root. */
  readonly root: string;
  readonly os: Os;
  readonly env: Environment;
}

/** A stray `package-lock.json` beside another lock file is the usual accident, so npm's come last. */
const NODE_LOCKS: readonly (readonly [file: string, manager: NodeManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

const PYTHON_LOCKS: readonly (readonly [file: string, manager: PythonManager])[] = [
  ["uv.lock", "uv"],
  ["poetry.lock", "poetry"],
  ["pdm.lock", "pdm"],
  ["Pipfile.lock", "pipenv"],
  ["Pipfile", "pipenv"],
];

const VARIABLES = ["GARFIO_PACKAGE_MANAGER", "APOTHEM_PACKAGE_MANAGER", "CLAUDE_PACKAGE_MANAGER"];
const LARGEST_MANIFEST = 1024 * 1024;

const asNodeManager = (value: unknown): NodeManager | undefined =>
  NODE_MANAGERS.find((name) => name === value);

/** The manager of the JavaScript project around a folder. */
export function nodeManagerOf(place: ManagerPlace): ProjectManager<NodeManager> {
  const levels = levelsOf(place);
  const modernYarn = levels.some((folder) => isFile(join(folder, ".yarnrc.yml", place.os)));
  for (const variable of VARIABLES) {
    const name = asNodeManager(place.env(variable)?.trim().toLowerCase());
    if (name !== undefined) return { name, source: "environment", evidence: variable, modernYarn };
  }
  for (const folder of levels) {
    const file = ".claude/package-manager.json";
    const name = asNodeManager(field(parsed(join(folder, file, place.os)), "packageManager"));
    if (name !== undefined) return { name, source: "project-config", evidence: file, modernYarn };
  }
  let hasManifest = false;
  for (const folder of levels) {
    const path = join(folder, "package.json", place.os);
    const declared = declaredManager(parsed(path));
    if (declared !== undefined) {
      const { name, version } = declared;
      const modern = modernYarn || /^[2-9]/.test(version);
      return { name, source: "package.json", evidence: "package.json", modernYarn: modern };
    }
    const lock = NODE_LOCKS.find(([file]) => isFile(join(folder, file, place.os)));
    if (lock !== undefined) {
      return { name: lock[1], source: "lock-file", evidence: lock[0], modernYarn };
    }
    hasManifest ||= isFile(path);
  }
  return hasManifest
    ? { name: "npm", source: "default", evidence: undefined, modernYarn }
    : { name: "none", source: "none", evidence: undefined, modernYarn };
}

/** The manager of the Python project around a folder; `none` too where two of them have left traces. */
export function pythonManagerOf(place: ManagerPlace): ProjectManager<PythonManager> {
  for (const folder of levelsOf(place)) {
    const found = new Map<PythonManager, string>();
    for (const [file, manager] of PYTHON_LOCKS) {
      if (!found.has(manager) && isFile(join(folder, file, place.os))) found.set(manager, file);
    }
    if (found.size === 0) {
      const text = readSmall(join(folder, "pyproject.toml", place.os), LARGEST_MANIFEST) ?? "";
      for (const manager of ["uv", "poetry", "pdm"] as const) {
        if (new RegExp(`^\\[tool\\.${manager}[.\\]]`, "m").test(text)) {
          found.set(manager, `pyproject.toml, [tool.${manager}]`);
        }
      }
    }
    const [first] = found;
    if (found.size > 1) break;
    if (first !== undefined) {
      const source = first[1].startsWith("pyproject") ? "project-config" : "lock-file";
      return { name: first[0], source, evidence: first[1], modernYarn: false };
    }
  }
  return { name: "none", source: "none", evidence: undefined, modernYarn: false };
}

/** The folder and those above it, up to the root. */
export function levelsOf({ folder, root, os }: Omit<ManagerPlace, "env">): string[] {
  const levels = [folder];
  while (levels.length < 64 && isInside(levels.at(-1)!, root, os)) {
    const parent = dirName(levels.at(-1)!, os);
    if (parent === levels.at(-1) || !isInside(parent, root, os)) break;
    levels.push(parent);
  }
  return levels;
}

/** `packageManager` (`yarn@4.1.0+sha224.…`), else `devEngines.packageManager`. */
function declaredManager(manifest: unknown): { name: NodeManager; version: string } | undefined {
  const given = field(manifest, "packageManager");
  if (typeof given === "string") {
    const at = given.indexOf("@");
    const name = asNodeManager(at < 0 ? given : given.slice(0, at));
    if (name !== undefined) return { name, version: at < 0 ? "" : given.slice(at + 1) };
  }
  const engines = field(field(manifest, "devEngines"), "packageManager");
  for (const engine of Array.isArray(engines) ? engines.slice(0, 16) : [engines]) {
    const name = asNodeManager(field(engine, "name"));
    const version = field(engine, "version");
    if (name !== undefined) {
      return { name, version: typeof version === "string" ? version.replace(/^[\^~>=v\s]+/, "") : "" };
    }
  }
  return undefined;
}

function field(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The JSON value of a file; undefined for a missing or broken one. */
function parsed(path: string): unknown {
  const text = readSmall(path, LARGEST_MANIFEST);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
