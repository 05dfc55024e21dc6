/** Words of the lines that the simple reader takes: quotes, escapes, patterns, `~` and variables. */
import type { Field } from "./hole.ts";
import { isKnown } from "./hole.ts";
import { commandsSince, type Frame, type Job, rangeAt, unknown } from "./job.ts";
import { layer } from "./scope.ts";
import { parameter, parameterText, scalar } from "./variables.ts";

/** One line under way. Whatever returns undefined or false leaves the whole line to the engine. */
export interface Line {
  readonly text: string;
  readonly job: Job;
  at: number;
  /** The last quoted piece holds something that is decided at run time. */
  dynamic: boolean;
  /** What is to be known of the last program. */
  letters: string;
  /** The last command practically always succeeds. */
  succeeds: boolean;
  /** What the last command prints is certainly unknown. */
  secret: boolean;
  /** So it is of one whole statement of this list, and thereby of the list. */
  unknown: boolean;
  /** Something was done whose consequences are not followed here: no further command may be read. */
  blind: boolean;
  /** A file may have been written with text that is known. */
  wrote: boolean;
  /** Changes of the scope so far. */
  changes: number;
  /** Substitutions around this place. */
  depth: number;
  /** Reads the inside of `$( )` up to its closing bracket; whether what it prints is certainly unknown. */
  readonly inside: (line: Line, frame: Frame) => boolean;
}

/** Whether `unit` is a letter, a digit or `_`. */
export function isNameUnit(unit: number): boolean {
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x7a || unit >= 0x30 && unit <= 0x39 || unit === 0x5f;
}

/** Whether a word ends before `unit`: a blank, an operator, the end of the text. */
export function endsWord(unit: number): boolean {
  switch (unit) {
    case 0x20:
    case 0x09:
    case 0x0a:
    case 0x3b:
    case 0x26:
    case 0x7c:
    case 0x3c:
    case 0x3e:
    case 0x29:
      return true;
    default:
      return unit !== unit;
  }
}

/** Reads the word at the cursor. Where `split` is set, variables in it might become several words. */
export function readWord(line: Line, frame: Frame, split: boolean): Field | undefined {
  const { text } = line;
  const start = line.at;
  let at = start;
  let value = "";
  let glob = false;
  let dynamic = false;
  if (text.charCodeAt(at) === 0x7e) {
    const next = text.charCodeAt(++at);
    if (next !== 0x2f && !endsWord(next)) return undefined;
    const home = parameter(frame, "HOME");
    value = home === undefined ? unknown(frame, "~") : scalar(home);
    dynamic = !isKnown(value);
  }
  let from = at;
  for (;;) {
    let unit = text.charCodeAt(at);
    // Letters, digits and `+ , - . / : _`; written out, since most of a line is this.
    while (
      unit >= 0x61 && unit <= 0x7a || unit >= 0x2b && unit <= 0x3a || unit >= 0x41 && unit <= 0x5a ||
      unit === 0x5f ||
      unit >= 0x80
    ) unit = text.charCodeAt(++at);
    if (endsWord(unit)) break;
    switch (unit) {
      case 0x21: // !
      case 0x23: // #
      case 0x25: // %
      case 0x3d: // =
      case 0x40: // @
      case 0x5d: // ]
      case 0x5e: // ^
      case 0x7e: // ~
        at++;
        continue;
      case 0x2a: // *
      case 0x3f: // ?
        glob = true;
        at++;
        continue;
      case 0x5b: { // [
        const end = bracketEnd(text, at);
        if (end < 0) return undefined;
        if (end > at + 1) glob = true;
        at = end;
        continue;
      }
      case 0x7b: { // {
        const end = braceEnd(text, at);
        if (end < 0) return undefined;
        at = end;
        continue;
      }
      case 0x5c: { // \
        const next = text.charCodeAt(at + 1);
        if (next !== next || next === 0x0a) return undefined;
        value += text.slice(from, at);
        from = at + 1;
        at += 2;
        continue;
      }
      case 0x27: { // '
        const end = text.indexOf("'", at + 1);
        if (end < 0) return undefined;
        value += text.slice(from, at) + text.slice(at + 1, end);
        at = from = end + 1;
        continue;
      }
      case 0x22: { // "
        const end = text.indexOf('"', at + 1);
        let piece: string | undefined = text.slice(at + 1, end);
        if (end >= 0 && !piece.includes("$") && !piece.includes("\\") && !piece.includes("`")) {
          line.at = end + 1;
        } else {
          line.at = at + 1;
          piece = readQuoted(line, frame);
          if (piece === undefined) return undefined;
          dynamic ||= line.dynamic;
        }
        value += text.slice(from, at) + piece;
        at = from = line.at;
        continue;
      }
      case 0x24: { // $
        line.at = at;
        const next = text.charCodeAt(at + 1);
        if (next === 0x27 || next === 0x22) return undefined;
        const piece = readDollar(line, frame);
        if (piece === undefined) return undefined;
        if (line.at > at + 1) {
          dynamic = true;
          if (split && (piece === "" || hasBlank(piece))) return undefined;
          glob ||= piece.includes("*") || piece.includes("?") || piece.includes("[");
        }
        value += text.slice(from, at) + piece;
        at = from = line.at;
        continue;
      }
      default:
        return undefined;
    }
  }
  line.at = at;
  const raw = text.slice(start, at);
  return {
    text: from === start ? raw : value + text.slice(from, at),
    raw,
    glob,
    dynamic,
    range: rangeAt(frame, start, at),
  };
}

/** The text of a double quote whose opening sign has been passed. */
function readQuoted(line: Line, frame: Frame): string | undefined {
  const { text } = line;
  let { at } = line;
  let from = at;
  let value = "";
  let dynamic = false;
  for (;;) {
    const unit = text.charCodeAt(at);
    switch (unit) {
      case 0x22: // "
        line.at = at + 1;
        line.dynamic = dynamic;
        return value + text.slice(from, at);
      case 0x60: // `
        return undefined;
      case 0x5c: { // \
        const next = text.charCodeAt(at + 1);
        if (next === 0x0a) return undefined;
        if (next === 0x22 || next === 0x24 || next === 0x5c || next === 0x60) {
          value += text.slice(from, at);
          from = at + 1;
          at += 2;
        } else at++;
        continue;
      }
      case 0x24: { // $
        line.at = at;
        const piece = readDollar(line, frame);
        if (piece === undefined) return undefined;
        if (line.at > at + 1) dynamic = true;
        value += text.slice(from, at) + piece;
        at = from = line.at;
        continue;
      }
      default:
        if (unit !== unit) return undefined;
        at++;
    }
  }
}

/** What stands at a `$`: a variable, `$( )`, or the sign itself, after which the cursor is one further. */
function readDollar(line: Line, frame: Frame): string | undefined {
  const { text } = line;
  const start = line.at;
  let at = start + 1;
  const unit = text.charCodeAt(at);
  switch (unit) {
    case 0x28: // (
      return text.charCodeAt(at + 1) === 0x28 ? undefined : readSubstitution(line, frame);
    case 0x7b: { // {
      let end = ++at;
      while (isNameUnit(text.charCodeAt(end))) end++;
      const first = text.charCodeAt(at);
      if (text.charCodeAt(end) !== 0x7d || end === at || first >= 0x30 && first <= 0x39) return undefined;
      line.at = end + 1;
      return scalar(parameterText(frame, text.slice(at, end)));
    }
    case 0x3f: // ?
    case 0x21: // !
    case 0x24: // $
      line.at = at + 1;
      return scalar(parameterText(frame, text.slice(at, at + 1)));
    case 0x23: // #
    case 0x2a: // *
    case 0x2d: // -
    case 0x40: // @
    case 0x5b: // [
    case 0x5c: // \
    case 0x60: // `
      return undefined;
  }
  if (unit >= 0x30 && unit <= 0x39) return undefined;
  while (isNameUnit(text.charCodeAt(at))) at++;
  line.at = at;
  return at === start + 1 ? "$" : scalar(parameterText(frame, text.slice(start + 1, at)));
}

/** `$( )` whose inside is simple as well and of which nothing printed is known. */
function readSubstitution(line: Line, frame: Frame): string | undefined {
  const { job } = line;
  const start = line.at;
  const from = job.commands.length;
  line.at += 2;
  if (++line.depth > 8) return undefined;
  const inner = {
    ...frame,
    via: [...frame.via, "$( )"],
    scope: layer(frame.scope),
    pipedFrom: [],
    stdin: undefined,
  };
  if (!line.inside(line, inner)) return undefined;
  line.depth--;
  const label = line.text.slice(start, Math.min(line.at, start + 80));
  return unknown(frame, label, { from: commandsSince(job, from) });
}

function hasBlank(text: string): boolean {
  return text.includes(" ") || text.includes("\t") || text.includes("\n");
}

/** The end of a pattern `[…]` of letters and digits; one further where `[` stands for itself; -1: neither is sure. */
function bracketEnd(text: string, open: number): number {
  let at = open + 1;
  if (endsWord(text.charCodeAt(at))) return at;
  const first = text.charCodeAt(at);
  if (first === 0x21 || first === 0x5e) at++;
  const from = at;
  for (;; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5d) return at > from ? at + 1 : -1;
    if (!isNameUnit(unit) && !(unit === 0x2d && at > from)) return -1;
  }
}

/** The end of braces that stand for themselves, as in `{}` and `@{1}`; -1: they may mean something. */
function braceEnd(text: string, open: number): number {
  let at = open + 1;
  for (;; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x7d) break;
    if (!isNameUnit(unit) && unit !== 0x2d && unit !== 0x40) return -1;
  }
  const next = text.charCodeAt(at + 1);
  return next === 0x3c || next === 0x3e ? -1 : at + 1;
}
