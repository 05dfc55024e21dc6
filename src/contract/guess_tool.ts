/**
 * What a tool is that no table names: a tool of a plugin, or of a version that is newer than the table. Its input says
 * it: a command line, or a file and what comes into it.
 */
import type { JsonObject } from "../base/json.ts";
import type { ContractTool, InputSource } from "./contract.ts";

const COMMAND_KEYS = ["command", "cmd", "command_line", "commandLine", "CommandLine", "script"];
const RUNS =
  /(?:^|[_.\-:]|(?<=[a-z])(?=[A-Z]))(?:shell|bash|zsh|terminal|exec|execute|run|command|cmd|process|powershell|pwsh)/i;
const PATH_KEYS = [
  "file_path",
  "filePath",
  "filepath",
  "path",
  "file",
  "filename",
  "target_file",
  "targetFile",
  "TargetFile",
  "absolute_path",
  "relative_path",
];
const NEW_KEYS = [
  "new_string",
  "newString",
  "new_str",
  "newStr",
  "new_text",
  "newText",
  "replacement",
  "after",
  "code_edit",
  "ReplacementContent",
];
const WHOLE_KEYS = [
  "content",
  "contents",
  "file_text",
  "file_content",
  "text",
  "new_content",
  "newContent",
  "CodeContent",
  "data",
];
const OLD_KEYS = ["old_string", "oldString", "old_str", "oldStr", "old_text", "oldText", "before", "search"];
const PATCH_KEYS = ["diff", "patch", "patchText", "patch_text"];
const CHANGES = /write|edit|replace|create|patch|insert|append|update|save|modify|str_|put/i;
const REMOVES = /delete|remove|unlink|trash/i;

/** The tool that `name` with `input` most likely is; undefined where nothing tells. Never asked about tools of MCP servers. */
export function guessTool(name: string, input: JsonObject): ContractTool | undefined {
  const has = (keys: readonly string[]) =>
    keys.some((key) => typeof input[key] === "string" && input[key] !== "");
  if (RUNS.test(name) && has(COMMAND_KEYS)) {
    return { name: /powershell|pwsh/i.test(name) ? "PowerShell" : "Bash", input: { command: COMMAND_KEYS } };
  }
  if (!has(PATH_KEYS)) return undefined;
  const path: Record<string, InputSource> = { file_path: PATH_KEYS };
  if (REMOVES.test(name)) {
    return { name: "apply_patch", input: { patch: { from: PATH_KEYS, as: "deletion" } } };
  }
  if (!CHANGES.test(name)) return undefined;
  if (has(PATCH_KEYS)) {
    return { name: "MultiEdit", input: { ...path, edits: { from: PATCH_KEYS, as: "search-replace" } } };
  }
  if (has(NEW_KEYS)) return { name: "Edit", input: { ...path, old_string: OLD_KEYS, new_string: NEW_KEYS } };
  if (!has(WHOLE_KEYS)) return undefined;
  return /write|create|save|put/i.test(name)
    ? { name: "Write", input: { ...path, content: WHOLE_KEYS } }
    : { name: "Edit", input: { ...path, old_string: OLD_KEYS, new_string: WHOLE_KEYS } };
}
