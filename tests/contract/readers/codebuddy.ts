/**
 * What CodeBuddy makes of an answer (2.117.0). It differs from Claude Code in what it does with an answer that is no
 * JSON, or that holds no context: on three events the model gets it as it is.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import { type Effect, type Reader, UNTOUCHED } from "./reader.ts";

/** On these the text of an answer without context goes to the model. */
const VERBATIM = ["SessionStart", "UserPromptSubmit", "Setup"];
const TELLS = [...VERBATIM, "PostToolUse", "PostToolUseFailure"];
const BLOCKS = ["PreToolUse", "UserPromptSubmit", "Stop", "SubagentStop"];

export const codebuddy: Reader = {
  read(event, { stdout, code }, payload) {
    if (code !== 0) return { goesOn: code !== 2, fault: `ended with exit code ${code}` };
    if (stdout === "") return UNTOUCHED;
    // Its standard output are instructions for the summary.
    if (event === "PreCompact") return { goesOn: true, told: stdout };
    let answer: unknown;
    try {
      answer = JSON.parse(stdout);
    } catch {
      return { goesOn: true, fault: "plain text becomes a message in the talk" };
    }
    return isObject(answer) ? effectOf(event, answer, payload) : { goesOn: true, fault: "no object" };
  },
};

function effectOf(event: string, answer: JsonObject, payload: JsonObject): Effect {
  const inner = isObject(answer["hookSpecificOutput"]) ? answer["hookSpecificOutput"] : {};
  if (Object.keys(inner).length > 0 && inner["hookEventName"] !== event) {
    return { goesOn: true, fault: "for another event" };
  }
  const text = (value: unknown): string | undefined => typeof value === "string" ? value : undefined;
  const shown = text(answer["systemMessage"]);
  const told = text(inner["additionalContext"]);
  if (event === "PermissionRequest") {
    const decision = isObject(inner["decision"]) ? inner["decision"] : {};
    return decision["behavior"] === "deny"
      ? { goesOn: false, reason: text(decision["message"]) ?? "" }
      : { goesOn: true, fault: "nobody reads it" };
  }
  const verdict = inner["permissionDecision"];
  const allowed = verdict !== undefined
    ? verdict !== "deny"
    : answer["decision"] !== undefined
    ? answer["decision"] !== "block"
    : answer["continue"] !== false;
  const message = text(inner["permissionDecisionReason"]) ?? text(answer["stopReason"]) ??
    text(answer["reason"]) ?? shown;
  if (!allowed) {
    if (!BLOCKS.includes(event)) return { goesOn: true, fault: `${event} cannot be blocked` };
    return message === undefined || message === ""
      ? { goesOn: false, fault: "blocked without a reason" }
      : { goesOn: false, reason: message };
  }
  if (VERBATIM.includes(event) && told === undefined) {
    return { goesOn: true, fault: "the model would read the answer itself" };
  }
  if (told !== undefined && !TELLS.includes(event)) return { goesOn: true, fault: "tells nobody" };
  const changed = inner["updatedInput"];
  const before = isObject(payload["tool_input"]) ? payload["tool_input"] : {};
  return {
    goesOn: true,
    ...(told === undefined ? {} : { told }),
    ...(verdict === "ask" ? { asked: message ?? "" } : {}),
    ...(shown === undefined ? {} : { shown }),
    ...(isObject(changed) && event === "PreToolUse" ? { input: { ...before, ...changed } } : {}),
  };
}
