/** What Devin makes of an answer, from its documentation and recordings that others made of it. */
import { isObject } from "../../../src/base/json.ts";
import { type Reader, UNTOUCHED } from "./reader.ts";

const BLOCKS = ["UserPromptSubmit", "PreToolUse", "PermissionRequest", "Stop"];
const TELLS = ["SessionStart", "UserPromptSubmit", "PostToolUse"];

export const devin: Reader = {
  read(event, { stdout, code }, payload) {
    if (code !== 0) return { goesOn: code !== 2, fault: `ended with exit code ${code}` };
    if (stdout === "") return UNTOUCHED;
    let answer: unknown;
    try {
      answer = JSON.parse(stdout);
    } catch {
      return { goesOn: true, fault: "no JSON" };
    }
    if (!isObject(answer)) return { goesOn: true, fault: "no object" };
    const { decision, reason, hookSpecificOutput: inner, ...odd } = answer;
    if (Object.keys(odd).length > 0) return { goesOn: true, fault: `unknown: ${Object.keys(odd)}` };
    if (decision !== undefined) {
      if (decision !== "block" || !BLOCKS.includes(event)) return { goesOn: true, fault: "blocks nothing" };
      return typeof reason === "string" && reason !== ""
        ? { goesOn: false, reason }
        : { goesOn: false, fault: "blocked without a reason" };
    }
    if (!isObject(inner) || inner["hookEventName"] !== event) {
      return { goesOn: true, fault: "for no event, or for another one" };
    }
    const { hookEventName: _, additionalContext: told, updatedInput: changed, ...more } = inner;
    if (Object.keys(more).length > 0) return { goesOn: true, fault: `unknown: ${Object.keys(more)}` };
    if (changed !== undefined) {
      const before = isObject(payload["tool_input"]) ? payload["tool_input"] : {};
      return event === "PreToolUse" && isObject(changed)
        ? { goesOn: true, input: { ...before, ...changed } }
        : { goesOn: true, fault: "changes nothing" };
    }
    return typeof told === "string" && TELLS.includes(event)
      ? { goesOn: true, told }
      : { goesOn: true, fault: "tells nobody" };
  },
};
