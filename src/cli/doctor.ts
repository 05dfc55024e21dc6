/** `garfio doctor`: everything that can keep Garfio from working, looked at without changing anything. */
import { loadPolicy } from "../policy/policy.ts";
import { allHarnesses, isPresent, type Presence, presenceOf } from "../register/detect.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import { type Finding, REPAIR } from "./doctor/finding.ts";
import { diagnoseHarness, examine, type Examined, startedPrograms } from "./doctor/harness.ts";
import { diagnoseProgram } from "./doctor/program.ts";
import { diagnoseResident } from "./doctor/resident.ts";
import { diagnoseConfiguration, diagnoseState } from "./doctor/state.ts";
import type { Io } from "./io.ts";
import { JSON_OPTION, ownProgram, printJson, projectOf, reporting } from "./registration.ts";

/** `garfio doctor`. */
export const DOCTOR: Command = {
  name: "doctor",
  summary: "Look for everything that keeps Garfio from working; changes nothing.",
  usage: "[--project DIR] [--json]",
  options: [
    {
      name: "project",
      value: "DIR",
      summary: "The project; else the git repository around the current folder.",
    },
    JSON_OPTION,
  ],
  run: (values, io) => reporting(values, io, () => run(values, io)),
};

async function run(values: Values, io: Io): Promise<number> {
  return tell(await diagnose(projectOf(values, io), io), values, io);
}

/** What a diagnosis has found, and what it looked at. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly examined: readonly Examined[];
}

/** Looks at everything. */
export async function diagnose(project: string, io: Io): Promise<Diagnosis> {
  const { profile } = await loadPolicy(io, project);
  const present = allHarnesses(io.assets, profile.value)
    .map((harness) => presenceOf(harness, project, io)).filter(isPresent);
  const harnesses: Finding[] = [];
  const all: Examined[] = [];
  for (const presence of present) {
    const examined = await examine(presence, project, ownProgram(io), io);
    all.push(...examined);
    harnesses.push(...diagnoseHarness(presence, examined, io));
  }
  harnesses.push(...doubledByImports(present));
  if (present.length === 0) {
    harnesses.push({
      area: "harnesses",
      level: "note",
      text: "No harness that Garfio knows was found here.",
    });
  }
  return {
    findings: [
      ...await diagnoseProgram(io, startedPrograms(all)),
      ...await diagnoseConfiguration(io, project),
      ...diagnoseState(io),
      ...await diagnoseResident(io, all.some(({ target }) => target.resident !== undefined)),
      ...harnesses,
    ],
    examined: all,
  };
}

/** A harness that loads another one's entries beside its own. */
function doubledByImports(present: readonly Presence[]): Finding[] {
  const source = present.find(({ harness, registered }) => harness.isDefault && registered.length > 0);
  if (source === undefined) return [];
  return present.filter(({ harness, registered }) =>
    harness.contract.importsClaudeCode && registered.length > 0
  )
    .map(({ harness }): Finding => {
      const importer = source.harness.registration.importedBy.find(({ host }) =>
        harness.title.includes(host)
      );
      const off = importer === undefined ? "" : ` Its setting "${importer.switch}" switches that off.`;
      return {
        area: harness.id,
        level: "note",
        text:
          `${harness.title} loads the entries of ${source.harness.title} as well. What is told is told once, but both ` +
          `sets run.${off}`,
      };
    });
}

/** Prints `diagnosis`. @returns 1 where something is wrong */
export function tell({ findings }: Diagnosis, values: Values, io: Io): number {
  const wrong = findings.filter(({ level }) => level === "problem");
  const next = wrong.find((one) => one.next === REPAIR)?.next ??
    [...wrong, ...findings].find((one) => one.next !== undefined)?.next;
  if (values.has("json")) {
    printJson(io, { ok: wrong.length === 0, findings, next });
  } else {
    let area = "";
    for (const finding of findings) {
      if (finding.area !== area) io.write(`${finding.area}\n`);
      area = finding.area;
      io.write(`  ${WORDS[finding.level]}${finding.text}\n`);
    }
    const count = wrong.length === 1 ? "1 problem" : `${wrong.length} problems`;
    io.write(wrong.length === 0 ? "Nothing is wrong that files can tell.\n" : `${count}.\n`);
    if (next !== undefined) io.write(`Next: ${next}\n`);
  }
  return wrong.length === 0 ? 0 : 1;
}

const WORDS: Readonly<Record<Finding["level"], string>> = {
  ok: "ok: ",
  note: "note: ",
  problem: "PROBLEM: ",
};
