/** Keeps plans that a command line writes in the project's plans tree. */
import { resolve } from "../base/path.ts";
import type { Call } from "./call.ts";
import type { Guard } from "./guard.ts";
import { judgePlace, namesPlanTree, type PlanFinding, planTree } from "./plan_place.ts";
import { writeTargets } from "./shell_targets.ts";

/** Spares reading the command line where nothing in it can write a file. */
const MAY_WRITE =
  />|\b(?:tee|touch|cp|mv|ln|install|rsync)\b|-(?:file|content|item|object)\b|\b(?:sc|ac|ni|copy|move)\b/i;

/** Speaks when a redirect or a copying command would put a plan outside the project's plans tree. */
export const planShell: Guard = {
  id: "pretooluse-bash-plan-guard",
  events: ["PreToolUse"],
  tools: ["Bash", "PowerShell"],
  actions: { advisory: "advise", minimal: "off", standard: "advise", strict: "advise" },
  async judge(call) {
    if (call.command === undefined || !MAY_WRITE.test(call.command)) return undefined;
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
  },
};

/** A place that only the shell will know is for a person to look at, if it names a plans tree. */
function unknownPlace(call: Call, raw: string): PlanFinding | undefined {
  if (!namesPlanTree(raw)) return undefined;
  return { verdict: "soft", target: raw, root: call.root(), suggested: planTree(call) };
}
