/** How reports name files and list issues. */
import { relativeTo, withSlashes } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import type { Report, Work } from "./automation.ts";
import type { Issue } from "./tool.ts";

/** The most lines that a report has. */
export const MOST_LINES = 10;
const LONGEST_LINE = 300;

/** `path` as it is written below the root. */
export function fromRoot(path: string, { root, os }: Pick<Work, "root" | "os">): string {
  return withSlashes(relativeTo(path, root, os) ?? path, os);
}

/** The names of `paths`, some of them where they are many. */
export function listOf(paths: readonly string[], work: Pick<Work, "root" | "os">): string {
  const names = paths.map((path) => fromRoot(path, work));
  return names.length <= 3
    ? names.join(", ")
    : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
}

/** The report of `issues`; undefined where there is none. */
export function reportOf(issues: readonly Issue[], tools: readonly string[], work: Work): Report | undefined {
  const texts = [
    ...new Set(issues.map(({ text }) => oneLine(text, LONGEST_LINE)).filter((text) => text !== "")),
  ];
  if (texts.length === 0) return undefined;
  const more = texts.length - MOST_LINES;
  return {
    values: {
      tool: [...new Set(tools)].join(", "),
      files: listOf([...new Set(issues.map(({ file }) => file))], work),
      count: texts.length,
      more: more > 0 ? more : undefined,
    },
    lines: texts.slice(0, MOST_LINES),
  };
}
