/**
 * Rows that are a phrase: the program, its sub-commands, and what they do. Options stand anywhere, and a word behind
 * an option may be its value. `*` stands for any one word, `**` for any number, `delete-*` for a beginning.
 */
import type { ShellWord } from "../shell/reading.ts";
import type { Verb } from "./effect.ts";
import type { Invocation } from "./invocation.ts";

/** One phrase. */
export interface Phrase {
  /** `kubectl|oc delete|del`. */
  readonly run: string;
  readonly verb: Verb;
  /** One of these options must be there. */
  readonly with?: string;
  /** None of these may be there. */
  readonly without?: string;
  /** It goes beyond the ordinary: always, or with one of these options. */
  readonly hard?: true | string;
  readonly instead?: string;
  /** What it hits, where the words do not say so. */
  readonly target?: string;
  /** At least so many operands must follow. */
  readonly least?: number;
  /** Not where one of the words has this in it. */
  readonly except?: RegExp;
}

type Part = { readonly any: boolean; readonly names: readonly string[] };

/** Phrases by program. */
export type PhraseTable = ReadonlyMap<string, readonly Phrase[]>;

/** Options under which nothing happens. */
const QUIET = new Set(
  [
    "--dry-run",
    "--dryrun",
    "--help",
    "--what-if",
    "-whatif",
    "--noop",
    "--no-op",
    "--preview",
    "--dry",
    "--simulate",
  ],
);

/** The table of `phrases`. A phrase is taken apart only when its program is met: a line runs few of all of them. */
export function phraseTable(phrases: readonly Phrase[]): PhraseTable {
  const made = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    for (const program of phrase.run.split(" ", 1)[0]!.split("|")) {
      const list = made.get(program);
      if (list === undefined) made.set(program, [phrase]);
      else list.push(phrase);
    }
  }
  return made;
}

function partsOf({ run }: Phrase): Part[] {
  return run.split(" ").slice(1).map((word) => ({ any: word === "**", names: word.split("|") }));
}

/** Says what the first fitting phrase says; whether one fits. */
export function sayPhrase(table: PhraseTable, name: string, call: Invocation): boolean {
  const phrases = table.get(name);
  if (phrases === undefined) return false;
  const words = call.command.words.slice(1);
  if (words.some((word) => isQuiet(word.value))) return false;
  for (const phrase of phrases) {
    const read = readPhrase(partsOf(phrase), words);
    if (read === undefined || read.rest.length < (phrase.least ?? 0)) continue;
    const { rest, verbs } = read;
    if (phrase.except !== undefined && verbs.some((verb) => phrase.except!.test(verb))) continue;
    if (phrase.with !== undefined && !hasAny(words, phrase.with)) continue;
    if (phrase.without !== undefined && hasAny(words, phrase.without)) continue;
    const hard = phrase.hard === true || typeof phrase.hard === "string" && hasAny(words, phrase.hard);
    const flag = phrase.with === undefined ? undefined : firstOf(words, phrase.with);
    const hit = phrase.verb === "publish" ? "" : rest.map((word) => word.value ?? word.raw).join(" ");
    call.say(phrase.verb, phrase.target ?? (hit === "" ? undefined : hit), {
      what: [name, ...verbs, flag?.replace("=", " ")].filter((part) => part !== undefined).join(" "),
      recursive: hard,
      ...(phrase.instead === undefined ? {} : { instead: phrase.instead }),
    });
    return true;
  }
  return false;
}

function isQuiet(value: string | undefined): boolean {
  if (value === undefined || !value.startsWith("-")) return false;
  const [name = "", given] = value.toLowerCase().split("=", 2);
  return QUIET.has(name) && given !== "none" && given !== "false";
}

/** The words of the phrase, and the operands behind it; undefined where it does not fit. */
function readPhrase(
  parts: readonly Part[],
  words: readonly ShellWord[],
): { readonly verbs: readonly string[]; readonly rest: readonly ShellWord[] } | undefined {
  let part = 0;
  let open = false;
  const verbs: string[] = [];
  const rest: ShellWord[] = [];
  for (const [index, word] of words.entries()) {
    const text = word.value ?? "";
    if (text.startsWith("-")) continue;
    if (parts[part]?.any === true) {
      open = true;
      part++;
    }
    const current = parts[part];
    if (current === undefined) {
      rest.push(word);
    } else if (fits(current, text)) {
      part++;
      open = false;
      verbs.push(text);
    } else if (open) verbs.push(text);
    else if (!isValue(words[index - 1]?.value)) return undefined;
  }
  return part >= parts.length ? { verbs, rest } : undefined;
}

/** Whether the word behind `before` may be the value of an option. */
function isValue(before: string | undefined): boolean {
  return before !== undefined && before.startsWith("-") && !before.includes("=");
}

function fits(part: Part | undefined, text: string): boolean {
  if (part === undefined || text === "") return false;
  return part.names.some((name) =>
    name === "*" || (name.endsWith("*") ? text.startsWith(name.slice(0, -1)) : name === text)
  );
}

function hasAny(words: readonly ShellWord[], options: string): boolean {
  return firstOf(words, options) !== undefined;
}

/** The first of `options` (separated by blanks) that is there; short ones also in a cluster. */
function firstOf(words: readonly ShellWord[], options: string): string | undefined {
  const wanted = options.split(" ");
  for (const [index, { value, prefix }] of words.entries()) {
    const text = value ?? prefix;
    for (const option of wanted) {
      if (text === option || text.startsWith(`${option}=`) && option.startsWith("-")) return option;
      if (/^-[A-Za-z]$/.test(option) && /^-[A-Za-z]{2,4}$/.test(text) && text.includes(option[1]!)) {
        return option;
      }
      // `-X DELETE`, written here as `-X=DELETE`.
      const [name, given] = option.split("=", 2);
      if (given !== undefined && text === name && words[index + 1]?.value?.toUpperCase() === given) {
        return option;
      }
      if (given !== undefined && text.toUpperCase() === `${name}${given}`.toUpperCase()) return option;
    }
  }
  return undefined;
}
