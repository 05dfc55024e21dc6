import { slotName } from "../register/entry.ts";
import type { Target } from "../register/install.ts";
import { type EntryReport, verify } from "../register/verify.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import {
  forTargets,
  installCommand,
  JSON_OPTION,
  SURFACE_OPTIONS,
  SURFACE_USAGE,
  type Told,
} from "./registration.ts";

/** `garfio verify`: looks at our entries in a harness's settings and runs each. */
export const VERIFY: Command = {
  name: "verify",
  summary: "Check the registration with a harness and run each entry once.",
  usage: `${SURFACE_USAGE} [--json]`,
  options: [...SURFACE_OPTIONS, JSON_OPTION],
  run: (values, io) =>
    forTargets(values, io, { lenient: true, scopes: "registered" }, (target) => run(target, io)),
};

async function run(target: Target, io: Io): Promise<Told> {
  const report = await verify(target, { self: io.self, environment: io.environment() });
  const next = report.installHelps ? installCommand(target) : undefined;
  const width = Math.max(0, ...report.entries.map((entry) => slotName(entry).length));
  const lines = [
    `${target.harness.title}, scope ${target.scope}: ${target.path}`,
    ...report.entries.map((entry) => `  ${slotName(entry).padEnd(width)}  ${describe(entry)}`),
    ...report.problems.map((problem) => `Problem: ${problem}`),
    ...report.notes.map((note) => `Note: ${note}`),
    report.ok ? "All entries are there and answer." : "The registration does not work as it should.",
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ];
  return {
    code: report.ok ? 0 : 1,
    json: {
      ok: report.ok,
      harness: target.harness.id,
      scope: target.scope,
      file: target.path,
      changed: false,
      entries: report.entries,
      problems: report.problems,
      notes: report.notes,
      next,
    },
    text: `${lines.join("\n")}\n`,
  };
}

function describe({ state, text, milliseconds }: EntryReport): string {
  const time = milliseconds === undefined ? "" : ` (${milliseconds} ms)`;
  return state === "ok" ? `ok${time}` : `${state}: ${text}${time}`;
}
