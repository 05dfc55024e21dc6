import type { Target } from "../register/install.ts";
import { uninstall, type Uninstalled } from "../register/uninstall.ts";
import { otherScopes } from "../register/surroundings.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { removeCompanion } from "./knowledge_sync.ts";
import {
  DRY_RUN_OPTION,
  forTargets,
  JSON_OPTION,
  showDifference,
  SURFACE_OPTIONS,
  SURFACE_USAGE,
  type Told,
} from "./registration.ts";
import { restart } from "./words.ts";

/** `garfio uninstall`: takes our entries out of a harness's settings. */
export const UNINSTALL: Command = {
  name: "uninstall",
  summary: "Take Garfio's entries out of a harness's settings again.",
  usage: `${SURFACE_USAGE} [--dry-run] [--json]`,
  options: [...SURFACE_OPTIONS, DRY_RUN_OPTION, JSON_OPTION],
  run: (values, io) =>
    forTargets(
      values,
      io,
      { lenient: true, scopes: "registered", backwards: true },
      (target) => run(target, values, io),
    ),
};

const DONE: Readonly<Record<Uninstalled["way"], string>> = {
  restored: "The file is again what it was before.",
  edited: "Our entries are out of the file; the rest of it stays as it is.",
  none: "Nothing to do: none of our entries is there.",
  skipped: "Skipped.",
};

async function run(target: Target, values: Values, io: Io): Promise<Told> {
  const dryRun = values.has("dry-run");
  const { changed, difference, backup, way, skipped } = await uninstall(target, dryRun);
  const elsewhere = otherScopes(target);
  // The note says that hooks deliver, which they no longer do.
  const { harness, project } = target;
  const companion = elsewhere.length > 0 ? [] : removeCompanion(harness.id, project, io, dryRun);
  const notes = [
    ...elsewhere,
    ...companion.map((file) =>
      `The note on the project's knowledge ${dryRun ? "would go" : "is gone"}: ${file}`
    ),
    ...(changed ? [restart(target)] : []),
  ];
  const lines = [`${harness.title}, scope ${target.scope}: ${target.path}\n`, showDifference(difference, io)];
  if (skipped !== undefined) lines.push(`Skipped: ${skipped}\n`);
  else lines.push(dryRun && changed ? "Nothing was written: this was a dry run.\n" : `${DONE[way]}\n`);
  if (backup !== undefined) lines.push(`The file of before is in ${backup}\n`);
  for (const note of notes) lines.push(`\n${note}\n`);
  return {
    code: 0,
    json: {
      ok: true,
      harness: harness.id,
      scope: target.scope,
      file: target.path,
      changed,
      dryRun,
      way,
      skipped,
      difference,
      backup,
      notes,
    },
    text: lines.join(""),
  };
}
