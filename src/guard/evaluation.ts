/** Code from text: primitives that evaluate it, and those that unpack objects from it. */
import type { Call } from "./call.ts";
import type { Guard } from "./guard.ts";

/**
 * No primitive of any language can be in a text without one of these. The rules behind it are the largest of all
 * guards, and most texts need none of them.
 */
const CODE_HINT =
  /eval|exec|compile|__import__|popen|system|shell|getoutput|subprocess|pickle|dill|marshal|shelve|yaml|psych|torch|joblib|function|settimeout|setinterval|child_process|runin|\bvm\b|deno\.command|bun\.spawn|serialize|\bassert|passthru|proc_open|preg_replace|objectinputstream|xmldecoder|processbuilder|\.command|formatter|serializer|typenamehandling|simpletyperesolver|csharpscript|\bprocess|\biex\b|scriptblock|invokescript|invoke-expression|\s-\w{0,6}[cer]\b|-command\b|\b(?:curl|wget|fetch|aria2c|base64|xxd|openssl|lynx)\b|<\(|<<</i;

/** The same for a command line, in which quotes may stand inside a word. */
const COMMAND_HINT =
  /\beval\b|<\(|<<<|\s-\w{0,6}[cer]\b|\s-command\b|\b(?:curl|wget|fetch|aria2c|base64|base32|xxd|openssl|uudecode|ncat|nc|lynx|xh|xhs|https?|irm|iwr)\b|\biex\b|invoke-expression|scriptblock|\bdeno\b/i;

function mayHold(call: Call): boolean {
  if (call.command !== undefined) return COMMAND_HINT.test(call.command.replace(/[\\'"`^]/g, ""));
  return call.targets.some((target) => target.form !== "delete" && CODE_HINT.test(target.text));
}

/** Speaks when a text that evaluates code or unpacks objects is about to land in a file or to run. */
export const evaluationGuard: Guard = {
  id: "pretooluse-eval-guard",
  // Some harnesses tell of a notebook cell only afterwards.
  events: ["PreToolUse", "PostToolUse"],
  tools: ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch", "Bash", "PowerShell"],
  actions: { advisory: "advise", minimal: "off", standard: "advise", strict: "advise" },
  async judge(call) {
    if (!mayHold(call)) return undefined;
    const { findPrimitives } = await import("./evaluation/judge.ts");
    return await findPrimitives(call);
  },
};
