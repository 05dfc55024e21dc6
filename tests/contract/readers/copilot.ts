/**
 * What GitHub Copilot makes of an answer. Its command line (1.0.102, like the cloud agent) reads keys at the top, under
 * the names of its own events only there, and passes over what it does not know; VS Code runs the same file and reads
 * `hookSpecificOutput`, which it drops where the event in it is another one.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import { type Effect, type Reader, UNTOUCHED } from "./reader.ts";

/** The name that VS Code and Claude Code give an event. */
const NAMES: Readonly<Record<string, string>> = {
  sessionStart: "SessionStart",
  userPromptSubmitted: "UserPromptSubmit",
  preToolUse: "PreToolUse",
  postToolUse: "PostToolUse",
  postToolUseFailure: "PostToolUseFailure",
  agentStop: "Stop",
  subagentStart: "SubagentStart",
  subagentStop: "SubagentStop",
  permissionRequest: "PermissionRequest",
  notification: "Notification",
};
const TELLS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "SubagentStart",
  "Notification",
];
const HOLDS = ["Stop", "SubagentStop"];

export const copilot: Reader = {
  read(event, { stdout, code }, payload) {
    const name = NAMES[event] ?? event;
    if (code !== 0) return { goesOn: name !== "PreToolUse", fault: `ended with exit code ${code}` };
    if (stdout === "") return UNTOUCHED;
    let answer: unknown;
    try {
      answer = JSON.parse(stdout);
    } catch {
      return { goesOn: true, fault: "no JSON, so nobody reads it" };
    }
    if (!isObject(answer)) return { goesOn: true, fault: "no object" };
    return isVsCode(payload) ? inVsCode(name, answer) : inTerminal(event, name, answer, payload);
  },
};

/** Only VS Code tells of the call's id, and keeps its transcripts where the editor keeps its own files. */
function isVsCode({ hook_event_name: name, tool_use_id: id, transcript_path: path }: JsonObject): boolean {
  return typeof name === "string" && (id !== undefined || `${path}`.includes("GitHub.copilot-chat"));
}

const text = (value: unknown): string | undefined => typeof value === "string" ? value : undefined;

function inTerminal(event: string, name: string, answer: JsonObject, payload: JsonObject): Effect {
  const told = text(answer["additionalContext"]);
  const reason = text(answer["reason"]);
  if (name === "PreToolUse") {
    // The form of Claude Code counts under its name of the event only.
    const inner = event === "PreToolUse" && isObject(answer["hookSpecificOutput"])
      ? answer["hookSpecificOutput"]
      : {};
    const decision = answer["permissionDecision"] ?? inner["permissionDecision"];
    const why = text(answer["permissionDecisionReason"] ?? inner["permissionDecisionReason"]);
    const input = answer["modifiedArgs"] ?? inner["updatedInput"];
    return {
      goesOn: decision !== "deny",
      ...said("told", told ?? text(inner["additionalContext"])),
      ...(decision === "deny" ? { reason: `Denied by preToolUse hook: ${why ?? "No reason provided"}` } : {}),
      ...(decision === "ask" ? said("asked", why) : {}),
      ...(isObject(input) && input !== payload ? { input } : {}),
    };
  }
  if (name === "PermissionRequest") {
    return answer["behavior"] === "deny"
      ? { goesOn: false, ...said("reason", text(answer["message"])) }
      : UNTOUCHED;
  }
  const blocks = answer["decision"] === "block" && (HOLDS.includes(name) || name === "UserPromptSubmit");
  if (!blocks && !TELLS.includes(name)) return { goesOn: true, fault: `nobody reads an answer to ${event}` };
  return {
    goesOn: !blocks,
    ...(blocks ? said("reason", reason) : {}),
    ...(TELLS.includes(name) ? said("told", told) : {}),
  };
}

function inVsCode(name: string, answer: JsonObject): Effect {
  if (answer["continue"] === false || answer["stopReason"] !== undefined) {
    return { goesOn: false, fault: "the whole request is given up" };
  }
  const inner = answer["hookSpecificOutput"];
  if (isObject(inner) && inner["hookEventName"] !== name) {
    return { goesOn: true, fault: `dropped: for ${inner["hookEventName"]}` };
  }
  const specific = isObject(inner) ? inner : {};
  const shown = said("shown", text(answer["systemMessage"]));
  const told = text(specific["additionalContext"]);
  switch (name) {
    case "PreToolUse": {
      const decision = specific["permissionDecision"];
      const why = text(specific["permissionDecisionReason"]);
      return {
        goesOn: decision !== "deny",
        ...said("told", told),
        ...(decision === "deny" ? said("reason", why) : {}),
        ...(decision === "ask" ? said("asked", why) : {}),
        ...(isObject(specific["updatedInput"]) ? { input: specific["updatedInput"] } : {}),
        ...shown,
      };
    }
    case "Stop":
      return specific["decision"] === "block" && specific["reason"] !== undefined
        ? { goesOn: false, ...said("reason", text(specific["reason"])) }
        : { goesOn: true, ...shown };
    case "SubagentStop":
    case "UserPromptSubmit":
      return {
        goesOn: answer["decision"] !== "block",
        ...said("reason", text(answer["reason"])),
        ...said("told", told ?? text(answer["additionalContext"])),
        ...shown,
      };
    case "SessionStart":
    case "SubagentStart":
    case "PostToolUse":
      return { goesOn: true, ...said("told", told), ...shown };
    default:
      return { goesOn: true, ...shown };
  }
}

function said<Key extends string>(key: Key, value: string | undefined): { [key in Key]?: string } {
  return value === undefined ? {} : { [key]: value } as { [key in Key]?: string };
}
