/** Every tool that a project is set up for: what `garfio automation` shows and approves. */
import type { Surroundings } from "../base/folders.ts";
import { extension, join, relativeTo, withSlashes } from "../base/path.ts";
import { configsAt } from "./config.ts";
import type { Project, Use } from "./detect.ts";
import { type Plan, planOf } from "./plan.ts";
import type { Tool } from "./tool.ts";
import { CHECKERS } from "./tools/checkers.ts";
import { FORMATTERS } from "./tools/formatters.ts";
import { LINTERS } from "./tools/linters.ts";

/** The automations that start programs, with their tools. In the first two a folder has one tool for a file. */
export const TOOLS: readonly {
  readonly automation: string;
  readonly tools: readonly Tool[];
  readonly one: boolean;
}[] = [
  { automation: "format", tools: FORMATTERS, one: true },
  { automation: "typecheck", tools: CHECKERS, one: true },
  { automation: "quality", tools: LINTERS, one: false },
];

const MOST_ENTRIES = 100_000;
const DEEPEST = 12;
const SKIPPED = new Set(["node_modules", "vendor", "target", "venv", "dist", "build", "__pycache__"]);

/** What was found. */
export interface Survey {
  readonly plans: readonly Plan[];
  /** Tools that the project is set up for and that are not installed. */
  readonly missing: readonly { readonly automation: string; readonly use: Use }[];
  /** The project was too large to be looked through. */
  readonly incomplete: boolean;
}

/** Looks through the project at `project.root`. Nothing is started. */
export async function surveyProject(project: Project, place: Surroundings): Promise<Survey> {
  const { folders, files, incomplete } = walk(project);
  const uses: { automation: string; use: Use }[] = [];
  for (const { automation, tools, one } of TOOLS) {
    for (const { folder, names } of folders) {
      const covered = new Set<string>();
      for (const tool of tools) {
        if (tool.configs === undefined || (one && tool.extensions.every((name) => covered.has(name)))) {
          continue;
        }
        const configs = configsAt(tool, folder, project.os, names);
        if (configs.length === 0) continue;
        tool.extensions.forEach((name) => covered.add(name));
        uses.push({ automation, use: { tool, folder, configs } });
      }
    }
    for (const tool of tools) {
      if (tool.configs !== undefined) continue;
      const works = files.some((path) =>
        tool.extensions.includes(extension(path)) && tool.only?.(path) !== false
      );
      if (works) uses.push({ automation, use: { tool, folder: project.root, configs: [] } });
    }
  }
  const plans: Plan[] = [];
  const missing: { automation: string; use: Use }[] = [];
  for (const { automation, use } of uses) {
    const plan = await planOf(automation, use, project, place);
    if (plan === undefined) missing.push({ automation, use });
    else plans.push(plan);
  }
  return { plans, missing, incomplete };
}

interface Folder {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
}

function walk({ root, os }: Project): { folders: Folder[]; files: string[]; incomplete: boolean } {
  const folders: Folder[] = [];
  const files: string[] = [];
  const open = [{ folder: root, depth: 0 }];
  let seen = 0;
  while (open.length > 0) {
    const { folder, depth } = open.shift()!;
    const names = new Set<string>();
    try {
      for (const { name, isDirectory } of Deno.readDirSync(folder)) {
        if (++seen > MOST_ENTRIES) return { folders, files, incomplete: true };
        const path = join(folder, name, os);
        if (!isDirectory) {
          names.add(name);
          files.push(withSlashes(relativeTo(path, root, os) ?? name, os));
        } else if (name === ".cargo") {
          for (const inner of ["config.toml", "config"]) names.add(`.cargo/${inner}`);
        } else if (depth < DEEPEST && !SKIPPED.has(name) && (name === ".github" || !name.startsWith("."))) {
          open.push({ folder: path, depth: depth + 1 });
        }
      }
    } catch {
      continue;
    }
    folders.push({ folder, names });
  }
  return { folders, files, incomplete: false };
}
