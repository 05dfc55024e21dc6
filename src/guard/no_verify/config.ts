/** `git config`: where hooks are looked for, and what else could lead to a bypass later. */
import { dirName, isInside, resolve } from "../../base/path.ts";
import type { ShellReading, ShellWord } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { GitRun } from "./git_run.ts";
import { HOOK_NAMES } from "./hook_names.ts";
import type { Verdict } from "./verdict.ts";

const VALUED = new Set(["-f", "--file", "--blob", "--type", "--default", "--comment", "--value", "--url"]);
/** Options and words with which nothing is set. */
const SETS_NOTHING =
  /^(?:--(?:get|unset|list|edit|rename-section|remove-section|show-origin$|show-scope$)[\w-]*|-[le])$/;
const VERBS = new Set(["get", "get-all", "list", "unset", "edit", "rename-section", "remove-section"]);

/** What a call of `git config` does to hooks. */
export function judgeConfig(call: Call, run: GitRun, reading: ShellReading): Verdict | undefined {
  if (run.words.some(({ value }) => value !== undefined && SETS_NOTHING.test(value))) return undefined;
  const operands: ShellWord[] = [];
  for (let index = 0; index < run.words.length; index++) {
    const word = run.words[index]!;
    if (word.value !== undefined && VALUED.has(word.value)) index++;
    else if (word.value?.startsWith("-") !== true) operands.push(word);
  }
  const verb = operands[0]?.value;
  if (verb !== undefined && VERBS.has(verb) && operands.length !== 2) return undefined;
  if (verb !== undefined && VERBS.has(verb) && !operands[1]!.value?.startsWith("/")) return undefined;
  const [key, value] = verb === "set" ? operands.slice(1) : operands;
  if (key === undefined || value === undefined) return undefined;
  const name = (key.value ?? key.prefix).toLowerCase();
  const found = `git config ${key.value ?? key.raw} ${value.value ?? value.raw}`;
  if (key.value === undefined && name.startsWith("core.") && "core.hookspath".startsWith(name)) {
    return { action: "ask", found, rule: "config" };
  }
  if (name === "core.hookspath") {
    const action = judgeFolder(call, run, reading, value);
    return action === undefined ? undefined : { action, found, rule: "config" };
  }
  if (name === "include.path" || name.startsWith("includeif.")) {
    return { action: "ask", found, rule: "config" };
  }
  if (name.startsWith("alias.") && bypasses(value.value ?? "")) {
    return { action: "ask", found, rule: "alias" };
  }
  return undefined;
}

/** Whether the text of an alias holds a bypass. */
function bypasses(text: string): boolean {
  return /--no-veri|hookspath/i.test(text) || /\b(?:commit|am)\b[^;&|]*\s-[a-zA-Z]*n/.test(text);
}

/** A folder for hooks: undefined where the hooks of the project are in it. */
function judgeFolder(
  call: Call,
  run: GitRun,
  reading: ShellReading,
  word: ShellWord,
): Verdict["action"] | undefined {
  const { value } = word;
  if (value === undefined) return word.prefix.startsWith("/dev/null") ? "deny" : "ask";
  const text = value.trim();
  if (text === "" || /^(?:\/dev\/null|nul)$/i.test(text)) return "deny";
  const home = call.home ?? "";
  const path = text.startsWith("~/")
    ? resolve(home, text.slice(2), call.os)
    : resolve(call.root(), text, call.os);
  const inside = isInside(path, call.root(), call.os);
  if (isFilledBefore(call, run, reading, path)) return inside ? undefined : "ask";
  try {
    for (const { name } of Deno.readDirSync(path)) {
      if (HOOK_NAMES.has(name)) return inside || isInside(path, home, call.os) ? undefined : "ask";
    }
    return "deny";
  } catch {
    return inside ? "ask" : "deny";
  }
}

const FILLS = new Set([
  "cp",
  "mv",
  "ln",
  "rsync",
  "install",
  "tar",
  "unzip",
  "tee",
  "copy-item",
  "move-item",
]);

/** Whether the line itself puts something into the folder `path` before the call. */
function isFilledBefore(call: Call, run: GitRun, reading: ShellReading, path: string): boolean {
  for (const command of reading.commands) {
    if (command === run.command) return false;
    const fills = command.name !== undefined && FILLS.has(command.name);
    const words = [
      ...(fills ? command.words.slice(1) : []),
      ...command.redirects.filter(({ operator }) => operator.startsWith(">")).map(({ target }) => target),
    ];
    for (const word of words) {
      if (word?.value === undefined) continue;
      const target = resolve(command.cwd ?? call.cwd, word.value, call.os);
      if (target === path || dirName(target, call.os) === path) return true;
    }
  }
  return false;
}
