/**
 * What Factory Droid makes of an answer, as its program (0.225) does: an object on standard output whatever the exit code;
 * exit code 1 with standard error is shown, 2 refuses, 3 ends everything. A question is logged and forgotten.
 */
import type { JsonObject } from "../../../src/base/json.ts";
import { goingOn, objectAt, objectIn, refusing, textAt } from "./object.ts";
import { type Reader, UNTOUCHED } from "./reader.ts";

/** What these answer is thrown away. */
const DEAF = ["SubagentStop", "SessionEnd", "Notification"];

export const droid: Reader = {
  read(event, { stdout, stderr, code }) {
    if (DEAF.includes(event)) return UNTOUCHED;
    if (code !== 0) return { goesOn: event !== "PreToolUse", fault: `exit code ${code}: ${stderr}` };
    const answer = objectIn(stdout);
    if (answer === undefined) return { goesOn: true, fault: "plain text on standard output" };
    const shown = textAt(answer, "systemMessage");
    switch (event) {
      case "PreToolUse":
        return beforeTool(answer);
      case "PostToolUse":
        return goingOn({ told: textAt(answer, "hookSpecificOutput", "additionalContext"), shown });
      case "Stop":
        return answer["decision"] === "block"
          ? refusing(textAt(answer, "reason"), shown)
          : goingOn({ shown });
      case "UserPromptSubmit":
        if (answer["continue"] === false) return refusing(textAt(answer, "stopReason"));
        return goingOn({ told: textAt(answer, "hookSpecificOutput", "additionalContext") });
      case "SessionStart":
        return goingOn({ told: textAt(answer, "hookSpecificOutput", "additionalContext") });
      default:
        return UNTOUCHED;
    }
  },
};

function beforeTool(answer: JsonObject) {
  if (answer["continue"] === false) return { goesOn: false, fault: "everything ends" };
  const specific = objectAt(answer, "hookSpecificOutput");
  if (specific?.["permissionDecision"] === "allow") {
    return { goesOn: true, fault: "the tool runs without a question" };
  }
  return specific?.["permissionDecision"] === "deny"
    ? refusing(textAt(specific, "permissionDecisionReason"))
    : goingOn({ input: objectAt(specific, "updatedInput") });
}
