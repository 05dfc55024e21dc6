/**
 * Text with holes. A value that is only partly known is still one string: each unknown part stands in it as a
 * marker of two private-use characters around a number. So concatenating, nesting (`bash -c "rm $X/y"`) and
 * splitting work on plain strings, and the nested text parses with the hole as an ordinary piece of a word.
 */
import type { Range, ShellWord, SimpleCommand } from "./reading.ts";

const OPEN = "\uf8f0";
const CLOSE = "\uf8f1";
const MARKER = /\uf8f0(\d+)\uf8f1/g;

/** One unknown part. */
export interface Hole {
  /** How it was written: `$X`, `$(cmd)`, `{}`. */
  readonly label: string;
  readonly maybeEmpty: boolean;
  readonly nonEmpty: boolean;
  /** The commands whose output it is. */
  readonly from: readonly SimpleCommand[];
}

/** Makes a hole in `holes` and returns its marker. */
export function makeHole(holes: Hole[], label: string, options: Partial<Omit<Hole, "label">> = {}): string {
  holes.push({
    // A label out of a nested text may hold a marker, or half of one where it was cut.
    label: withoutStray(printed(holes, label)),
    maybeEmpty: options.maybeEmpty ?? false,
    nonEmpty: options.nonEmpty ?? false,
    from: options.from ?? [],
  });
  return `${OPEN}${holes.length - 1}${CLOSE}`;
}

function withoutStray(text: string): string {
  return text.includes(OPEN) || text.includes(CLOSE) ? text.replace(/[\uf8f0\uf8f1]/g, "") : text;
}

/** `text` from outside, so that nothing in it can be taken for a marker. The length stays. */
export function withoutMarkers(text: string): string {
  return text.includes(OPEN) || text.includes(CLOSE) ? text.replace(/[\uf8f0\uf8f1]/g, "\ufffd") : text;
}

function hasHoles(text: string): boolean {
  return text.includes(OPEN);
}

/** Whether all of `text` is known. */
export function isKnown(text: string | undefined): text is string {
  return text !== undefined && !text.includes(OPEN);
}

/** Whether `text` is one hole and nothing else. */
export function isHole(text: string): boolean {
  return text.startsWith(OPEN) && text.indexOf(CLOSE) === text.length - 1;
}

/** Whether `text` starts with something unknown. */
export function startsUnknown(text: string): boolean {
  return text.startsWith(OPEN);
}

/** The literal text before the first hole. */
export function knownPrefix(text: string): string {
  const at = text.indexOf(OPEN);
  return at < 0 ? text : text.slice(0, at);
}

/** The literal text after the last hole. */
export function knownSuffix(text: string): string {
  return text.slice(text.lastIndexOf(CLOSE) + 1);
}

/** The holes in `text`. */
export function holesIn(holes: readonly Hole[], text: string): Hole[] {
  const found: Hole[] = [];
  for (const match of text.matchAll(MARKER)) {
    const hole = holes[Number(match[1])];
    if (hole !== undefined) found.push(hole);
  }
  return found;
}

/** `text` for a reader: each hole by its label. */
export function printed(holes: readonly Hole[], text: string): string {
  return hasHoles(text) ? text.replace(MARKER, (_all, index) => holes[Number(index)]?.label ?? "") : text;
}

/** `text` with every hole left out. */
export function withoutHoles(text: string): string {
  return hasHoles(text) ? text.replace(MARKER, "") : text;
}

/** A word after expansion, its text with holes. */
export interface Field {
  readonly text: string;
  readonly raw: string;
  readonly glob: boolean;
  readonly dynamic: boolean;
  readonly range: Range;
  /** Commands that made what the word names: a script that was downloaded on the same line. */
  readonly from?: readonly SimpleCommand[];
}

/** The word that guards see. */
export function toWord(holes: readonly Hole[], field: Field): ShellWord {
  const { text, raw, glob, dynamic, range } = field;
  if (field.from === undefined && isKnown(text) && isKnown(raw)) {
    return { value: text, prefix: text, raw, glob, dynamic, range };
  }
  return toUncertainWord(holes, field);
}

function toUncertainWord(holes: readonly Hole[], field: Field): ShellWord {
  const { text, glob, dynamic, range } = field;
  const raw = printed(holes, field.raw);
  const inside = hasHoles(text) ? holesIn(holes, text) : [];
  if (inside.length === 0) {
    const made = field.from === undefined ? {} : { from: field.from };
    return { value: text, prefix: text, ...made, raw, glob, dynamic, range };
  }
  const suffix = knownSuffix(text);
  const maybeEmpty = inside.some((hole) => hole.maybeEmpty);
  const from = [...(field.from ?? []), ...inside.flatMap((hole) => hole.from)];
  return {
    value: undefined,
    prefix: knownPrefix(text),
    ...(suffix === "" ? {} : { suffix }),
    ...(inside.some((hole) => hole.nonEmpty) ? { nonEmpty: true } : {}),
    ...(maybeEmpty ? { maybeEmpty: true } : {}),
    ...(inside.every((hole) => hole.maybeEmpty) ? { ifEmpty: withoutHoles(text) } : {}),
    ...(from.length === 0 ? {} : { from }),
    raw,
    glob,
    dynamic: true,
    range,
  };
}
