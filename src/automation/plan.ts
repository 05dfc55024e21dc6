/** What would run for a folder of a project, and the digest of everything that decides it. */
import { sha256 } from "../base/digest.ts";
import type { Surroundings } from "../base/folders.ts";
import { relativeTo, withSlashes } from "../base/path.ts";
import { configsAt } from "./config.ts";
import { levels, type Project, type Use } from "./detect.ts";
import { findProgram, type Program } from "./program.ts";

/** A tool of a folder, ready to be approved or started. */
export interface Plan extends Use {
  /** The automation that starts it. */
  readonly automation: string;
  readonly program: Program;
  /** Names it among the approvals of its project. */
  readonly key: string;
  readonly digest: string;
}

const LARGEST_PROGRAM = 256 * 1024 * 1024;

/** The plan for `use`; undefined where its program is not installed or cannot be read. */
export async function planOf(
  automation: string,
  use: Use,
  project: Project,
  place: Surroundings,
): Promise<Plan | undefined> {
  const program = findProgram(use.tool, use.folder, project, place);
  if (program === undefined) return undefined;
  const folder = withSlashes(relativeTo(use.folder, project.root, project.os) ?? "", project.os);
  try {
    const digest = await digestOf({
      tool: use.tool.id,
      folder,
      // What is started with which words is part of what was approved.
      calls: use.tool.calls({ files: ["{file}"], folder: "{folder}", root: "{root}", os: project.os }),
      program: [program.path, ...program.before],
      files: await Promise.all(program.files.map(async (path) => [path, await digestOfFile(path)])),
      // Many a tool reads the configuration of the folders above, too.
      configs: [...use.configs, ...above(use, project)].map(({ path, text }) => [
        relativeTo(path, project.root, project.os),
        text,
      ]),
    });
    return { ...use, automation, program, key: `${automation} ${use.tool.id} ${folder}`, digest };
  } catch {
    return undefined;
  }
}

function above({ tool, folder }: Use, project: Project): Use["configs"] {
  return levels(folder, project).slice(1).flatMap((level) => configsAt(tool, level, project.os));
}

async function digestOfFile(path: string): Promise<string> {
  const { size } = Deno.statSync(path);
  if (size > LARGEST_PROGRAM) throw new Error(`${path} is too large to be looked at`);
  return await sha256(Deno.readFileSync(path));
}

const digestOf = (value: unknown): Promise<string> => sha256(new TextEncoder().encode(JSON.stringify(value)));
