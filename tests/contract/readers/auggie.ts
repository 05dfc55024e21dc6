/**
 * What Auggie makes of an answer, as its program (0.36) does: the object has to be of the right form as a whole. Only a
 * refusal, a new input, and what is said after a tool go anywhere; the operator sees notes and standard error.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import type { Reader } from "./reader.ts";

/** `hookSpecificOutput` may name these events, with these keys. */
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput"],
  PostToolUse: ["decision", "reason", "additionalContext"],
  Stop: ["decision", "reason"],
  SessionStart: ["additionalContext"],
  SessionEnd: [],
  Notification: [],
};

export const auggie: Reader = {
  read(event, { stdout, stderr, code }) {
    if (code !== 0) return { goesOn: !(code === 2 && event === "PreToolUse"), fault: `exit code ${code}` };
    if (stderr !== "") return { goesOn: true, fault: "the operator sees standard error" };
    const answer = objectIn(stdout);
    const wrong = answer === undefined ? "no object" : wrongPart(answer);
    if (answer === undefined || wrong !== undefined) return { goesOn: true, fault: `not read: ${wrong}` };
    const shown = textAt(answer, "systemMessage");
    const specific = objectAt(answer, "hookSpecificOutput");
    if (event === "PreToolUse") {
      return specific?.["permissionDecision"] === "deny"
        // The operator is told why, not what else there was.
        ? refusing(textAt(specific, "permissionDecisionReason"))
        : goingOn({ input: objectAt(specific, "updatedInput"), shown });
    }
    return goingOn({
      told: event === "PostToolUse" ? textAt(specific, "additionalContext") : undefined,
      shown,
    });
  },
};

function wrongPart(answer: JsonObject): string | undefined {
  const specific = answer["hookSpecificOutput"];
  if (specific === undefined) return undefined;
  if (!isObject(specific)) return "hookSpecificOutput";
  const keys = SPECIFIC[String(specific["hookEventName"])];
  if (keys === undefined) return "hookEventName";
  return Object.keys(specific).find((key) => key !== "hookEventName" && !keys.includes(key));
}
