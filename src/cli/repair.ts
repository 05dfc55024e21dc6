/** `garfio repair`: mends what `garfio doctor` finds, as far as it can be mended, and looks again. */
import { describeError } from "../base/errors.ts";
import { stateFolder } from "../base/folders.ts";
import { install } from "../register/install.ts";
import { Refusal } from "../register/refusal.ts";
import type { Scope } from "../register/registration.ts";
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
  for (const one of examined) {
    const { harness } = one.target;
    if (names !== undefined && !names.some((name) => harness.names.includes(name))) continue;
    if (scope !== undefined && one.target.scope !== scope) continue;
    if (one.report.installHelps) steps.push(await mend(one, dryRun));
  }
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

async function mend({ target }: Examined, dryRun: boolean): Promise<Step> {
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
