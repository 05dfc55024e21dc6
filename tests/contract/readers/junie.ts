/**
 * What Junie CLI may make of an answer: nobody has watched it, so a refusal has to hold for a client that reads exit
 * codes, and for one that reads the object.
 */
import { goingOn, objectAt, objectIn, textAt } from "./object.ts";
import type { Reader } from "./reader.ts";

export const junie: Reader = {
  read(_event, { stdout, stderr, code }) {
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "the answer is no object" };
    const specific = objectAt(answer, "hookSpecificOutput");
    const reason = textAt(specific, "permissionDecisionReason") ?? textAt(answer, "reason");
    if (code === 2 && reason !== undefined && stderr.trim() === reason) return { goesOn: false, reason };
    if (code !== 0 || reason !== undefined) return { goesOn: true, fault: "half a refusal" };
    return goingOn({ told: textAt(specific, "additionalContext") });
  },
};
