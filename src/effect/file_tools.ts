/** What file tools and tools of MCP servers do to files. */
import type { JsonObject } from "../base/json.ts";
import type { Effect, Verb } from "./effect.ts";
import type { EffectInput, FileChange } from "./effects.ts";
import type { Sink } from "./invocation.ts";
import { mongoLosses, sqlLosses } from "./tables/sql.ts";
import { targetOf } from "./word_targets.ts";

/** Adds the effects of a call that is no shell. */
export function fileToolEffects(sink: Sink, input: EffectInput): void {
  for (const change of input.changes) addChange(sink, input, change);
  const { toolName, toolInput } = input;
  if (toolName === undefined || toolInput === undefined || input.changes.length > 0) return;
  if (toolName === "Read" || toolName === "NotebookRead") {
    for (const path of textsOf(toolInput, READ_KEYS)) add(sink, input, "read", path, toolName);
  } else if (toolName === "Grep" || toolName === "Glob" || toolName === "LS") {
    for (const path of textsOf(toolInput, ["path"])) {
      add(sink, input, "read", path, toolName, { recursive: true });
    }
  } else if (toolName.startsWith("mcp__")) addServerTool(sink, input, toolName, toolInput);
}

const READ_KEYS = ["file_path", "path", "notebook_path"];
const PATH_KEYS = [
  "path",
  "file_path",
  "filePath",
  "file",
  "filename",
  "paths",
  "files",
  "source",
  "target",
  "directory",
  "folder",
  "dir",
  "uri",
];
const QUERY_KEYS = ["sql", "query", "statement", "statements", "command", "code"];

function addChange(sink: Sink, input: EffectInput, change: FileChange): void {
  const tool = input.toolName ?? "a tool";
  if (change.form === "delete" && !change.absolute.endsWith(".ipynb")) {
    add(sink, input, "delete", change.absolute, tool);
    return;
  }
  const found = targetOf(change.absolute, change.absolute, optionsOf(sink, input, false));
  const verb: Verb = change.form === "content" && found.exists === true ? "overwrite" : "write";
  push(sink, verb, found, tool, { text: change.text });
}

/** A tool of an MCP server is known by its name: what it says that it does to a path. */
function addServerTool(sink: Sink, input: EffectInput, tool: string, given: JsonObject): void {
  const name = tool.slice(tool.lastIndexOf("__") + 2).replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const says = (words: string): boolean => new RegExp(`(?:^|[_-])(?:${words})(?:$|[_-])`).test(name);
  const what = tool;
  const recursive = given["recursive"] === true || says("directory|folder|dir|tree");
  const paths = textsOf(given, PATH_KEYS).map((path) => path.replace(/^file:\/\//, ""));
  const verb: Verb | undefined = says("delete|remove|rm|unlink|trash|erase|rmdir")
    ? "delete"
    : says("move|rename|mv")
    ? "move"
    : says("write|create|save|put|overwrite")
    ? "overwrite"
    : says("edit|update|append|insert|replace|patch|apply")
    ? "write"
    : says("read|get|cat|view|open|load|fetch")
    ? "read"
    : undefined;
  if (verb !== undefined) {
    for (const path of paths) {
      if (!looksLikePath(path)) continue;
      const found = targetOf(path, path, optionsOf(sink, input, verb === "delete"));
      const seen = verb === "overwrite" && found.exists !== true ? "write" : verb;
      push(sink, seen, found, what, { recursive });
    }
  }
  for (const text of textsOf(given, QUERY_KEYS)) {
    for (const { what: statement, target, whole } of [...sqlLosses(text), ...mongoLosses(text)]) {
      const hit = { text: target, path: undefined, place: "unknown", exists: undefined } as const;
      push(sink, "drop-data", hit, statement, { recursive: whole, remote: true });
    }
  }
}

/** A web address or an id is no path. */
function looksLikePath(text: string): boolean {
  return !/^[a-z][\w+.-]+:\/\//i.test(text) && !text.includes("\n") && text.length < 4_096 &&
    /[/\\.]/.test(text);
}

function textsOf(input: JsonObject, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    const list = Array.isArray(value) ? value.slice(0, 200) : [value];
    return list.filter((item): item is string => typeof item === "string" && item !== "");
  });
}

function add(
  sink: Sink,
  input: EffectInput,
  verb: Verb,
  path: string,
  what: string,
  more: Partial<Effect> = {},
): void {
  push(sink, verb, targetOf(path, path, optionsOf(sink, input, verb === "delete")), what, more);
}

function optionsOf(sink: Sink, input: EffectInput, tracked: boolean) {
  return { ground: sink.ground, cwd: input.cwd, remote: false, tracked };
}

function push(
  sink: Sink,
  verb: Verb,
  target: Effect["target"],
  what: string,
  more: Partial<Effect>,
): void {
  sink.list.push({
    verb,
    target,
    certainty: "definite",
    what,
    rule: `tool/${what}`,
    recursive: false,
    remote: false,
    instead: undefined,
    text: undefined,
    range: undefined,
    ...more,
  });
}
