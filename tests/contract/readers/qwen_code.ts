/**
 * What Qwen Code makes of an answer (0.24): nothing is checked, and much that Claude Code reads is not: no input and no
 * context before a tool, no context at the end of a turn.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import type { Reply } from "../../../src/contract/outcome.ts";
import { type Effect, type Reader, UNTOUCHED } from "./reader.ts";

/** Output and exit code are thrown away. */
const DEAF = [
  "PermissionDenied",
  "StopFailure",
  "SessionEnd",
  "SessionDelete",
  "MessageDisplay",
  "InstructionsLoaded",
];
const PLAIN = ["SessionStart", "UserPromptSubmit", "UserPromptExpansion"];
const READS_CONTEXT = [...PLAIN, "PostToolUse", "PostToolUseFailure", "PostToolBatch", "PreCompact"];
/** A block at the top level refuses, holds the turn, or withholds a result. */
const BLOCKS = [
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreToolUse",
  "PostToolBatch",
  "Stop",
  "SubagentStop",
  "TodoCreated",
  "TodoCompleted",
];

export const qwenCode: Reader = {
  read(event, reply) {
    if (DEAF.includes(event)) return UNTOUCHED;
    const output = outputOf(event, reply);
    if (output === undefined) return UNTOUCHED;
    if (typeof output === "string") return { goesOn: true, fault: output };
    const specific = isObject(output["hookSpecificOutput"]) ? output["hookSpecificOutput"] : {};
    const told = READS_CONTEXT.includes(event) ? asText(specific["additionalContext"]) : undefined;
    const shown = asText(output["systemMessage"]);
    const effect: Effect = {
      goesOn: true,
      ...(told === undefined ? {} : { told }),
      ...(shown === undefined ? {} : { shown }),
    };
    return { ...effect, ...decided(event, output, specific) };
  },
};

function decided(event: string, output: JsonObject, specific: JsonObject): Partial<Effect> {
  const reason = asText(output["reason"]);
  if (event === "PermissionRequest") {
    const decision = specific["decision"];
    return isObject(decision) && decision["behavior"] === "deny"
      ? { goesOn: false, reason: asText(decision["message"]) ?? "No reason provided" }
      : {};
  }
  if (event === "PreToolUse") {
    const decision = specific["permissionDecision"] ?? output["decision"];
    const why = asText(specific["permissionDecisionReason"]) ?? reason ?? "No reason provided";
    if (decision === "ask") return { asked: why };
    return decision === "deny" || decision === "block" ? { goesOn: false, reason: why } : {};
  }
  const blocks = BLOCKS.includes(event) && (output["decision"] === "block" || output["decision"] === "deny");
  return blocks ? { goesOn: false, reason: reason ?? "No reason provided" } : {};
}

/** The object that counts; a text that is a fault, or undefined for nothing. */
function outputOf(event: string, { stdout, stderr, code }: Reply): JsonObject | string | undefined {
  const text = code === 2 ? stderr.trim() : stdout.trim() || (code === 0 ? stderr.trim() : "");
  if (text === "") return undefined;
  if (text.startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch {
      return "a broken object is ignored";
    }
  }
  if (code === 2) return { decision: "deny", reason: text };
  if (code !== 0) return "a warning is shown";
  return PLAIN.includes(event)
    ? { hookSpecificOutput: { additionalContext: text } }
    : { systemMessage: text };
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
