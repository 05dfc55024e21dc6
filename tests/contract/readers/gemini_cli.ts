/**
 * What Gemini CLI makes of an answer (0.61): a JSON answer counts whatever the exit code is, plain text with an exit code
 * from 2 on refuses, and nothing of Claude Code's own forms is read.
 */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import type { Reply } from "../../../src/contract/outcome.ts";
import { type Effect, type Reader, UNTOUCHED } from "./reader.ts";

const DEAF = ["SessionEnd", "PreCompress", "Notification"];
const READS_CONTEXT = ["SessionStart", "BeforeAgent", "AfterTool"];
const BLOCKS = ["BeforeAgent", "AfterAgent", "BeforeModel", "BeforeTool", "AfterTool"];

export const geminiCli: Reader = {
  read(event, reply) {
    if (DEAF.includes(event)) return UNTOUCHED;
    const output = outputOf(reply);
    if (output === undefined) return UNTOUCHED;
    const specific = isObject(output["hookSpecificOutput"]) ? output["hookSpecificOutput"] : {};
    const context = specific["additionalContext"];
    const shown = output["systemMessage"];
    const input = specific["tool_input"];
    const effect: Effect = {
      goesOn: true,
      ...(READS_CONTEXT.includes(event) && typeof context === "string"
        ? { told: context.replaceAll("<", "&lt;").replaceAll(">", "&gt;") }
        : {}),
      ...(typeof shown === "string" ? { shown } : {}),
      ...(event === "BeforeTool" && isObject(input) ? { input } : {}),
    };
    if (output["continue"] === false) return { ...effect, fault: "the session ends" };
    const { decision, reason } = output;
    if (BLOCKS.includes(event) && (decision === "deny" || decision === "block")) {
      const { told: _, input: __, ...rest } = effect;
      const why = typeof reason === "string" && reason !== "" ? reason : "No reason provided";
      return { ...rest, goesOn: false, reason: why };
    }
    // The operator is asked with the message that the answer has for them.
    if (event === "BeforeTool" && decision === "ask") {
      return { ...effect, asked: typeof shown === "string" ? shown : "" };
    }
    return effect;
  },
};

function outputOf({ stdout, stderr, code }: Reply): JsonObject | undefined {
  const text = stdout.trim() || stderr.trim();
  if (text === "") return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) return parsed;
  } catch {
    // Plain text.
  }
  return code <= 1 ? { systemMessage: text } : { decision: "deny", reason: text };
}
