/** Which entries are ours, wherever our executable or the project was when they were written. */
import { baseName, dirName, isAbsolute, join } from "../base/path.ts";
import { isObject } from "../base/json.ts";
import { commandWords } from "./command_words.ts";
import { EXECUTABLE, FROM_SOURCE } from "./program.ts";
import type { Harness } from "./registration.ts";

/** An entry of ours, read. */
export interface OurEntry {
  /** Whether the harness starts it without a shell. */
  readonly exec: boolean;
  /** Whether another program starts ours. */
  readonly launched: boolean;
  /** The file whose absence makes the entry dead: our executable, or our `main.ts`. */
  readonly target: string;
  /** All words: program and arguments. */
  readonly words: readonly string[];
}

/**
 * `handler` as an entry of ours for `harness`; undefined where it is somebody else's. It is ours if it starts an
 * executable named `garfio`, or Deno with the `main.ts` of a checkout, with `hook` as the first argument and the
 * harness's contract.
 */
export function readOurs(handler: unknown, harness: Harness): OurEntry | undefined {
  if (!isObject(handler)) return undefined;
  const { type, command, args } = handler;
  if ((type !== undefined && type !== "command") || typeof command !== "string") return undefined;
  const exec = args !== undefined;
  const words = exec ? execWords(command, args) : commandWords(command);
  if (words === undefined || words.length === 0) return undefined;
  const found = direct(words) ?? fromSource(words, harness) ?? launched(words, harness);
  if (found === undefined || !isForHarness(words.slice(found.hook + 1), harness)) return undefined;
  return { exec, launched: found.launched, target: found.target, words };
}

interface Found {
  readonly target: string;
  /** The index of the word `hook`. */
  readonly hook: number;
  readonly launched: boolean;
}

function execWords(command: string, args: unknown): string[] | undefined {
  return Array.isArray(args) && args.every((arg) => typeof arg === "string") ? [command, ...args] : undefined;
}

function isExecutable(word: string): boolean {
  const name = baseName(word);
  return EXECUTABLE.test(/\.exe$/i.test(name) ? name.toLowerCase() : name);
}

function direct(words: readonly string[]): Found | undefined {
  return isExecutable(words[0]!) && words[1] === "hook"
    ? { target: words[0]!, hook: 1, launched: false }
    : undefined;
}

/** Absolute by the rules of any system: the file may have come from another one. */
function isAnyAbsolute(path: string): boolean {
  return isAbsolute(path, "linux") || isAbsolute(path, "windows");
}

function fromSource(words: readonly string[], harness: Harness): Found | undefined {
  const main = words[FROM_SOURCE.length + 1];
  const hook = FROM_SOURCE.length + 2;
  const isForm = /^deno(?:\.exe)?$/i.test(baseName(words[0]!)) &&
    FROM_SOURCE.every((word, index) => words[index + 1] === word) && words[hook] === "hook";
  if (!isForm || main === undefined || !isAnyAbsolute(main) || baseName(main) !== "main.ts") return undefined;
  return isOurCheckout(main) || (!exists(main) && isKnown(words.slice(hook + 1), harness))
    ? { target: main, hook, launched: false }
    : undefined;
}

function isOurCheckout(main: string): boolean {
  const os = isAbsolute(main, "linux") ? "linux" : "windows";
  return exists(join(dirName(main, os), "contracts/claude-code.json", os));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Programs that do not start what they are given. */
const STARTS_NOTHING =
  /^(?:echo|printf|cat|ls|stat|file|test|\[|true|false|:|logger|which|type|grep|touch|rm|chmod)$/;

function launched(words: readonly string[], harness: Harness): Found | undefined {
  if (STARTS_NOTHING.test(baseName(words[0]!))) return undefined;
  const at = words.findIndex((word, index) =>
    index > 0 && isAnyAbsolute(word) && isExecutable(word) && words[index + 1] === "hook"
  );
  if (at < 0 || !isKnown(words.slice(at + 2), harness)) return undefined;
  return { target: words[at]!, hook: at + 1, launched: true };
}

interface HookArguments {
  readonly contract: string | undefined;
  readonly event: string | undefined;
}

function readArguments(words: readonly string[]): HookArguments {
  const first = words[0];
  if (first === "--contract") return { contract: words[1] ?? "", event: words[2] };
  if (first?.startsWith("--contract=")) {
    return { contract: first.slice(first.indexOf("=") + 1), event: words[1] };
  }
  return { contract: undefined, event: first };
}

function isForHarness(words: readonly string[], harness: Harness): boolean {
  const { contract } = readArguments(words);
  return contract === undefined ? harness.isDefault : harness.names.includes(contract);
}

/** Whether the words after `hook` name an event of the harness: then nobody else writes such a line. */
function isKnown(words: readonly string[], harness: Harness): boolean {
  const { event } = readArguments(words);
  return event !== undefined && harness.knownEvents.includes(event);
}
