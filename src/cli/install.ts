import { install, type Target } from "../register/install.ts";
import { otherScopes } from "../register/surroundings.ts";
import { TRANSPORTS } from "../register/transport.ts";
import { trustOf } from "../register/trust.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import {
  checkProgram,
  DRY_RUN_OPTION,
  EXECUTABLE_OPTION,
  forTargets,
  JSON_OPTION,
  showDifference,
  SURFACE_OPTIONS,
  SURFACE_USAGE,
  type Told,
} from "./registration.ts";
import { startResident } from "./resident.ts";
import { excludedNote, installNotes, restart, transportNotes } from "./words.ts";

/** `garfio install`: puts our entries into a harness's settings. */
export const INSTALL: Command = {
  name: "install",
  summary: "Register Garfio with a harness.",
  usage: `${SURFACE_USAGE} [--transport command|resident] [--executable PATH] [--dry-run] [--json]`,
  options: [
    ...SURFACE_OPTIONS,
    {
      name: "transport",
      value: "WAY",
      choices: TRANSPORTS,
      summary: "A command for each event, or the resident over HTTP; without it, as the entries are now.",
    },
    EXECUTABLE_OPTION,
    DRY_RUN_OPTION,
    JSON_OPTION,
  ],
  run: (values, io) =>
    forTargets(values, io, { lenient: false, scopes: "usual" }, (target) => run(target, values, io)),
};

async function run(target: Target, values: Values, io: Io): Promise<Told> {
  checkProgram(target);
  const dryRun = values.has("dry-run");
  const { changed, difference, backup, excluded } = await install(target, dryRun);
  const notes = [
    ...otherScopes(target),
    ...installNotes(target),
    ...(excluded ? [excludedNote(target)] : []),
    ...(await trustOf(target)).filter(({ given }) => given !== true).map(({ consent }) => consent.step),
    ...transportNotes(target, values.text("transport") === "resident"),
    ...(changed ? [restart(target)] : []),
  ];
  if (
    !dryRun && target.planned.some(({ handler }) => handler["type"] === "http") && !await startResident(io)
  ) {
    notes.push("The resident did not start: garfio serve says why.");
  }
  const count = target.planned.length;
  const lines = [`${target.harness.title}, scope ${target.scope}: ${target.path}\n`];
  if (count === 0) lines.push(`The profile ${target.harness.profile} has no entries for this harness.\n`);
  if (!changed) lines.push(`Nothing to do: its ${count} entries are there.\n`);
  else {
    lines.push(showDifference(difference, io));
    lines.push(dryRun ? `Nothing was written: this was a dry run.\n` : `Written: ${count} entries.\n`);
    if (backup !== undefined) lines.push(`The file of before is in ${backup}\n`);
  }
  for (const note of notes) lines.push(`\n${note}\n`);
  return {
    code: 0,
    json: {
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
    },
    text: lines.join(""),
  };
}
