/**
 * What Claude Code makes of an answer (2.1.332): unknown keys are passed over, but a known one of a wrong form, or a
 * `hookSpecificOutput` that the event has no form of, makes the whole answer invalid.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import { type Effect, type Reader, UNTOUCHED } from "./reader.ts";

/** What stands inside `hookSpecificOutput`; an event that is not here takes none. */
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"],
  PreSkillShellCommand: ["permissionDecision", "permissionDecisionReason", "updatedInput"],
  PreModelSwitch: ["permissionDecision", "permissionDecisionReason"],
  PermissionRequest: ["decision"],
  PermissionDenied: ["retry"],
  PostToolUse: ["additionalContext", "updatedToolOutput", "updatedMCPToolOutput", "classifierContext"],
  PostToolUseFailure: ["additionalContext"],
  PostToolBatch: ["additionalContext"],
  Stop: ["additionalContext"],
  SubagentStop: ["additionalContext"],
  SubagentStart: ["additionalContext"],
  Setup: ["additionalContext"],
  Notification: ["additionalContext"],
  PostModelSwitch: ["additionalContext"],
  UserPromptSubmit: ["additionalContext", "sessionTitle", "suppressOriginalPrompt"],
  UserPromptExpansion: ["additionalContext", "suppressOriginalPrompt"],
  SessionStart: ["additionalContext", "initialUserMessage", "sessionTitle", "watchPaths", "reloadSkills"],
  Elicitation: ["action", "content"],
  ElicitationResult: ["action", "content"],
  CwdChanged: ["watchPaths"],
  FileChanged: ["watchPaths"],
};
/** It takes the key, but the model never reads it. */
const UNREAD = ["Notification"];
const PLAIN = ["SessionStart", "UserPromptSubmit", "UserPromptExpansion"];
/** Exit code 2 keeps it from happening. */
const BLOCKED_BY_CODE = [
  "PreToolUse",
  "PreSkillShellCommand",
  "PreModelSwitch",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
  "ConfigChange",
  "Elicitation",
  "ElicitationResult",
];
/** So does a block at the top level. */
const BLOCKED_BY_DECISION = [
  "PreToolUse",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "ConfigChange",
];
/** Nothing of the answer counts. For `WorktreeCreate` it would be a path, so nobody is registered there. */
const DEAF = ["SessionEnd", "StopFailure", "InstructionsLoaded", "WorktreeCreate", "WorktreeRemove"];
/** A longer text is put into a file, of which the model sees the beginning. */
const WHOLE = 10_000;

const invalid = (fault: string): Effect => ({ goesOn: true, fault });

export const claudeCode: Reader = {
  read(event, { stdout, stderr, code }) {
    if (DEAF.includes(event)) return UNTOUCHED;
    if (code === 2) {
      const reason = stderr.trim() || "No stderr output";
      return BLOCKED_BY_CODE.includes(event) ? { goesOn: false, reason } : { goesOn: true, shown: reason };
    }
    const text = stdout.trim();
    if (!text.startsWith("{")) {
      if (code !== 0) return invalid(`exit code ${code}`);
      return text !== "" && PLAIN.includes(event) ? { goesOn: true, told: text } : UNTOUCHED;
    }
    const answer: unknown = JSON.parse(text);
    if (!isObject(answer)) return invalid("no object");
    const wrong = wrongPart(event, answer);
    if (wrong !== undefined) return invalid(wrong);
    const specific = (answer["hookSpecificOutput"] ?? {}) as JsonObject;
    const told = UNREAD.includes(event) ? undefined : specific["additionalContext"] as string | undefined;
    const shown = answer["systemMessage"] as string | undefined;
    if ([told, shown].some((one) => one !== undefined && one.length > WHOLE)) {
      return invalid("it is too long");
    }
    return {
      goesOn: true,
      ...(told === undefined ? {} : { told }),
      ...(shown === undefined ? {} : { shown }),
      ...decided(event, answer, specific, shown),
    };
  },
};

/** Why the whole answer counts for nothing. */
function wrongPart(event: string, answer: JsonObject): string | undefined {
  for (const key of ["systemMessage", "stopReason", "reason"]) {
    if (answer[key] !== undefined && typeof answer[key] !== "string") return `${key} is no text`;
  }
  const { decision, hookSpecificOutput: specific } = answer;
  if (decision !== undefined && decision !== "approve" && decision !== "block") return `decision ${decision}`;
  if (specific === undefined) return undefined;
  if (!isObject(specific)) return "hookSpecificOutput is no object";
  if (SPECIFIC[event] === undefined) return "hookSpecificOutput, which the event does not have";
  if (specific["hookEventName"] !== event) return "hookEventName is not the event's";
  const permission = specific["permissionDecision"];
  if (permission !== undefined && !["allow", "deny", "ask", "defer"].includes(`${permission}`)) {
    return `permissionDecision ${permission}`;
  }
  return undefined;
}

function decided(
  event: string,
  answer: JsonObject,
  specific: JsonObject,
  shown: string | undefined,
): Partial<Effect> {
  if (answer["decision"] === "block" && BLOCKED_BY_DECISION.includes(event)) {
    return { goesOn: false, reason: `${answer["reason"] ?? "Blocked by hook"}` };
  }
  const why = `${specific["permissionDecisionReason"] ?? "Blocked by hook"}`;
  const decision = specific["decision"];
  if (event === "PermissionRequest" && isObject(decision) && decision["behavior"] === "deny") {
    return { goesOn: false, reason: `${decision["message"] ?? ""}` };
  }
  if (specific["action"] === "decline") return { goesOn: false, reason: shown ?? "" };
  switch (specific["permissionDecision"]) {
    case "deny":
      return { goesOn: false, reason: why };
    case "ask":
      // There is nobody to ask about a command that a skill brings along.
      return event === "PreSkillShellCommand" ? { goesOn: false, reason: why } : { asked: why };
  }
  const input = specific["updatedInput"];
  if (input === undefined) return {};
  if (event !== "PreToolUse") return { goesOn: false, reason: "it may not be changed" };
  return isObject(input) ? { input } : { goesOn: false, reason: "the input fails its schema" };
}
