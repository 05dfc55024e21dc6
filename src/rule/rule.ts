/** Rules as data: what an operator, a team or a pack wants done about a call. */
import type { Place, Verb } from "../effect/effect.ts";
import type { Action, Profile } from "../policy/action.ts";
import type { Pattern } from "./pattern.ts";

/** One rule, checked. */
export interface Rule {
  readonly id: string;
  /** The canonical event on which it is asked. */
  readonly event: RuleEvent;
  /** The profiles in which it holds; undefined: all. */
  readonly profiles: readonly Profile[] | undefined;
  /** Any of these is enough. Empty for a rule that switches another one off. */
  readonly match: readonly Match[];
  /** What of it is let through all the same. */
  readonly except: readonly Match[];
  readonly action: Action;
  readonly message: string;
  /** What to do instead. */
  readonly instead: string | undefined;
}

export type RuleEvent = "PreToolUse" | "PostToolUse" | "UserPromptSubmit";

/** The events that a rule may name. */
export const RULE_EVENTS: readonly RuleEvent[] = ["PreToolUse", "PostToolUse", "UserPromptSubmit"];

/** What a call must be like: everything that is given must fit. Within a list any is enough, except where said. */
export interface Match {
  /** Globs for the canonical name of the tool. */
  readonly tool: readonly string[] | undefined;
  readonly command: CommandMatch | undefined;
  readonly effect: EffectMatch | undefined;
  /** Globs for the files: below the project's root, or absolute, or below `~/`. */
  readonly path: readonly string[] | undefined;
  /** Found in the command, the text that is written, the prompt, or the tool's input. */
  readonly pattern: Pattern | undefined;
}

/** A command that would run, wherever on the line and behind whichever wrapper. */
export interface CommandMatch {
  /** Globs for the program. */
  readonly name: readonly string[] | undefined;
  /** Globs, word by word, for the first words that are no options. */
  readonly subcommand: readonly (readonly string[])[] | undefined;
  /** All of these are given; each is a list of spellings. */
  readonly flags: readonly Flag[];
  /** None of these is given. */
  readonly without: readonly Flag[];
  /** For each of these globs there is an argument that fits. */
  readonly arguments: readonly string[];
  /** Options whose next word is their value. */
  readonly values: readonly string[];
}

/** The spellings of one option. */
export type Flag = readonly FlagSpelling[];

export interface FlagSpelling {
  /** `-f`, `--force`, `-auto-approve`. */
  readonly name: string;
  /** A glob for its value; undefined: any value, or none. */
  readonly value: string | undefined;
}

/** Something that the call would do. */
export interface EffectMatch {
  readonly verbs: readonly Verb[] | undefined;
  readonly places: readonly Place[] | undefined;
  readonly recursive: boolean | undefined;
  readonly remote: boolean | undefined;
}

/** The verbs of effects, as rules name them. */
export const VERBS: readonly Verb[] = [
  "delete",
  "overwrite",
  "write",
  "move",
  "read",
  "discard",
  "rewrite-remote",
  "destroy-device",
  "permissions",
  "kill",
  "drop-data",
  "destroy-resource",
  "publish",
  "run-unseen",
  "run-unknown",
];

/** The places of targets, as rules name them. */
export const PLACES: readonly Place[] = [
  "root",
  "system",
  "home",
  "outside",
  "project",
  "git",
  "tracked",
  "inside",
  "build",
  "temporary",
  "device",
  "nowhere",
  "unknown",
];
