/** Looks over what was edited: the syntax of data files in this process, the linters that the project is set up for. */
import type { Files, Report, Work } from "./automation.ts";
import { runTools } from "./batches.ts";
import { allUses } from "./detect.ts";
import { reportOf } from "./report.ts";
import { syntaxIssue } from "./syntax.ts";
import { LINTERS } from "./tools/linters.ts";
import type { Issue } from "./tool.ts";

/** The issues of the files. */
export async function quality(work: Work, files: Files): Promise<Report | undefined> {
  const broken: Issue[] = [];
  for (const file of files.paths) {
    const issue = await syntaxIssue(file, work);
    if (issue !== undefined) broken.push(issue);
  }
  // A linter has nothing to add to a file that cannot be read.
  const whole = files.paths.filter((path) => broken.every(({ file }) => file !== path));
  const ran = await runTools(
    "quality",
    work,
    { ...files, paths: whole },
    (file) => allUses(LINTERS, file, work),
  );
  const found = ran.filter(({ issues }) => issues.length > 0);
  const tools = [...(broken.length > 0 ? ["syntax"] : []), ...found.map(({ plan }) => plan.tool.id)];
  return reportOf([...broken, ...found.flatMap(({ issues }) => issues)], tools, work);
}
