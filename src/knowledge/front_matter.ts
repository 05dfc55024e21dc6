/** The front matter of an item: where it ends, and what is in it. */
import type { JsonObject } from "../base/json.ts";

/** A file in its two parts. */
export interface Split {
  /** The lines between the two `---`. */
  readonly front: string;
  /** Everything after them, without blank lines around it. */
  readonly body: string;
}

/** What is wrong at a line of a file, and what to write instead. */
export interface Fault {
  readonly line: number;
  readonly message: string;
}

const LONGEST_FRONT = 16 * 1024;
const OPENING = /^\ufeff?---[ \t]*\n/;
const CLOSING = /^---[ \t]*(?:\n|$)/m;

/** Splits `text`, whose line ends may be of any system. */
export function splitFrontMatter(text: string): Split | Fault {
  const source = text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
  const opening = OPENING.exec(source);
  if (opening === null) {
    return {
      line: 1,
      message: "there is no front matter; begin the file with a line ---, then kind: memory, then ---",
    };
  }
  const start = opening[0].length;
  const closing = CLOSING.exec(source.slice(start, start + LONGEST_FRONT + 8));
  if (closing === null) {
    return {
      line: 1,
      message: "the front matter does not end within 16 KiB; close it with a line that holds only ---",
    };
  }
  const end = start + closing.index;
  return { front: source.slice(start, end), body: source.slice(end + closing[0].length).trim() };
}

/** Whether `value` is a fault. */
export function isFault(value: object): value is Fault {
  return "line" in value && "message" in value;
}

/**
 * The mapping in `front`. Most front matter is made of plain words and is read here; everything else is read by the
 * YAML parser, which costs more to load than a whole event.
 */
export async function readFrontMatter(front: string): Promise<JsonObject | Fault> {
  return readSimple(front) ?? (await import("./front_matter_yaml.ts")).readYaml(front);
}

/** Characters of plain text that no version of YAML takes for anything else, and those of them that may begin it. */
const PLAIN = charactersOf(" ./@()+-*_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const FIRST = charactersOf("/_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const NOT_TEXT = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);
const NAME = /^[A-Za-z][\w-]*$/;

function charactersOf(text: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let at = 0; at < text.length; at++) table[text.charCodeAt(at)] = 1;
  return table;
}

function isPlain(value: string): boolean {
  if (FIRST[value.charCodeAt(0)] !== 1) return false;
  for (let at = 1; at < value.length; at++) if (PLAIN[value.charCodeAt(at)] !== 1) return false;
  return value.length > 5 || !NOT_TEXT.has(value.toLowerCase());
}

const ELEMENT = /^ +- +(.*)$/;
/** How far the elements of a list or mapping are indented. */
const indentOf = new WeakMap<object, number>();
const INNER = /^ +([A-Za-z][\w-]*): +(.*)$/;

/** `text` as a string, where it certainly is one. */
function scalar(text: string): string | undefined {
  const value = text.trimEnd();
  const quote = value[0];
  if (quote === '"' || quote === "'") {
    const inner = value.slice(1, -1);
    if (value.length < 2 || value.at(-1) !== quote || inner.includes(quote) || inner.includes("\\")) {
      return undefined;
    }
    return inner;
  }
  return isPlain(value) ? value : undefined;
}

function flowList(text: string): string[] | undefined {
  const value = text.trimEnd();
  if (!value.startsWith("[") || !value.endsWith("]")) return undefined;
  const inner = value.slice(1, -1);
  if (inner.trim() === "") return [];
  // A comma or a bracket inside quotes needs the parser.
  if (/[[\]{}#]/.test(inner)) return undefined;
  const list: string[] = [];
  for (const part of inner.split(",")) {
    const one = scalar(part.trim());
    if (one === undefined) return undefined;
    list.push(one);
  }
  return list;
}

/**
 * The mapping in `front` where it is of the simplest form: `key: text`, `key: [text, …]`, `key:` with `- text` or
 * `inner: text` below it. Undefined for everything that could mean something else.
 */
export function readSimple(front: string): JsonObject | undefined {
  const result: Record<string, unknown> = Object.create(null);
  let open: string | undefined;
  for (const line of front.split("\n")) {
    if (line === "") continue;
    if (FIRST[line.charCodeAt(0)] === 1) {
      const colon = line.indexOf(":");
      const name = line.slice(0, Math.max(0, colon));
      const rest = line.slice(colon + 1).trim();
      if (!NAME.test(name) || name in result || name === "__proto__") return undefined;
      if (rest !== "" && line[colon + 1] !== " ") return undefined;
      open = undefined;
      if (rest === "") {
        open = name;
        result[name] = undefined;
        continue;
      }
      const value = rest.startsWith("[") ? flowList(rest) : scalar(rest);
      if (value === undefined) return undefined;
      result[name] = value;
      continue;
    }
    if (open === undefined) return undefined;
    const current = result[open];
    const element = ELEMENT.exec(line);
    if (element !== null) {
      const value = scalar(element[1]!);
      if (value === undefined || (current !== undefined && !Array.isArray(current))) return undefined;
      // Elements of different indentation are nested lists or mistakes.
      const indent = line.indexOf("-");
      const list = (current ?? []) as string[];
      if ((indentOf.get(list) ?? indent) !== indent) return undefined;
      indentOf.set(list, indent);
      list.push(value);
      result[open] = list;
      continue;
    }
    const inner = INNER.exec(line);
    if (inner === null || Array.isArray(current)) return undefined;
    const text = inner[2]!.trim();
    const value = text.startsWith("[") ? flowList(text) : scalar(text);
    const mapping = (current ?? Object.create(null)) as Record<string, unknown>;
    const indent = line.length - line.trimStart().length;
    if (value === undefined || inner[1]! in mapping || (indentOf.get(mapping) ?? indent) !== indent) {
      return undefined;
    }
    indentOf.set(mapping, indent);
    mapping[inner[1]!] = value;
    result[open] = mapping;
  }
  // A key without a value is null, which is for the parser to judge.
  const values = Object.values(result);
  return values.length === 0 || values.includes(undefined) ? undefined : result;
}
