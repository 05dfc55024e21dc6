/**
 * What Cursor makes of an answer, from its documentation and what others met: standard output is one JSON object with the
 * keys of the event, and where a call waits for the answer, anything else keeps the call from running, an empty answer
 * too.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import { type Effect, type Reader, UNTOUCHED } from "./reader.ts";

const ASKS = ["permission", "user_message", "agent_message"];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  sessionStart: ["additional_context", "env"],
  beforeSubmitPrompt: ["continue", "user_message"],
  preToolUse: [...ASKS, "updated_input"],
  postToolUse: ["additional_context", "updated_mcp_tool_output"],
  beforeShellExecution: ASKS,
  beforeMCPExecution: ASKS,
  beforeReadFile: ["permission", "user_message"],
  beforeTabFileRead: ["permission"],
  subagentStart: ["permission", "user_message"],
  stop: ["followup_message"],
  subagentStop: ["followup_message"],
  preCompact: ["user_message"],
};
const WAITED_FOR = [
  "beforeSubmitPrompt",
  "preToolUse",
  "beforeShellExecution",
  "beforeMCPExecution",
  "beforeReadFile",
  "beforeTabFileRead",
  "subagentStart",
];

export const cursor: Reader = {
  read(event, { stdout, stderr, code }, payload) {
    const waits = WAITED_FOR.includes(event);
    if (code !== 0) return { goesOn: code !== 2 || !waits, fault: `ended with exit code ${code}` };
    let answer: unknown;
    try {
      answer = JSON.parse(stdout);
    } catch {
      return { goesOn: !waits, fault: "returned stdout that is not valid JSON" };
    }
    if (!isObject(answer)) return { goesOn: !waits, fault: "returned no object" };
    const odd = Object.keys(answer).find((key) => !(KEYS[event] ?? []).includes(key));
    if (odd !== undefined) return { goesOn: !waits, fault: `does not take ${odd} on ${event}` };
    return effectOf(event, answer, stderr, payload);
  },
};

function effectOf(event: string, answer: JsonObject, stderr: string, payload: JsonObject): Effect {
  const text = (key: string): string | undefined =>
    typeof answer[key] === "string" ? answer[key] as string : undefined;
  const message = text("agent_message") ?? text("user_message") ?? (stderr === "" ? undefined : stderr);
  if (answer["permission"] === "deny") return { goesOn: false, ...(message ? { reason: message } : {}) };
  if (answer["permission"] === "ask") {
    if (event === "preToolUse") return { goesOn: true, fault: "asks, and nobody is asked" };
    if (event === "subagentStart") return { goesOn: false, ...(message ? { reason: message } : {}) };
    return { goesOn: true, ...(message ? { asked: message } : {}) };
  }
  if (answer["continue"] === false) return { goesOn: false, ...(message ? { reason: message } : {}) };
  if (answer["updated_input"] !== undefined) {
    // Only an answer that lets the call run carries another input.
    return answer["permission"] === "allow"
      ? { goesOn: true, input: answer["updated_input"] as JsonObject }
      : { goesOn: true, fault: "another input, and no leave to run it" };
  }
  if (answer["permission"] === "allow") return { goesOn: true, fault: "approves what nobody asked about" };
  const followup = text("followup_message");
  if (followup !== undefined) {
    return event === "subagentStop" && payload["status"] !== "completed"
      ? { goesOn: true, fault: "a follow-up of what was not completed" }
      : { goesOn: false, reason: followup };
  }
  const told = text("additional_context");
  if (told !== undefined) return { goesOn: true, told };
  const shown = text("user_message");
  return shown === undefined ? UNTOUCHED : { goesOn: true, shown };
}
