/** Notices a document that is likely to be left behind: notes, drafts and reports beside the code. */
import { isAbsent } from "../base/errors.ts";
import { isInside, isWindowsPath, resolveLinks } from "../base/path.ts";
import type { Call, Target } from "./call.ts";
import type { Finding } from "./finding.ts";

/** Names of notes to oneself, wherever the file lies. */
const NOTES = new Set("NOTES TODO SCRATCH TEMP DRAFT BRAINSTORM SPIKE DEBUG WIP".split(" "));
/** Words in the names of what sessions leave at the top of a project. */
const LEFTOVERS = new Set(
  ("ANALYSIS SUMMARY REPORT FINDINGS FIXES FIXED PROGRESS STATUS RESULTS INVESTIGATION HANDOFF HANDOVER COMPLETE " +
    "COMPLETED COMPLETION RECAP WALKTHROUGH OVERVIEW_OF_CHANGES CHANGES_MADE").split(" "),
);
/** Folders in which documents are at home. A folder that begins with a dot is somebody's own. */
const HOMES = new Set(
  ("docs doc documentation content commands skills agents prompts benchmarks templates memory memories adr rfcs wiki " +
    "blog posts plans").split(" "),
);

const DOCUMENT = /^(.+)\.(?:md|txt)$/i;

/** A new document under such a name. Never more than advice: whoever wants the file has it. */
export function judgeDocFile(call: Call): Finding | undefined {
  const target = call.targets[0];
  if (target === undefined || target.form !== "content") return undefined;
  const names = namesBelowProject(call, target);
  if (names === undefined) return undefined;
  const stem = DOCUMENT.exec(names.at(-1) ?? "")?.[1];
  if (
    stem === undefined ||
    names.slice(0, -1).some((name) => name.startsWith(".") || HOMES.has(name.toLowerCase()))
  ) {
    return undefined;
  }
  const kind = NOTES.has(stem)
    ? "a note to oneself"
    : names.length === 1 && isLeftover(stem)
    ? "a report of a session"
    : undefined;
  if (kind === undefined || exists(target.absolute)) return undefined;
  return { values: { path: target.path, kind }, atMost: "advise", rule: `doc-file/${stem.slice(0, 40)}` };
}

/** `IMPLEMENTATION_SUMMARY`, `BUG-FIX-REPORT`: capitals throughout, one of whose words says what it is. */
function isLeftover(stem: string): boolean {
  if (stem !== stem.toUpperCase()) return false;
  return LEFTOVERS.has(stem) || stem.split(/[^A-Z0-9]+/).some((word) => LEFTOVERS.has(word));
}

/** The names of the path, below the project's root where it lies in it; undefined for a file elsewhere. */
function namesBelowProject({ os, root }: Call, { path, absolute }: Target): string[] | undefined {
  // A path of another system, as a session may name it: nothing tells where its project begins.
  if (os !== "windows" && isWindowsPath(path)) return path.split(/[\\/]+/).slice(1);
  const project = root();
  const file = resolveLinks(absolute, os);
  if (!isInside(file, project, os)) return undefined;
  return file.slice(project.length).split(/[\\/]+/).filter((name) => name !== "");
}

/** What cannot be looked at counts as there, so that nothing is said about it. */
function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    return !isAbsent(error);
  }
}
