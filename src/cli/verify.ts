import { slotName } from "../register/entry.ts";
import { type EntryReport, verify } from "../register/verify.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import {
  installCommand,
  JSON_OPTION,
  printJson,
  readTarget,
  reporting,
  SURFACE_OPTIONS,
  SURFACE_USAGE,
} from "./registration.ts";

/** `garfio verify`: looks at our entries in a harness's settings and runs each. */
export const VERIFY: Command = {
  name: "verify",
  summary: "Check the registration with a harness and run each entry once.",
  usage: `${SURFACE_USAGE} [--json]`,
  options: [...SURFACE_OPTIONS, JSON_OPTION],
  run: (values, io) => reporting(values, io, () => run(values, io)),
};

async function run(values: Values, io: Io): Promise<number> {
  const target = await readTarget(values, io, true);
  const report = await verify(target, { self: io.self, environment: io.environment() });
  const next = report.installHelps ? installCommand(target) : undefined;
  if (values.has("json")) {
    printJson(io, {
      ok: report.ok,
      harness: target.harness.id,
      scope: target.scope,
      file: target.path,
      changed: false,
      entries: report.entries,
      problems: report.problems,
      notes: report.notes,
      next,
    });
    return report.ok ? 0 : 1;
  }
  io.write(`${target.harness.title}, scope ${target.scope}: ${target.path}\n`);
  const width = Math.max(...report.entries.map((entry) => slotName(entry).length));
  for (const entry of report.entries) io.write(`  ${slotName(entry).padEnd(width)}  ${describe(entry)}\n`);
  for (const problem of report.problems) io.write(`Problem: ${problem}\n`);
  for (const note of report.notes) io.write(`Note: ${note}\n`);
  io.write(
    report.ok ? "All entries are there and answer.\n" : "The registration does not work as it should.\n",
  );
  if (next !== undefined) io.write(`Next: ${next}\n`);
  return report.ok ? 0 : 1;
}

function describe({ state, text, milliseconds }: EntryReport): string {
  const time = milliseconds === undefined ? "" : ` (${milliseconds} ms)`;
  return state === "ok" ? `ok${time}` : `${state}: ${text}${time}`;
}
