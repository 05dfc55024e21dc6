/** Checks the types of what was edited, by project, and tells only what concerns the edited files. */
import type { Files, Report, Work } from "./automation.ts";
import { runTools } from "./batches.ts";
import { nearestUse } from "./detect.ts";
import { reportOf } from "./report.ts";
import { CHECKERS } from "./tools/checkers.ts";

/** The lines of the type checker about the files. */
export async function typecheck(work: Work, files: Files): Promise<Report | undefined> {
  const ran = await runTools("typecheck", work, files, (file) => {
    const use = nearestUse(CHECKERS, file, work);
    return use === undefined ? [] : [use];
  });
  const found = ran.filter(({ issues }) => issues.length > 0);
  return reportOf(found.flatMap(({ issues }) => issues), found.map(({ plan }) => plan.tool.id), work);
}
