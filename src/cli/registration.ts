/** What `install`, `verify` and `uninstall` have in common. */
import { findGitRoot } from "../base/git_root.ts";
import { resolve } from "../base/path.ts";
import type { Profile } from "../policy/action.ts";
import { loadPolicy } from "../policy/policy.ts";
import { allHarnesses, isPresent, presenceOf, registeredScopes } from "../register/detect.ts";
import { forTerminal } from "../register/difference.ts";
import { targetsInUse } from "../register/in_use.ts";
import { type Target, targetsOf } from "../register/install.ts";
import { type Program, programFor } from "../register/program.ts";
import { Refusal } from "../register/refusal.ts";
import { type Harness, loadHarness, type Scope, SCOPES } from "../register/registration.ts";
import { type Option, UsageError, type Values } from "./arguments.ts";
import { addressOf, isCallable, type ResidentAddress } from "../register/transport.ts";
import type { Io } from "./io.ts";
import { ensureAddress, residenceHere } from "./resident.ts";

/** The options that name surfaces. */
export const SURFACE_OPTIONS: readonly Option[] = [
  { name: "harness", value: "ID", summary: "The harness, for example claude-code; several with commas." },
  { name: "all", summary: "Every harness that is on this machine." },
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

/** The usage line of the options that name surfaces. */
export const SURFACE_USAGE = "--harness ID[,ID ...]|--all [--scope user|project|local] [--project DIR]";

/** What a command did for one surface. */
export interface Told {
  readonly code: number;
  /** For `--json`. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** How a command picks its surfaces. */
export interface Choice {
  /** A program that could not be registered does not matter, as nothing is written. */
  readonly lenient: boolean;
  /** Where no scope is named: the harness's usual one, or each in which entries of ours stand. */
  readonly scopes: "usual" | "registered";
  /** The last file first: a folder belongs to the file that it was made for, which is the first. */
  readonly backwards?: boolean;
}

/**
 * Does `work` for each surface that the options name, and tells of each. One harness is told by itself, several one after
 * the other; what goes wrong with one stops no other.
 *
 * @returns the exit code: 1 where something went wrong for one of them
 */
export async function forTargets(
  values: Values,
  io: Io,
  choice: Choice,
  work: (target: Target) => Promise<Told>,
): Promise<number> {
  const names = values.text("harness")?.split(",").map((name) => name.trim()).filter((name) => name !== "") ??
    [];
  const all = values.has("all");
  if (names.length === 0 && !all) {
    throw new UsageError(
      `Say for which harness: --harness ID, one of ${
        knownHarnesses(io).join(", ")
      }; or --all for those on this machine.`,
    );
  }
  if (names.length > 0 && all) throw new UsageError("--harness and --all say two things; give one of them.");
  const several = all || names.length > 1;
  if (!several) {
    return await reporting(values, io, async () => {
      const targets = await chosenTargets(names[0]!, values, io, { ...choice, scopes: "usual" });
      // Some harnesses want a file for each event.
      if (targets.length !== 1) return await tellEach(targets, work, values, io);
      return print(await work(targets[0]!), values, io);
    });
  }
  const told: Told[] = [];
  for (const name of all ? await presentHarnesses(values, io) : names) {
    told.push(...await toldOf(name, values, io, choice, work));
  }
  return printAll(told, values, io);
}

async function tellEach(
  targets: readonly Target[],
  work: (target: Target) => Promise<Told>,
  values: Values,
  io: Io,
): Promise<number> {
  const told: Told[] = [];
  for (const target of targets) told.push(await work(target));
  return printAll(told, values, io);
}

function printAll(told: readonly Told[], values: Values, io: Io): number {
  const code = Math.max(0, ...told.map((one) => one.code));
  if (values.has("json")) printJson(io, { ok: code === 0, harnesses: told.map(({ json }) => json) });
  else if (told.length === 0) io.write("No harness that Garfio knows was found on this machine.\n");
  else io.write(told.map(({ text }) => text).join("\n"));
  return code;
}

/** What is said of the harness `name`, of each of its surfaces by itself. */
async function toldOf(
  name: string,
  values: Values,
  io: Io,
  choice: Choice,
  work: (target: Target) => Promise<Told>,
): Promise<Told[]> {
  let targets: Target[];
  try {
    targets = await chosenTargets(name, values, io, choice);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [refused(name, values.text("scope"), error)];
  }
  const told: Told[] = [];
  for (const target of targets) {
    try {
      told.push(await work(target));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      told.push(refused(target.harness.id, target.scope, error));
    }
  }
  return told;
}

function refused(harness: string, scope: string | undefined, { code, message, byHand }: Refusal): Told {
  const hand = byHand === undefined
    ? ""
    : `To add by hand, key by key:\n${JSON.stringify(byHand, null, 2)}\n`;
  return {
    code: 1,
    json: { ok: false, harness, scope, changed: false, code, error: message, byHand },
    text: `${harness}${scope === undefined ? "" : `, scope ${scope}`}\n${code}: ${message}\n${hand}`,
  };
}

function print({ code, json, text }: Told, values: Values, io: Io): number {
  if (values.has("json")) printJson(io, json);
  else io.write(text);
  return code;
}

/** The ids of the harnesses of which this machine shows something. */
async function presentHarnesses(values: Values, io: Io): Promise<string[]> {
  const project = projectOf(values, io);
  const { profile } = await loadPolicy(io, project);
  return allHarnesses(io.assets, profile.value)
    .filter((harness) => isPresent(presenceOf(harness, project, io))).map(({ id }) => id);
}

/** The surfaces of the harness `name` that the options and `choice` pick. */
async function chosenTargets(
  name: string,
  values: Values,
  io: Io,
  { lenient, scopes, backwards }: Choice,
): Promise<Target[]> {
  const project = projectOf(values, io);
  // A project may tighten, but whose entries stand in the operator's files is the operator's choice alone.
  const { profile } = await loadPolicy(io, project);
  const harness = findHarness(name, io, profile.value);
  const program = readProgram(values, io, harness, lenient);
  const named = values.text("scope") as Scope | undefined;
  const registered = named === undefined && scopes === "registered"
    ? registeredScopes(harness, project, io)
    : [];
  const chosen = named !== undefined
    ? [named]
    : registered.length > 0
    ? registered
    : [usualScope(harness, project, io)];
  const task = { harness, project, program, place: io };
  const transport = values.text("transport");
  const resident = transport === "resident" && isCallable(harness, io.env)
    ? residentFor(values, io)
    : undefined;
  const targets = chosen.flatMap((scope) =>
    transport === undefined
      ? targetsInUse({ ...task, scope }, io.environment())
      : targetsOf({ ...task, scope, resident })
  );
  return backwards === true ? targets.reverse() : targets;
}

/** A dry run chooses no port; the one that it shows is only an example. */
function residentFor(values: Values, io: Io): ResidentAddress {
  const residence = residenceHere(io);
  const known = addressOf(residence);
  if (known !== undefined) return known;
  return values.has("dry-run")
    ? { residence, port: 20_000, token: "chosen-at-the-install" }
    : ensureAddress(io);
}

/** Outside of a repository there is no project whose file could hold entries. */
function usualScope({ registration }: Harness, project: string, { os }: Io): Scope {
  const { defaultScope, surfaces } = registration;
  if (defaultScope === "user" || surfaces.user === undefined || findGitRoot(project, os) !== undefined) {
    return defaultScope;
  }
  return "user";
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
  return allHarnesses(assets, "standard").map(({ id }) => id);
}

/** The project that the options name, else the repository around the working folder, else that folder. */
export function projectOf(values: Values, io: Io): string {
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

/** This program, as entries would name it; where it cannot be registered, by its path. */
export function ownProgram(io: Io): Program {
  try {
    return programFor(io.self, undefined, [], io.os);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
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

/** `text` without the resident's token: what is printed ends up in logs and conversations. */
export function withoutToken(text: string): string {
  return text.replace(/Bearer [0-9a-f]{64}/g, "Bearer …");
}

/** A difference as standard output shows it. */
export function showDifference(difference: string, io: Io): string {
  return forTerminal(withoutToken(difference), io.isTerminal && io.env("NO_COLOR") === undefined);
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
  io.write(withoutToken(JSON.stringify(value, null, 2)) + "\n");
}
