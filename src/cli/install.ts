import { install } from "../register/install.ts";
import { otherScopes } from "../register/surroundings.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import {
  checkProgram,
  DRY_RUN_OPTION,
  EXECUTABLE_OPTION,
  JSON_OPTION,
  printJson,
  readTarget,
  reporting,
  showDifference,
  SURFACE_OPTIONS,
  SURFACE_USAGE,
} from "./registration.ts";
import { installNotes, restart } from "./words.ts";

/** `garfio install`: puts our entries into a harness's settings. */
export const INSTALL: Command = {
  name: "install",
  summary: "Register Garfio with a harness.",
  usage: `${SURFACE_USAGE} [--executable PATH] [--dry-run] [--json]`,
  options: [...SURFACE_OPTIONS, EXECUTABLE_OPTION, DRY_RUN_OPTION, JSON_OPTION],
  run: (values, io) => reporting(values, io, () => run(values, io)),
};

async function run(values: Values, io: Io): Promise<number> {
  const target = await readTarget(values, io, false);
  checkProgram(target);
  const dryRun = values.has("dry-run");
  const { changed, difference, backup } = await install(target, dryRun);
  const notes = [
    ...otherScopes(target),
    ...installNotes(target),
    ...(changed ? [restart(target)] : []),
  ];
  if (values.has("json")) {
    printJson(io, {
      ok: true,
      harness: target.harness.id,
      scope: target.scope,
      file: target.path,
      changed,
      dryRun,
      difference,
      backup,
      entries: target.planned.map(({ event, matcher, handler }) => ({ event, matcher, ...handler })),
      notes,
    });
    return 0;
  }
  const count = target.planned.length;
  io.write(`${target.harness.title}, scope ${target.scope}: ${target.path}\n`);
  if (!changed) io.write(`Nothing to do: its ${count} entries are there.\n`);
  else {
    io.write(showDifference(difference, io));
    io.write(dryRun ? `Nothing was written: this was a dry run.\n` : `Written: ${count} entries.\n`);
    if (backup !== undefined) io.write(`The file of before is in ${backup}\n`);
  }
  for (const note of notes) io.write(`\n${note}\n`);
  return 0;
}
