/** The summary of the plan that was worked on last. */
import { isAbsolute, join, relativeTo } from "../../base/path.ts";
import { readSmall } from "../../base/read_small.ts";
import { oneLine } from "../../base/text.ts";
import { ALL_PLAN_TREES } from "../../policy/plan_trees.ts";
import type { Moment } from "../moment.ts";
import { namesIn } from "./files.ts";

function suitesFolder({ place, root }: Moment): string | undefined {
  const named = place.env("LLM_PLAN_SUITES_DIR");
  if (named !== undefined && isAbsolute(named, place.os)) return named;
  return ALL_PLAN_TREES.map((tree) => join(root, tree, place.os)).find((folder) =>
    namesIn(folder, "folder", 1).length > 0
  );
}

function changedAt(path: string): number {
  try {
    return Deno.statSync(path).mtime?.getTime() ?? 0;
  } catch {
    return -1;
  }
}

/** The suite with the youngest `PROGRESS.md` that also holds `PLAN-NOTES.md`. */
function latestSuite(folder: string, { place }: Moment): string | undefined {
  const suites = namesIn(folder, "folder", 500)
    .map((name) => ({
      name,
      progress: changedAt(join(folder, `${name}/PROGRESS.md`, place.os)),
      notes: changedAt(join(folder, `${name}/PLAN-NOTES.md`, place.os)),
    }))
    .filter(({ progress, notes }) => progress >= 0 && notes >= 0);
  return suites.sort((a, b) => b.progress - a.progress)[0]?.name;
}

/** `Name: value` anywhere in the file, also as a list item or in bold. */
function field(text: string, name: string): string | undefined {
  const match = new RegExp(
    `^[ \\t]*(?:#+[ \\t]+|[-*][ \\t]+)?(?:\\*\\*)?${name}(?:\\*\\*)?[ \\t]*:(?:\\*\\*)?[ \\t]*([^\\n]+)$`,
    "im",
  ).exec(text);
  return match === null ? undefined : oneLine(match[1]!);
}

/** Where the plan stands, or that there is none. */
export function planSummary(moment: Moment): string {
  const folder = suitesFolder(moment);
  const suite = folder === undefined ? undefined : latestSuite(folder, moment);
  const file = suite === undefined ? undefined : join(folder!, `${suite}/PROGRESS.md`, moment.place.os);
  const text = file === undefined ? undefined : readSmall(file, 256 * 1024);
  if (suite === undefined || text === undefined) return "No active plan was found in this project.";
  const critical = [
    ...(/^#+[ \t]+Critical Files[^\n]*\n([^]*?)(?=^#|$(?![^]))/im.exec(text)?.[1] ?? "").matchAll(
      /^[ \t]*\d+\.[ \t]+([^\n]+)$/gm,
    ),
  ];
  const shown = relativeTo(file!, moment.root, moment.place.os) ?? file!;
  const lines = [
    ["Status", field(text, "Status")],
    ["Phase", field(text, "(?:Current )?Phase")],
    ["Task", field(text, "(?:Current )?Task")],
    ["Next action", field(text, "Next(?: Action)?")],
    ["Blockers", field(text, "Blockers?")],
    ["Critical files", critical.slice(0, 5).map((match) => oneLine(match[1]!, 120)).join("; ") || undefined],
  ].filter(([, value]) => value !== undefined).map(([name, value]) => `- ${name}: ${value}`);
  return [`Plan: ${oneLine(suite, 80)} (${shown})`, ...lines].join("\n");
}
