/** Keeps plans that a file tool writes in the project's plans tree. */
import type { Guard } from "./guard.ts";
import { judgePlace } from "./plan_place.ts";

/** Speaks when a plan is about to be written outside the project's plans tree. */
export const planWrite: Guard = {
  id: "pretooluse-write-plan-guard",
  events: ["PreToolUse"],
  tools: ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch"],
  actions: { advisory: "advise", minimal: "off", standard: "advise", strict: "advise" },
  judge(call) {
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
  },
};
