/** What `install`, `verify` and `uninstall` have in common. */
import { findGitRoot } from "../base/git_root.ts";
import { resolve } from "../base/path.ts";
import { contractIds } from "../contract/contract.ts";
import type { Profile } from "../policy/action.ts";
import { loadPolicy } from "../policy/policy.ts";
import { forTerminal } from "../register/difference.ts";
import { type Target, targetOf } from "../register/install.ts";
import { type Program, programFor } from "../register/program.ts";
import { Refusal } from "../register/refusal.ts";
import { type Harness, loadHarness, type Scope, SCOPES } from "../register/registration.ts";
import { type Option, UsageError, type Values } from "./arguments.ts";
import type { Io } from "./io.ts";

/** The options that name a surface. */
export const SURFACE_OPTIONS: readonly Option[] = [
  { name: "harness", value: "ID", summary: "The harness, for example claude-code." },
  {
    name: "scope",
    value: "SCOPE",
    choices: SCOPES,
    summary: "Whose settings: yours everywhere, the project's, or yours in the project.",
  },
  {
    name: "project",
    value: "DIR",
    summary: "The project; else the git repository around the current folder.",
  },
];

/** The options that say how a command answers. */
export const JSON_OPTION: Option = { name: "json", summary: "Print one JSON object instead of text." };
export const DRY_RUN_OPTION: Option = {
  name: "dry-run",
  summary: "Show what would change and write nothing.",
};
export const EXECUTABLE_OPTION: Option = {
  name: "executable",
  value: "PATH",
  summary: "The absolute path to register instead of that of this program.",
};

/** The usage line of the options that name a surface. */
export const SURFACE_USAGE = "--harness ID [--scope user|project|local] [--project DIR]";

/**
 * The surface that the options name.
 *
 * @param lenient whether a program that could not be registered does not matter, as nothing is written
 * @throws Refusal or UsageError
 */
export async function readTarget(values: Values, io: Io, lenient: boolean): Promise<Target> {
  const name = values.text("harness");
  if (name === undefined) {
    throw new UsageError(`Say for which harness: --harness ID, one of ${knownHarnesses(io).join(", ")}.`);
  }
  const project = projectOf(values, io);
  // A project may tighten, but whose entries stand in the operator's files is the operator's choice alone.
  const { profile } = await loadPolicy(io, project);
  const harness = findHarness(name, io, profile.value);
  return targetOf({
    harness,
    scope: (values.text("scope") as Scope | undefined) ?? harness.registration.defaultScope,
    project,
    program: readProgram(values, io, harness, lenient),
    place: io,
  });
}

function findHarness(name: string, io: Io, profile: Profile): Harness {
  try {
    return loadHarness(io.assets, name, profile);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `${error.message} --harness takes ${knownHarnesses(io).join(", ")}.`);
  }
}

/** The ids of the harnesses that we can register with. */
export function knownHarnesses({ assets }: Io): string[] {
  return contractIds(assets).filter((id) => {
    try {
      return loadHarness(assets, id) !== undefined;
    } catch {
      return false;
    }
  });
}

function projectOf(values: Values, io: Io): string {
  const given = values.text("project");
  if (given === undefined) return findGitRoot(io.cwd, io.os) ?? io.cwd;
  const path = resolve(io.cwd, given, io.os);
  try {
    if (Deno.statSync(path).isDirectory) return path;
  } catch {
    // The refusal says it.
  }
  throw new Refusal(
    "project.missing",
    `There is no folder ${path}. --project takes the folder of a project.`,
  );
}

function readProgram(values: Values, io: Io, harness: Harness, lenient: boolean): Program {
  try {
    return programFor(io.self, values.text("executable"), harness.registration.reserved, io.os);
  } catch (error) {
    if (!lenient || !(error instanceof Refusal)) throw error;
    return { command: io.self.path, leading: [] };
  }
}

/**
 * Makes sure that the program of `target` can be started.
 *
 * @throws Refusal
 */
export function checkProgram({ program, place }: Target): void {
  const refuse = (why: string) => {
    throw new Refusal(
      "program.missing",
      `${program.command} ${why}. Give the path of the garfio executable.`,
    );
  };
  let info: Deno.FileInfo | undefined;
  try {
    info = Deno.statSync(program.command);
  } catch {
    return refuse("does not exist");
  }
  if (!info.isFile) refuse("is not a file");
  if (place.os !== "windows" && info.mode !== null && (info.mode & 0o111) === 0) refuse("is not executable");
}

/** A difference as standard output shows it. */
export function showDifference(difference: string, io: Io): string {
  return forTerminal(difference, io.isTerminal && io.env("NO_COLOR") === undefined);
}

/** The command line that registers `target`, for the operator to copy. */
export function installCommand({ harness, scope, project }: Target): string {
  const place = scope === "user"
    ? ""
    : ` --project ${/^[\w/.:\\-]+$/.test(project) ? project : `"${project}"`}`;
  return `garfio install --harness ${harness.id} --scope ${scope}${place}`;
}

/** Runs `work`; a refusal becomes text on standard error, or with `--json` an object, and exit code 1. */
export async function reporting(values: Values, io: Io, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, byHand } = error;
    if (values.has("json")) {
      const harness = values.text("harness");
      printJson(io, {
        ok: false,
        harness,
        scope: values.text("scope"),
        changed: false,
        code,
        error: message,
        byHand,
      });
    } else {
      io.error(`${code}: ${message}\n`);
      if (byHand !== undefined) {
        io.error(`To add by hand, key by key:\n${JSON.stringify(byHand, null, 2)}\n`);
      }
    }
    return 1;
  }
}

/** One JSON object on standard output; keys without a value are left out. */
export function printJson(io: Io, value: Readonly<Record<string, unknown>>): void {
  io.write(JSON.stringify(value, null, 2) + "\n");
}
