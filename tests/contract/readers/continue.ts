/**
 * What Continue CLI would make of an answer, by the code that nothing in it calls yet (1.5): Claude Code's object, exit
 * code 2, and plain text where there is no object.
 */
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import type { Reader } from "./reader.ts";

export const continueCli: Reader = {
  read(event, { stdout, stderr, code }) {
    if (code !== 0) return { goesOn: code !== 2, fault: `exit code ${code}: ${stderr}` };
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "plain text on standard output" };
    if (answer["decision"] === "block") return refusing(textAt(answer, "reason"));
    const specific = objectAt(answer, "hookSpecificOutput");
    if (specific !== undefined && specific["hookEventName"] !== event) {
      return { goesOn: true, fault: "an answer for another event" };
    }
    if (specific?.["permissionDecision"] === "deny") {
      return refusing(textAt(specific, "permissionDecisionReason"));
    }
    const decision = objectAt(specific, "decision");
    if (decision?.["behavior"] === "deny") return refusing(textAt(decision, "message"));
    return goingOn({
      told: textAt(specific, "additionalContext"),
      input: objectAt(specific, "updatedInput"),
    });
  },
};
