/** Formats what was edited, with the formatter that the project is set up for. */
import type { Files, Report, Work } from "./automation.ts";
import { runTools } from "./batches.ts";
import { nearestUse } from "./detect.ts";
import { listOf } from "./report.ts";
import { FORMATTERS } from "./tools/formatters.ts";

/** Says which files have changed. A formatter that fails is silent: the type check or the linter tells why. */
export async function format(work: Work, files: Files): Promise<Report | undefined> {
  const before = new Map(files.paths.map((path) => [path, readText(path)]));
  const ran = await runTools("format", work, files, (file) => {
    const use = nearestUse(FORMATTERS, file, work);
    return use === undefined ? [] : [use];
  });
  const changed = ran.flatMap(({ files, plan }) =>
    files.filter((path) => readText(path) !== before.get(path)).map((path) => ({ path, tool: plan.tool.id }))
  );
  if (changed.length === 0) return undefined;
  return {
    values: {
      tool: [...new Set(changed.map(({ tool }) => tool))].join(", "),
      files: listOf(changed.map(({ path }) => path), work),
    },
    // Words for the model at the end of a turn would make it take another one.
    onlyOperator: files.atEnd,
  };
}

function readText(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}
