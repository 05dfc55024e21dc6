/** Keeps plans that a command line writes in the project's plans tree. */
import { resolve } from "../base/path.ts";
import type { Call } from "./call.ts";
import { judgePlace, namesPlanTree, type PlanFinding, planTree } from "./plan_place.ts";
import { writeTargets } from "./shell_targets.ts";
import type { Finding } from "./finding.ts";

/** Speaks when a redirect or a copying command would put a plan outside the project's plans tree. */
export async function judgePlanCommand(call: Call): Promise<Finding | undefined> {
  const reading = await call.shell();
  if (reading === undefined) return undefined;
  for (const target of writeTargets(reading)) {
    call.checkTime();
    const found = target.word.value === undefined || target.cwd === undefined
      ? unknownPlace(call, target.word.raw)
      : judgePlace(call, resolve(target.cwd, target.word.value, call.os), target.text);
    if (found !== undefined) {
      return {
        values: {
          target: found.target,
          root: found.root,
          suggested: found.suggested,
          verdict: found.verdict,
        },
      };
    }
  }
  return undefined;
}

/** A place that only the shell will know is for a person to look at, if it names a plans tree. */
function unknownPlace(call: Call, raw: string): PlanFinding | undefined {
  if (!namesPlanTree(raw)) return undefined;
  return { verdict: "soft", target: raw, root: call.root(), suggested: planTree(call) };
}
