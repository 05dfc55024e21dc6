/** What a tool put out, whichever form a harness gives it: a text, `stdout` and `stderr`, parts, or JSON in a text. */
import { isObject } from "../base/json.ts";
import { cut } from "../base/text.ts";
import type { Event } from "./event.ts";

/** The output of a command. */
export interface ToolOutput {
  /** Standard output; everything where the two are not told apart. */
  readonly text: string;
  /** Standard error, where it stands by itself, and the error that the harness names. */
  readonly errors: string;
  /** The exit code, where it is told. */
  readonly code: number | undefined;
  /** It is known to have failed, or to have been stopped. */
  readonly failed: boolean;
}

/** Of a longer text, so much of its beginning and of its end. */
const WINDOW = 128 * 1024;
const TEXT_KEYS = [
  "output_for_prompt",
  "stdout",
  "output",
  "llmContent",
  "textResultForLlm",
  "text_result_for_llm",
  "result",
  "content",
  "text",
];
const ERROR_KEYS = ["stderr", "error"];
const CODE_KEYS = ["exitCode", "exit_code", "exit", "code", "returncode"];
/** How harnesses that give one text write the exit code at its end. */
const CODE_IN_TEXT = /(?:^exit code:? |completed with exit code |^error: exit code )(\d{1,3})\b/im;

/** The output of the tool that `event` tells of. */
export function toolOutput({ name, toolResponse, payload }: Event): ToolOutput {
  const read = readOutput(toolResponse);
  const error = payload?.["error"];
  const errors = typeof error === "string" ? `${read.errors}\n${windowed(error)}` : read.errors;
  const all = `${read.text.slice(-400)}\n${typeof error === "string" ? error.slice(0, 200) : ""}`;
  const code = read.code ?? codeIn(all);
  const failed = name === "PostToolUseFailure" || read.failed || (code !== undefined && code !== 0);
  return { text: read.text, errors, code, failed };
}

function readOutput(response: unknown): ToolOutput {
  const value = typeof response === "string" ? parsed(response) : response;
  if (!isObject(value)) {
    return { text: windowed(textOf(value, 0)), errors: "", code: undefined, failed: false };
  }
  const key = TEXT_KEYS.find((key) => value[key] !== undefined && value[key] !== null);
  const metadata = isObject(value["metadata"]) ? value["metadata"] : value;
  const code = CODE_KEYS.map((key) => value[key] ?? metadata[key]).find((code) => typeof code === "number");
  return {
    text: key === undefined ? "" : windowed(textOf(value[key], 0)),
    errors: windowed(ERROR_KEYS.map((key) => textOf(value[key], 0)).filter((text) => text !== "").join("\n")),
    code: code as number | undefined,
    failed: value["interrupted"] === true || value["is_error"] === true || value["isError"] === true ||
      value["success"] === false,
  };
}

/** A text that is a JSON object or list as that value. */
function parsed(text: string): unknown {
  if (!text.startsWith("{") && !text.startsWith("[")) return text;
  try {
    const value: unknown = JSON.parse(text);
    // A program may put out JSON of its own; only what looks like an answer of a tool is one.
    const answers = isObject(value) &&
      CODE_KEYS.concat("stdout", "output").some((key) => Object.hasOwn(value, key));
    return answers ? value : text;
  } catch {
    return text;
  }
}

function textOf(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (depth > 4) return "";
  if (Array.isArray(value)) return value.map((part) => textOf(part, depth + 1)).join("\n");
  if (!isObject(value)) return "";
  return textOf(value["text"] ?? value["stdout"] ?? value["output"], depth + 1);
}

function codeIn(text: string): number | undefined {
  const found = CODE_IN_TEXT.exec(text);
  return found === null ? undefined : Number(found[1]);
}

function windowed(text: string): string {
  return text.length <= 2 * WINDOW ? text : `${cut(text, WINDOW)}\n${text.slice(-WINDOW)}`;
}
