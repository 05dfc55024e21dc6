/** `garfio repair`: mends what `garfio doctor` finds, as far as it can be mended, and looks again. */
import { describeError } from "../base/errors.ts";
import { stateFolder } from "../base/folders.ts";
import { install, type Target, targetsOf } from "../register/install.ts";
import { Refusal } from "../register/refusal.ts";
import type { Scope } from "../register/registration.ts";
import type { ResidentAddress } from "../register/transport.ts";
import { renew } from "../resident/renew.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import { diagnose, tell } from "./doctor.ts";
import type { Examined } from "./doctor/harness.ts";
import type { Io } from "./io.ts";
import {
  checkProgram,
  DRY_RUN_OPTION,
  JSON_OPTION,
  printJson,
  projectOf,
  reporting,
  showDifference,
  SURFACE_OPTIONS,
} from "./registration.ts";
import { residenceHere, residentStatus, startResident } from "./resident.ts";

/** `garfio repair`. */
export const REPAIR_COMMAND: Command = {
  name: "repair",
  summary: "Mend what doctor finds: dead, doubled and outdated entries, open folders.",
  usage: "[--harness ID[,ID ...]] [--scope user|project|local] [--project DIR] [--dry-run] [--json]",
  options: [...SURFACE_OPTIONS.filter(({ name }) => name !== "all"), DRY_RUN_OPTION, JSON_OPTION],
  run: (values, io) => reporting(values, io, () => run(values, io)),
};

/** What was mended, or why it was not. */
interface Step {
  readonly ok: boolean;
  readonly text: string;
  readonly difference?: string;
}

async function run(values: Values, io: Io): Promise<number> {
  const project = projectOf(values, io);
  const dryRun = values.has("dry-run");
  const names = values.text("harness")?.split(",").map((name) => name.trim());
  const scope = values.text("scope") as Scope | undefined;
  const { examined } = await diagnose(project, io);
  const steps: Step[] = [];
  const moved = await renewResident(examined, dryRun, io);
  if (moved !== undefined) steps.push(moved.step);
  for (const one of examined) {
    const { harness } = one.target;
    const calls = moved !== undefined && one.target.resident !== undefined;
    if (!calls && names !== undefined && !names.some((name) => harness.names.includes(name))) continue;
    if (!calls && scope !== undefined && one.target.scope !== scope) continue;
    if (calls || one.report.installHelps) steps.push(await mend(one, dryRun, moved?.resident));
  }
  steps.push(...await wakeResident(examined, dryRun, io));
  steps.push(...closeState(io, dryRun));
  const after = await diagnose(project, io);
  if (values.has("json")) {
    const wrong = after.findings.filter(({ level }) => level === "problem");
    printJson(io, { ok: wrong.length === 0, dryRun, steps, findings: after.findings });
    return wrong.length === 0 ? 0 : 1;
  }
  if (steps.length === 0) io.write("There was nothing to mend.\n");
  for (const { ok, text, difference } of steps) {
    io.write(`${ok ? dryRun ? "would mend" : "mended" : "not mended"}: ${text}\n`);
    if (difference !== undefined) io.write(showDifference(difference, io));
  }
  io.write("\n");
  return tell(after, values, io);
}

/** Another port and token, where a stranger listens or others could have read the token. */
async function renewResident(
  examined: readonly Examined[],
  dryRun: boolean,
  io: Io,
): Promise<{ step: Step; resident: ResidentAddress | undefined } | undefined> {
  if (!examined.some(({ target }) => target.resident !== undefined)) return undefined;
  const residence = residenceHere(io);
  const { kind } = await residentStatus(residence);
  if (kind !== "stranger" && kind !== "unsafe") return undefined;
  const text =
    "the resident gets another port and another token, and every entry that calls it is written anew";
  if (dryRun) return { step: { ok: true, text }, resident: undefined };
  try {
    return { step: { ok: true, text }, resident: { residence, ...await renew(residence) } };
  } catch (error) {
    return { step: { ok: false, text: `${text}: ${describeError(error)}` }, resident: undefined };
  }
}

/** The resident runs, where entries call it. */
async function wakeResident(examined: readonly Examined[], dryRun: boolean, io: Io): Promise<Step[]> {
  if (!examined.some(({ target }) => target.resident !== undefined)) return [];
  const { kind } = await residentStatus(residenceHere(io));
  if (kind !== "absent") return [];
  const text = "the resident is started";
  if (dryRun) return [{ ok: true, text }];
  return [
    await startResident(io)
      ? { ok: true, text }
      : { ok: false, text: `${text}: garfio serve says why it is not` },
  ];
}

async function mend(one: Examined, dryRun: boolean, resident: ResidentAddress | undefined): Promise<Step> {
  const target = resident === undefined ? one.target : withAddress(one.target, resident);
  const text = `the entries of ${target.harness.title}, scope ${target.scope}: ${target.path}`;
  try {
    checkProgram(target);
    const { difference } = await install(target, dryRun);
    return { ok: true, text, difference };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, text: `${text}: ${error.message}` };
  }
}

/** The same file, with entries that call another address. */
function withAddress(target: Target, resident: ResidentAddress): Target {
  return targetsOf({ ...target, resident }).find(({ path }) => path === target.path) ?? target;
}

/** The folder of state is for its owner alone. */
function closeState(io: Io, dryRun: boolean): Step[] {
  const folder = stateFolder(io);
  if (folder === undefined || io.os === "windows") return [];
  try {
    const { mode, uid, isDirectory } = Deno.lstatSync(folder);
    if (!isDirectory || mode === null || (mode & 0o077) === 0 || uid !== Deno.uid()) return [];
    if (!dryRun) Deno.chmodSync(folder, 0o700);
    return [{ ok: true, text: `${folder} is closed to other accounts` }];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    return [{ ok: false, text: `${folder}: ${describeError(error)}` }];
  }
}
