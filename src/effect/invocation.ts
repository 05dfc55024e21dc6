/** One command as the rows of the tables see it, and what they say of it. */
import { isWindowsPath } from "../base/path.ts";
import type { ShellReading, ShellWord, SimpleCommand } from "../shell/reading.ts";
import { type Arguments, optionSet, readArguments } from "./arguments.ts";
import type { Effect, EffectTarget, Place, Verb } from "./effect.ts";
import type { Ground } from "./ground.ts";
import { isListed, listedPlace } from "./listing.ts";
import { type TargetOptions, targetsOfWord } from "./word_targets.ts";

/** More effects than these are of no use to anybody. */
export const MOST_EFFECTS = 2_000;

/** What a row says beside the verb. */
export interface Said {
  /** What does it, in a few words. */
  readonly what?: string;
  readonly recursive?: boolean;
  readonly instead?: string;
  readonly text?: string;
  /** Never stronger than this: a command that asks by itself, a target that is only likely. */
  readonly certainty?: Effect["certainty"];
  /** A rule of its own within the row. */
  readonly rule?: string;
}

/** What a row says of a file. */
export interface SaidOfFile extends Said {
  /** A folder given in front of the path, such as that of `tar -C`. */
  readonly below?: string;
}

/** One command for a row. */
export interface Invocation {
  readonly name: string;
  readonly command: SimpleCommand;
  readonly reading: ShellReading;
  readonly language: ShellReading["language"];
  readonly ground: Ground;
  readonly args: Arguments;
  readonly operands: readonly ShellWord[];
  readonly remote: boolean;
  /** Whether one of the options was given. */
  readonly has: (...names: readonly string[]) => boolean;
  readonly values: (...names: readonly string[]) => readonly ShellWord[];
  /** The literal text of operand `index`, or an empty one. */
  readonly operand: (index: number) => string;
  /** Something happens to the file that `word` names. */
  readonly file: (verb: FileVerb, word: ShellWord | undefined, said?: SaidOfFile) => void;
  /** Something else happens, to what `text` names. */
  readonly say: (verb: Verb, text: string | undefined, said?: Said & { readonly place?: Place }) => void;
  readonly rule: string;
}

/** What can happen to a file; `empty` writes it whole, `touch` adds to it. */
export type FileVerb = "delete" | "empty" | "touch" | "move" | "read" | "permissions" | "device";

/** A row of a table. */
export interface Row {
  /** The options as `optionSet` reads them. */
  readonly options?: string;
  readonly find: (call: Invocation) => void;
}

/** Rows by the programs that they are for. */
export type Table = ReadonlyMap<string, Row>;

/** A table from rows under the names of their programs, separated by blanks. */
export function table(rows: Readonly<Record<string, Row>>): Table {
  const made = new Map<string, Row>();
  for (const [names, row] of Object.entries(rows)) for (const name of names.split(" ")) made.set(name, row);
  return made;
}

/** Where effects go. */
export interface Sink {
  readonly list: Effect[];
  readonly ground: Ground;
  readonly reading: ShellReading;
}

/** How a command stands to this machine. */
export interface Standing {
  readonly language: ShellReading["language"];
  readonly remote: boolean;
  readonly outside: TargetOptions["outside"];
}

/** Builds what a row sees of `words`, which begin with the program (or the sub-command). */
export function invocation(
  sink: Sink,
  command: SimpleCommand,
  words: readonly ShellWord[],
  options: string,
  rule: string,
  standing: Standing,
  cwd: string | undefined = command.cwd,
): Invocation {
  const { ground, reading } = sink;
  const args = readArguments(words.slice(1), optionSet(options));
  const name = words[0]?.value ?? command.name ?? "";
  const { remote, outside, language } = standing;
  const push = (effect: Effect): void => {
    if (sink.list.length < MOST_EFFECTS) sink.list.push(effect);
  };
  const base = (said: Said): Omit<Effect, "verb" | "target"> => ({
    certainty: weaker(command.conditional ? "conditional" : "definite", said.certainty ?? "definite"),
    what: said.what ?? command.name ?? name,
    rule: said.rule ?? rule,
    recursive: said.recursive ?? false,
    remote,
    instead: said.instead,
    text: said.text,
    range: command.range,
  });
  return {
    name,
    command,
    reading,
    language,
    ground,
    args,
    operands: args.operands,
    remote,
    rule,
    has: (...names) => names.some((option) => args.flags.has(option)),
    values: (...names) => names.flatMap((option) => args.values.get(option) ?? []),
    operand: (index) => args.operands[index]?.value ?? args.operands[index]?.prefix ?? "",
    say(verb, text, said = {}) {
      const target: EffectTarget | undefined = text === undefined
        ? undefined
        : { text, path: undefined, place: said.place ?? "unknown", exists: undefined };
      push({ verb, target, ...base(said) });
    },
    file(verb, given, said = {}) {
      if (given === undefined) return;
      const word = language === "posix" || ground.os === "windows" ? given : withSlashes(given);
      const keepLink = verb === "delete" || verb === "move";
      const found = targetsOfWord(word, {
        ground,
        cwd: said.below ?? cwd,
        remote,
        ...(outside === undefined ? {} : { outside }),
        keepLink,
        // Only for what goes it matters whether git has it.
        tracked: verb === "delete",
        each: verb === "read",
      });
      const common = base(said);
      const listed = isListed(word, command);
      const place = listed ? listedPlace(word, command, reading) : undefined;
      for (const { target, certainty } of found) {
        const placed = place !== undefined && target.place === "project" ? { ...target, place } : target;
        // Where only the run tells what is meant, what is there now says nothing.
        const hit = common.certainty === "unknown" ? { ...placed, exists: undefined } : placed;
        const seen = verbFor(verb, hit);
        if (seen === undefined) continue;
        const snippet = hit.place === "unknown" && command.via.some((step) => SNIPPET.test(step));
        push({
          verb: seen,
          target: hit,
          ...common,
          // What a search finds is many files; a single file or link is one, whatever the option says.
          recursive: listed || common.recursive && !(verb === "delete" && isSingle(hit, ground)),
          certainty: weaker(common.certainty, certainty),
          rule: snippet ? `snippet/${common.rule}` : common.rule,
        });
      }
    },
  };
}

/** PowerShell takes both separators, on every system. */
function withSlashes(word: ShellWord): ShellWord {
  const { value, prefix, suffix } = word;
  if (!(value ?? `${prefix}${suffix ?? ""}`).includes("\\") || isWindowsPath(value ?? prefix)) return word;
  const turned = { ...word, value: value?.replaceAll("\\", "/"), prefix: prefix.replaceAll("\\", "/") };
  return suffix === undefined ? turned : { ...turned, suffix: suffix.replaceAll("\\", "/") };
}

/** Whether the target is known to be no folder. */
function isSingle({ path, exists, place }: EffectTarget, ground: Ground): boolean {
  if (path === undefined || exists !== true || place !== "inside" && place !== "tracked") return false;
  return !ground.look(path).folder;
}

/** Programs of another language, in which a name that is not known is everyday. */
const SNIPPET = /^(?:python|pypy|node|deno|bun|ruby|perl|php|lua)/;

function weaker(a: Effect["certainty"], b: Effect["certainty"]): Effect["certainty"] {
  if (a === "unknown" || b === "unknown") return "unknown";
  return a === "conditional" ? a : b;
}

/** What happens in the end, by what is there now; undefined: nothing. */
function verbFor(verb: FileVerb, target: EffectTarget): Verb | undefined {
  if (target.place === "nowhere") return undefined;
  if (verb === "read" || verb === "permissions" || verb === "move") return verb;
  if (target.place === "device" || verb === "device") return "destroy-device";
  if (verb === "delete") return "delete";
  if (verb === "touch") return "write";
  return target.exists !== false || STANDING.test(target.path ?? "") ? "overwrite" : "write";
}

/** Files that every machine has, whether they can be seen now or not. */
const STANDING =
  /^\/(?:private\/)?etc\/(?:passwd|shadow|group|sudoers|fstab|hosts|resolv\.conf|crontab|environment|profile|ssh\/\w+|pam\.d\/.*)$|\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|gitconfig|npmrc|netrc|ssh\/(?:authorized_keys|config|known_hosts|id_\w+))$/;
