/** Texts and words inside a command that are themselves run. */
import { type Field, isHole, isKnown, startsUnknown } from "./hole.ts";
import { type Call, deeper, emit, type Frame, type Output } from "./job.ts";
import type { ShellLanguage } from "./reading.ts";
import { layer } from "./scope.ts";

/** How a nested text or command is reached. */
export interface Step {
  /** What is added to `via`. */
  readonly via: string;
  /** It runs as a process of its own, which sees exported variables only. */
  readonly process?: boolean;
  readonly language?: ShellLanguage;
  readonly changes?: Partial<Frame>;
}

/** Whether something can be said of `text` as a program: it does not begin with an unknown part. */
export function isReadable(text: Output): text is string {
  return text !== undefined && !startsUnknown(text.trimStart());
}

/** Whether nothing at all is known of the program `text`. */
export function isOpaque(text: string): boolean {
  return isHole(text.trim());
}

/** Reads `text`, which the command `call` runs; `at` is the word that holds it. */
export function readNested(
  frame: Frame,
  call: Call,
  text: string,
  at: Field | undefined,
  step: Step,
): Output {
  const inner = enter(frame, call, step);
  if (inner === undefined) return undefined;
  openFiles(frame, call);
  return frame.job.read(inner, text, step.language ?? "posix", at?.range ?? call.range);
}

/** Starts the command in `fields`, which the command `call` runs. Its redirects are the inner command's. */
export function launchNested(
  frame: Frame,
  call: Call,
  fields: readonly Field[],
  step: Step,
  redirects = call.redirects,
): Output {
  const inner = deeper(frame, {
    via: [...frame.via, step.via],
    ...(step.process ? { scope: layer(frame.scope, true) } : {}),
    ...step.changes,
  });
  if (inner === undefined) return undefined;
  const start = fields[0]?.range.start ?? call.range.start;
  const range = start < call.range.end ? { start, end: call.range.end } : call.range;
  return frame.job.launch(inner, { ...call, fields, redirects, range });
}

/** The frame of what `call` runs: assignments in front of it reach everything inside. */
export function enter(frame: Frame, call: Call, step: Step): Frame | undefined {
  return deeper(frame, {
    via: [...frame.via, step.via],
    inherited: call.assignments.length === 0 ? frame.inherited : [...frame.inherited, ...call.assignments],
    ...(step.process ? { scope: layer(frame.scope, true), calling: [] } : {}),
    ...step.changes,
  });
}

/** The files that a command opens whose own words are not met: a command without words stands for them. */
export function openFiles(frame: Frame, call: Call): void {
  const redirects = call.redirects.filter(({ target, operator }) =>
    target !== undefined && operator !== "<<<"
  );
  if (redirects.length > 0) emit(frame, { fields: [], assignments: [], redirects, range: call.range });
}

/** `text` as one word of a POSIX command line. */
export function quoted(text: string): string {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The words as arguments of a text that is read again. */
export function quotedAll(fields: readonly Field[]): string {
  return fields.map((field) => quoted(field.text)).join(" ");
}

/** The texts joined by blanks, as `eval`, `ssh` and `watch` do. */
export function joinedText(fields: readonly Field[]): string {
  return fields.map((field) => field.text).join(" ");
}

/** Whether the text of every field is known. */
export function allKnown(fields: readonly Field[]): boolean {
  return fields.every((field) => isKnown(field.text));
}
