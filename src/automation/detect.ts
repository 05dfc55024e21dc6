/** Which tools are for a file: by the configuration in its folder or the nearest folder above it. */
import { dirName, extension, isInside, relativeTo, withSlashes } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { configsAt, type FoundConfig } from "./config.ts";
import type { Tool } from "./tool.ts";

/** A tool, and the folder that asks for it. */
export interface Use {
  readonly tool: Tool;
  readonly folder: string;
  readonly configs: readonly FoundConfig[];
}

/** The project that a file is looked at in. */
export interface Project {
  readonly root: string;
  readonly os: Os;
}

const DEEPEST = 64;

/** The folder and those above it, up to the root. */
export function levels(folder: string, { root, os }: Project): string[] {
  const found: string[] = [];
  let current = folder;
  while (found.length < DEEPEST && isInside(current, root, os)) {
    found.push(current);
    const parent = dirName(current, os);
    if (parent === current) break;
    current = parent;
  }
  return found;
}

/** Whether `tool` works on files such as `file`. */
export function worksOn(tool: Tool, file: string, { root, os }: Project): boolean {
  if (!tool.extensions.includes(extension(file))) return false;
  return tool.only === undefined || tool.only(withSlashes(relativeTo(file, root, os) ?? "", os));
}

/** The one tool of `tools` for `file`: the nearest folder counts, in one folder the order of the table. */
export function nearestUse(tools: readonly Tool[], file: string, project: Project): Use | undefined {
  const fitting = tools.filter((tool) => worksOn(tool, file, project));
  if (fitting.length === 0) return undefined;
  for (const folder of levels(dirName(file, project.os), project)) {
    for (const tool of fitting) {
      const configs = configsAt(tool, folder, project.os);
      if (configs.length > 0) return { tool, folder, configs };
    }
  }
  return undefined;
}

/** Every tool of `tools` for `file`, each by its own nearest folder. */
export function allUses(tools: readonly Tool[], file: string, project: Project): Use[] {
  return tools.flatMap((tool) => {
    if (!worksOn(tool, file, project)) return [];
    if (tool.configs === undefined) return [{ tool, folder: project.root, configs: [] }];
    return nearestUse([tool], file, project) ?? [];
  });
}
