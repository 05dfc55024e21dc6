/** Keeps plans that a file tool writes in the project's plans tree. */
import { judgePlace } from "./plan_place.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** Speaks when a plan is about to be written outside the project's plans tree. */
export function judgePlanWrite(call: Call): Finding | undefined {
  for (const target of call.targets) {
    call.checkTime();
    if (target.form === "delete") continue;
    const found = judgePlace(call, target.absolute, target.text);
    if (found !== undefined) {
      return {
        values: {
          path: found.target,
          root: found.root,
          suggested: found.suggested,
          verdict: found.verdict,
        },
      };
    }
  }
  return undefined;
}
