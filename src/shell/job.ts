/** One reading under way: what is shared by every text it goes through, and its bounds. */
import type { Field, Hole } from "./hole.ts";
import { isKnown, makeHole, toWord } from "./hole.ts";
import { programName } from "./program_name.ts";
import type { Range, ShellLanguage, ShellRedirect, ShellSurroundings, SimpleCommand } from "./reading.ts";
import { layer, outerScope, type Scope } from "./scope.ts";

/** Levels of nesting, over all languages together. */
const MAX_DEPTH = 200;
/** Commands in one reading. A flat list of that length is half a megabyte of text at least. */
const MAX_COMMANDS = 300_000;
/** Steps beyond those that the length of the text explains: called functions, loops, nested texts. */
const EXTRA_STEPS = 100_000;
/** Characters of a value that is computed. */
const MAX_TEXT = 1 << 20;
/** Commands kept as the source of a pipe or of an output. */
const MAX_SOURCES = 64;

/** What a command prints, with holes; undefined: nothing is known of it. */
export type Output = string | undefined;

/** A command about to be started. */
export interface Call {
  readonly fields: readonly Field[];
  readonly assignments: readonly { readonly name: string; readonly field: Field }[];
  readonly redirects: readonly ShellRedirect[];
  readonly range: Range;
}

/** What becomes of a command whose program is known by name. */
export type Handler = (frame: Frame, call: Call, name: string) => Output;

/** What is shared by one whole reading. */
export interface Job {
  readonly surroundings: ShellSurroundings;
  readonly commands: SimpleCommand[];
  readonly holes: Hole[];
  /** Text that the line itself writes into files, by absolute path. */
  readonly files: Map<string, string>;
  /** The hole of each variable that nothing sets. */
  readonly unset: Map<string, string>;
  incomplete: string | undefined;
  steps: number;
  readonly maxSteps: number;
  /** Rounds of literal loops that may still be tried one by one. */
  rounds: number;
  /** `set -u`: a variable that is unset stops the script. */
  nounset: boolean;
  /** Starts a command: through wrappers and interpreters to what really runs. */
  readonly launch: (frame: Frame, call: Call) => Output;
  /** Reads a text found inside; `place` is where that text stands in the command line. */
  readonly read: (frame: Frame, text: string, language: ShellLanguage, place: Range | undefined) => Output;
  /** Walks a piece of the syntax tree: the body of a function that is called. */
  readonly walk: (frame: Frame, node: unknown) => Output;
  /** What is done with a program that leads elsewhere; undefined: it is met. */
  readonly handlerOf: (name: string) => Handler | undefined;
}

/** Where reading stands: one place of one text. */
export interface Frame {
  readonly job: Job;
  readonly language: ShellLanguage;
  /** The text that positions refer to. */
  readonly source: string;
  /** Where that text stands in the command line; undefined: it is the command line. */
  readonly place: Range | undefined;
  readonly scope: Scope;
  readonly via: readonly string[];
  readonly conditional: boolean;
  readonly background: boolean;
  readonly pipedFrom: readonly SimpleCommand[];
  /** The text on standard input; undefined: unknown. */
  readonly stdin: string | undefined;
  /** Assignments in front of what contains this place (`A=1 bash -c '…'`): they reach everything in it. */
  readonly inherited: Call["assignments"];
  /** The body of a loop is tried to see what it changes; nothing of that is kept. */
  readonly rehearsing: boolean;
  /** Functions and aliases that are being expanded: neither calls itself again. */
  readonly calling: readonly string[];
  readonly depth: number;
}

/** How one reading starts commands and reads texts. */
export type Ways = Pick<Job, "launch" | "read" | "walk" | "handlerOf">;

/** Rounds of literal loops that are tried one by one, over the whole line. */
const MAX_ROUNDS = 1_000;

/** The outermost place of a new reading of `text`. */
export function outerFrame(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
  ways: Ways,
): Frame {
  return {
    job: {
      surroundings,
      commands: [],
      holes: [],
      files: new Map(),
      unset: new Map(),
      incomplete: undefined,
      steps: 0,
      maxSteps: EXTRA_STEPS + 2 * text.length,
      rounds: MAX_ROUNDS,
      nounset: false,
      launch: ways.launch,
      read: ways.read,
      walk: ways.walk,
      handlerOf: ways.handlerOf,
    },
    language,
    source: "",
    place: undefined,
    scope: outerScope(surroundings.cwd),
    via: [],
    conditional: false,
    background: false,
    pipedFrom: [],
    stdin: undefined,
    inherited: [],
    rehearsing: false,
    calling: [],
    depth: 0,
  };
}

/** Thrown, and caught at the entry, where going on makes no sense. */
export class Stop extends Error {}

/** Thrown where a reading needs a part of the engine that it was not given. */
export class Missing extends Error {}

/** Notes that something stayed unread; the first reason stays. */
export function giveUp(job: Job, reason: string): void {
  job.incomplete ??= reason;
}

/** Counts one step and looks at the bounds. */
export function tick(job: Job): void {
  job.steps++;
  if ((job.steps & 31) === 0 && Date.now() > job.surroundings.deadline) throw new Stop("out of time");
  if (job.steps > job.maxSteps) throw new Stop("too many steps");
  if (job.commands.length > MAX_COMMANDS) throw new Stop("too many commands");
}

/** One level deeper; undefined where that is too deep, which is noted. */
export function deeper(frame: Frame, changes: Partial<Frame> = {}): Frame | undefined {
  tick(frame.job);
  if (frame.depth >= MAX_DEPTH) {
    giveUp(frame.job, "nested too deeply");
    return undefined;
  }
  return { ...frame, ...changes, depth: frame.depth + 1 };
}

/** `frame` for a process of its own, reached by way of `step`. */
export function through(frame: Frame, step: string): Partial<Frame> {
  return { via: [...frame.via, step], scope: layer(frame.scope, true), calling: [] };
}

/** The place in the command line of `[start, end)` in the frame's text. */
export function rangeAt(frame: Frame, start: number, end: number): Range {
  return frame.place ?? { start, end: Math.max(start, Math.min(end, frame.source.length)) };
}

/** Both texts one after the other, unless one is unknown or it grows too long. */
export function joined(first: Output, second: Output): Output {
  if (first === undefined || second === undefined) return undefined;
  return first.length + second.length > MAX_TEXT ? undefined : first + second;
}

/** The last of the commands from index `start` on. */
export function commandsSince(job: Job, start: number): SimpleCommand[] {
  return job.commands.slice(Math.max(start, job.commands.length - MAX_SOURCES));
}

/** Two sources of a pipe together. */
export function joinSources(
  first: readonly SimpleCommand[],
  second: readonly SimpleCommand[],
): readonly SimpleCommand[] {
  if (first.length === 0) return second;
  return [...first, ...second].slice(-MAX_SOURCES);
}

/** A new unknown part, written as `label`. */
export function unknown(frame: Frame, label: string, options: Partial<Omit<Hole, "label">> = {}): string {
  return makeHole(frame.job.holes, label, options);
}

/** Makes the unknown part that a variable becomes where branches do not agree on it. */
export function unknownIn(frame: Frame): (name: string, maybeUnset: boolean) => string {
  return (name, maybeUnset) => unknown(frame, `$${name}`, { maybeEmpty: maybeUnset });
}

/** A field that is known, standing where `like` stands. */
export function fieldOf(text: string, like: { readonly range: Range }, raw = text): Field {
  return { text, raw, glob: false, dynamic: !isKnown(text), range: like.range };
}

/** The program that a first word names; undefined where it is not known. */
export function nameOf(text: string, os: ShellSurroundings["os"]): string | undefined {
  return isKnown(text) ? programName(text, os) : undefined;
}

/** Adds the command to the reading. */
export function emit(frame: Frame, call: Call): SimpleCommand {
  const { job, scope } = frame;
  const first = call.fields[0];
  const command: SimpleCommand = {
    // PowerShell and cmd.exe ignore case on every system.
    name: first === undefined
      ? undefined
      : nameOf(first.text, frame.language === "posix" ? job.surroundings.os : "windows"),
    words: call.fields.map((field) => toWord(job.holes, field)),
    assignments: [...frame.inherited, ...call.assignments].map(({ name, field }) => ({
      name,
      value: toWord(job.holes, field),
    })),
    redirects: call.redirects,
    cwd: scope.cwd,
    conditional: frame.conditional,
    background: frame.background,
    via: frame.via,
    pipedFrom: frame.pipedFrom,
    range: call.range,
  };
  job.commands.push(command);
  return command;
}
