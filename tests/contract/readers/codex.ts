/**
 * What Codex makes of an answer (0.171): a JSON answer that holds anything else than its event's own keys is refused as a
 * whole, a refusal without a reason is a failed hook, and a failed hook lets everything go on.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import { type Effect, type Reader, UNTOUCHED } from "./reader.ts";

const COMMON = ["continue", "stopReason", "suppressOutput", "systemMessage"];
const DECIDES = [...COMMON, "decision", "reason"];

/** Event → the keys at the root, and those inside `hookSpecificOutput`; none: it takes no such object. */
const KEYS: Readonly<Record<string, readonly [readonly string[], readonly string[] | undefined]>> = {
  SessionStart: [COMMON, ["additionalContext"]],
  SubagentStart: [COMMON, ["additionalContext"]],
  UserPromptSubmit: [DECIDES, ["additionalContext"]],
  PreToolUse: [DECIDES, [
    "permissionDecision",
    "permissionDecisionReason",
    "updatedInput",
    "additionalContext",
  ]],
  PermissionRequest: [COMMON, ["decision"]],
  PostToolUse: [DECIDES, ["additionalContext", "updatedMCPToolOutput"]],
  Stop: [DECIDES, undefined],
  SubagentStop: [DECIDES, undefined],
  PreCompact: [COMMON, undefined],
  PostCompact: [COMMON, undefined],
  Interrupt: [["systemMessage"], undefined],
};
/** Plain text is context there. */
const PLAIN = ["SessionStart", "UserPromptSubmit", "SubagentStart"];
/** A longer text is cut in its middle: 2,500 tokens, which are counted as four bytes each. */
const WHOLE = 10_000;

const failed = (fault: string): Effect => ({ goesOn: true, fault });

export const codex: Reader = {
  read(event, { stdout, stderr, code }) {
    const keys = KEYS[event];
    if (keys === undefined) return UNTOUCHED;
    if (code === 2) {
      return stderr.trim() === "" || event === "SessionStart" || event === "Interrupt"
        ? failed("exit code 2 without a reason")
        : { goesOn: false, reason: stderr.trim() };
    }
    if (code !== 0) return failed(`exit code ${code}`);
    const text = stdout.trim();
    if (text === "") return UNTOUCHED;
    if (!/^[{[]/.test(text)) {
      if (PLAIN.includes(event)) return { goesOn: true, told: text };
      return /Stop$/.test(event) ? failed("plain text") : UNTOUCHED;
    }
    const answer: unknown = JSON.parse(text);
    if (!isObject(answer)) return failed("no object");
    const [root, inside] = keys;
    const unknown = Object.keys(answer).find((key) =>
      !root.includes(key) && !(key === "hookSpecificOutput" && inside !== undefined)
    );
    if (unknown !== undefined) return failed(`unknown field ${unknown}`);
    const specific = answer["hookSpecificOutput"] ?? {};
    if (!isObject(specific)) return failed("hookSpecificOutput is no object");
    const odd = Object.keys(specific).find((key) => key !== "hookEventName" && !inside!.includes(key));
    if (odd !== undefined) return failed(`unknown field ${odd}`);
    if (answer["hookSpecificOutput"] !== undefined && specific["hookEventName"] !== event) {
      return failed("hookEventName is not the event's");
    }
    return decided(event, answer, specific);
  },
};

function decided(event: string, answer: JsonObject, specific: JsonObject): Effect {
  const told = specific["additionalContext"] as string | undefined;
  const shown = answer["systemMessage"] as string | undefined;
  if (new TextEncoder().encode(told ?? "").length > WHOLE) return failed("the text is cut");
  const beside = { ...(told === undefined ? {} : { told }), ...(shown === undefined ? {} : { shown }) };
  if (answer["continue"] !== undefined || answer["suppressOutput"] !== undefined) {
    return failed("unsupported");
  }
  const { decision, reason } = answer;
  if (decision !== undefined) {
    if (decision !== "block") return failed(`decision ${decision}`);
    return hasText(reason) ? { goesOn: false, reason, ...beside } : failed("no reason");
  }
  if (reason !== undefined) return failed("a reason without a decision");
  if (event === "PermissionRequest" && isObject(specific["decision"])) {
    const { behavior, message, ...rest } = specific["decision"];
    if (behavior !== "deny" || !hasText(message) || Object.keys(rest).length > 0) return failed("decision");
    return { goesOn: false, reason: message, ...beside };
  }
  const { permissionDecision: permission, permissionDecisionReason: why, updatedInput: input } = specific;
  if (permission === "deny") {
    return hasText(why) ? { goesOn: false, reason: why, ...beside } : failed("no reason");
  }
  if (permission === "allow" && isObject(input)) {
    // The patch of `apply_patch` is under that key, too.
    return typeof input["command"] === "string" ? { goesOn: true, input, ...beside } : failed("no command");
  }
  if (permission !== undefined || input !== undefined) return failed(`permissionDecision ${permission}`);
  return { goesOn: true, ...beside };
}

function hasText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
