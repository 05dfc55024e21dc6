/** `garfio knowledge sync`: notes where our hooks run, compiled files where they do not. */
import { isOff } from "../base/text.ts";
import { type Companion, COMPANIONS } from "../knowledge/companion/places.ts";
import { hasCompanion, type Step, syncCompanion, type Wanted } from "../knowledge/companion/sync.ts";
import { setting } from "../policy/policy.ts";
import { registeredScopes } from "../register/detect.ts";
import { loadHarness } from "../register/registration.ts";
import { UsageError } from "./arguments.ts";
import type { Io } from "./io.ts";
import { type Job, loadProject } from "./knowledge.ts";
import { printJson } from "./registration.ts";

/** Brings the files of the harnesses that are named, or in use here, in line. */
export async function sync(job: Job): Promise<number> {
  const { values, io, root } = job;
  const dryRun = values.has("dry-run");
  const remove = values.has("remove");
  const named = values.text("harness")?.split(",").map((id) => id.trim());
  for (const id of named ?? []) {
    if (!COMPANIONS.some((one) => one.id === id)) {
      throw new UsageError(`--harness takes ${COMPANIONS.map((one) => one.id).join(", ")}; not "${id}".`);
    }
  }
  const chosen = COMPANIONS.filter((one) =>
    named?.includes(one.id) ?? (hasHooks(one.id, root, io) || hasCompanion(root, io.os, one))
  );
  const { items } = await loadProject(job);
  const results: { harness: Companion; wanted: Wanted; steps: Step[] }[] = [];
  for (const harness of chosen) {
    const wanted = remove || items.length === 0 ? "nothing" : wantedFor(harness, root, io);
    results.push({
      harness,
      wanted,
      steps: syncCompanion({ root, os: io.os, items, dryRun }, harness, wanted),
    });
  }
  const leftAlone = results.flatMap(({ steps }) => steps).filter(({ does }) => does === "left alone").length;
  if (values.has("json")) {
    printJson(io, {
      ok: leftAlone === 0,
      project: root,
      dryRun,
      harnesses: results.map(({ harness, wanted, steps }) => ({ harness: harness.id, wanted, files: steps })),
    });
    return leftAlone === 0 ? 0 : 1;
  }
  if (results.length === 0) {
    io.write(
      `No harness is in use here. Name one: --harness ${COMPANIONS.map((one) => one.id).join(", ")}.\n`,
    );
  }
  for (const { harness, wanted, steps } of results) {
    io.write(`${harness.title}: ${WORDS[wanted]}\n`);
    for (const { file, does, why } of steps) {
      if (does !== "nothing") io.write(`  ${does}: ${file}${why === undefined ? "" : ` (${why})`}\n`);
    }
  }
  if (dryRun) io.write("Nothing was written: this was a dry run.\n");
  return leftAlone === 0 ? 0 : 1;
}

const WORDS: Readonly<Record<Wanted, string>> = {
  note: "its hooks deliver, so a short note is enough",
  compiled: "no hook of ours delivers there, so it gets files of its own",
  nothing: "nothing of ours stays",
};

/** With hooks a note; compiled files without, or where the operator keeps them. */
function wantedFor(harness: Companion, root: string, io: Io): Wanted {
  return hasHooks(harness.id, root, io) && !isOff(setting(io, "SIGNATURE_MODE")) ? "note" : "compiled";
}

/** Whether entries of ours are in any settings file of the harness that holds for the project. */
export function hasHooks(id: string, root: string, io: Io): boolean {
  try {
    const harness = loadHarness(io.assets, id);
    return registeredScopes(harness, root, io).length > 0;
  } catch {
    // No table for it, or one without hooks.
    return false;
  }
}

/** Takes our note and files for `id` out of the project at `root`; what was removed or rewritten. */
export function removeCompanion(id: string, root: string, io: Io, dryRun: boolean): string[] {
  const companion = COMPANIONS.find((one) => one.id === id);
  if (companion === undefined) return [];
  return syncCompanion({ root, os: io.os, items: [], dryRun }, companion, "nothing")
    .filter(({ does }) => does === "write" || does === "remove").map(({ file }) => file);
}
