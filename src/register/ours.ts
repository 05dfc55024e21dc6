/** Which entries are ours, wherever our executable or the project was when they were written. */
import { baseName, dirName, isAbsolute, join } from "../base/path.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { type Address, argumentsOf, readPath } from "../resident/address.ts";
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
  /** The line that a shell reads; undefined where there is none. */
  readonly line: string | undefined;
  /** The event that it names; empty where it names none. */
  readonly event: string;
  /** It calls the resident. */
  readonly http?: { readonly url: string; readonly port: number; readonly address: Address };
}

/**
 * `handler` as an entry of ours for `harness`; undefined where it is somebody else's. It is ours if it starts an
 * executable named `garfio`, or Deno with the `main.ts` of a checkout, with `hook` as the first argument and the
 * harness's contract. Under which key it says so differs from harness to harness.
 */
export function readOurs(handler: unknown, harness: Harness): OurEntry | undefined {
  if (!isObject(handler)) return undefined;
  if (handler["type"] === "http") return overHttp(handler, harness);
  if (OTHER_KINDS.has(handler["type"])) return undefined;
  for (const { words, line } of startsOf(handler)) {
    const found = direct(words) ?? fromSource(words, harness) ?? launched(words, harness);
    if (found === undefined) continue;
    const { contract, event } = readArguments(words.slice(found.hook + 1));
    const isFor = contract === undefined ? harness.isDefault : harness.names.includes(contract);
    if (!isFor) continue;
    return {
      exec: line === undefined,
      launched: found.launched,
      target: found.target,
      words,
      line,
      event: event ?? "",
    };
  }
  return undefined;
}

const LOCAL = /^http:\/\/127\.0\.0\.1:(\d{1,5})(\/.*)$/;

/** An entry that calls the resident is known by the form of its address, whichever port it names. */
function overHttp({ url }: JsonObject, harness: Harness): OurEntry | undefined {
  if (typeof url !== "string") return undefined;
  const [, port, path = ""] = LOCAL.exec(url) ?? [];
  const address = readPath(path);
  if (address === undefined || !harness.names.includes(address.contract)) return undefined;
  return {
    exec: false,
    launched: false,
    target: url,
    words: [url, "hook", ...argumentsOf(address)],
    line: undefined,
    event: address.event,
    http: { url, port: Number(port), address },
  };
}

/** Handlers that start no program. In some harnesses the key names the event instead. */
const OTHER_KINDS: ReadonlySet<unknown> = new Set(["prompt", "agent", "mcp_tool", "function"]);

/** What a handler starts: each text in it that is a program with a list of arguments, or a line for a shell. */
function startsOf(handler: JsonObject): { words: string[]; line: string | undefined }[] {
  const { args } = handler;
  return Object.entries(handler).flatMap(([key, value]) => {
    if (isObject(value)) return startsOf(value);
    if (typeof value !== "string" || key === "matcher") return [];
    const exec = args !== undefined && (key === "command" || key === "exec");
    const words = exec ? execWords(value, args) : commandWords(value);
    if (words === undefined || words.length === 0) return [];
    return [{ words, line: exec ? undefined : value }];
  });
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
  let contract: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word === "--contract") contract = words[++index] ?? "";
    else if (word.startsWith("--contract=")) contract = word.slice("--contract=".length);
    else if (!word.startsWith("-")) return { contract, event: word };
  }
  return { contract, event: undefined };
}

/** Whether the words after `hook` name an event of the harness: then nobody else writes such a line. */
function isKnown(words: readonly string[], harness: Harness): boolean {
  const { event } = readArguments(words);
  return event !== undefined && harness.knownEvents.includes(event);
}
