import type { Finding } from "../guard/finding.ts";
import type { Action } from "../policy/action.ts";

/** What is done about `finding` where the policy says `action`. */
export function settle(action: Exclude<Action, "off">, finding: Finding): Exclude<Action, "off"> {
  // A call that can go on without what was found is not refused.
  if (finding.rewrite !== undefined) return "advise";
  // Where the policy only advises, nothing is refused, whatever was found.
  if (action === "advise") return "advise";
  if (finding.atMost === "advise") return "advise";
  if (finding.atMost === "ask") return "ask";
  return finding.atLeast === "deny" ? "deny" : action;
}
