/** The words behind a program, sorted into options, their values and operands. */
import type { ShellWord } from "../shell/reading.ts";

/** Which options a program knows, as far as reading its words needs them. */
export interface OptionSet {
  /** Options with a value: short letters. */
  readonly letters: ReadonlySet<string>;
  /** Long options (and words like `-exec`) with a value. */
  readonly valued: ReadonlySet<string>;
  /** All long options that are known, for abbreviations. */
  readonly long: readonly string[];
  /** Single-dash words are options of several letters (`-name`, `-auto-approve`), never clusters. */
  readonly single: boolean;
}

/** What was read. */
export interface Arguments {
  /** Options that were met, long ones in full: `-r`, `--recursive`. */
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly ShellWord[]>;
  readonly operands: readonly ShellWord[];
  /** The number of operands in front of `--`; undefined without one. */
  readonly before: number | undefined;
  /** A word of which nothing is known stands where an option may be. */
  readonly open: boolean;
}

const cache = new Map<string, OptionSet>();

/**
 * Reads a description of options: `-t= --target-directory= --recursive`, where `=` marks a value. A description that
 * starts with `single` takes `-word` as one option.
 */
export function optionSet(text: string): OptionSet {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const letters = new Set<string>();
  const valued = new Set<string>();
  const long: string[] = [];
  const all = text.split(" ").filter((word) => word !== "");
  const single = all[0] === "single";
  for (const word of all) {
    const takes = word.endsWith("=");
    const name = takes ? word.slice(0, -1) : word;
    if (name.startsWith("--")) long.push(name);
    if (takes && name.length === 2) letters.add(name[1]!);
    if (takes) valued.add(name);
  }
  const set = { letters, valued, long, single };
  cache.set(text, set);
  return set;
}

/** Sorts `words` (without the program). */
export function readArguments(words: readonly ShellWord[], options: OptionSet): Arguments {
  const flags = new Set<string>();
  const values = new Map<string, ShellWord[]>();
  const operands: ShellWord[] = [];
  let before: number | undefined;
  let open = false;
  const keep = (name: string, word: ShellWord | undefined): void => {
    flags.add(name);
    if (word === undefined) return;
    const list = values.get(name);
    if (list === undefined) values.set(name, [word]);
    else list.push(word);
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const text = word.value ?? word.prefix;
    if (before !== undefined || text === "-" || !text.startsWith("-")) {
      if (word.value === undefined && word.prefix === "" && word.suffix === undefined) open = true;
      operands.push(word);
    } else if (text === "--") before = operands.length;
    else if (text.startsWith("--") || options.single) {
      const equals = text.indexOf("=");
      const name = inFull(equals < 0 ? text : text.slice(0, equals), options);
      if (equals >= 0) keep(name, cutWord(word, equals + 1));
      else keep(name, options.valued.has(name) ? words[++at] : undefined);
    } else if (readCluster(word, text, options, keep)) at++, keep(`-${text.at(-1)}`, words[at]);
  }
  return { flags, values, operands, before, open };
}

/** Reads `-abc`; true where the last letter takes the next word. */
function readCluster(
  word: ShellWord,
  text: string,
  options: OptionSet,
  keep: (name: string, word: ShellWord | undefined) => void,
): boolean {
  for (let at = 1; at < text.length; at++) {
    const letter = text[at]!;
    if (!options.letters.has(letter)) {
      keep(`-${letter}`, undefined);
      continue;
    }
    if (at === text.length - 1 && word.value !== undefined) return true;
    keep(`-${letter}`, cutWord(word, at + 1));
    return false;
  }
  return false;
}

/** The long option that `name` abbreviates, as GNU programs and git take it. */
function inFull(name: string, options: OptionSet): string {
  if (name.length < 3 || options.single || options.long.includes(name)) return name;
  const fitting = options.long.filter((long) => long.startsWith(name));
  return fitting.length === 1 ? fitting[0]! : name;
}

/** The word behind the first `from` characters. */
export function cutWord(word: ShellWord, from: number): ShellWord {
  const { value, prefix } = word;
  const cut = { ...word, value: value?.slice(from), prefix: prefix.slice(from), raw: word.raw.slice(from) };
  return word.ifEmpty === undefined ? cut : { ...cut, ifEmpty: word.ifEmpty.slice(from) };
}
