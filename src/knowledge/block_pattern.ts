/**
 * Block patterns: what they may hold, and where they match. The matcher goes through a text once whatever the
 * pattern is, and no more than a bounded part of a text is looked at.
 */
import { compilePattern, PatternError } from "../rule/pattern.ts";
import { cut, oneLine } from "../base/text.ts";

const LONGEST_PATTERN = 500;
const LONGEST_TEXT = 256 * 1024;
/** The matcher takes so much at once. */
const PIECE = 32 * 1024;
const SHOWN = 80;

/** What is wrong with a pattern and what to write instead; undefined for nothing. */
export function patternFault(source: string, flags: string): string | undefined {
  if (source.length > LONGEST_PATTERN) {
    return `it has more than ${LONGEST_PATTERN} characters; use several rules`;
  }
  try {
    compilePattern(withFlags(source, flags));
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** `source` with its flags written into it. `^` and `$` stand for the ends of lines with and without `m`. */
function withFlags(source: string, flags: string): string {
  const text = flags.includes("s") ? dotsForEverything(source) : source;
  return flags.includes("i") ? `(?i)${text}` : text;
}

/** With `s` a dot also stands for a line break. */
function dotsForEverything(source: string): string {
  let inClass = false;
  let result = "";
  for (let at = 0; at < source.length; at++) {
    const unit = source[at]!;
    if (unit === "\\") result += unit + (source[++at] ?? "");
    else {
      if (unit === "[") inClass = true;
      else if (unit === "]") inClass = false;
      result += unit === "." && !inClass ? "[\\s\\S]" : unit;
    }
  }
  return result;
}

/** A block pattern ready to be tried. */
export interface BlockPattern {
  /**
   * The text that matches, cut to 80 characters on one line; undefined for no match.
   *
   * @param tick is called now and then and may throw to end the search
   */
  readonly find: (text: string, tick: () => void) => string | undefined;
}

/**
 * Makes a pattern ready.
 *
 * @throws PatternError
 */
export function readyPattern(source: string, flags: string): BlockPattern {
  const pattern = compilePattern(withFlags(source, flags));
  return {
    find: (text, tick) => {
      for (const piece of piecesOf(cut(text, LONGEST_TEXT))) {
        if (pattern.test(piece, tick)) {
          return oneLine(narrow(piece, (part) => pattern.test(part, tick)), SHOWN);
        }
      }
      return undefined;
    },
  };
}

/** Pieces that the matcher takes whole; each begins at a line and repeats the end of the one before it. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length || from === 0;) {
    const end = from + PIECE;
    pieces.push(text.slice(from, end));
    if (end >= text.length) break;
    // A match that lies across two pieces is found in the second, as long as it is no longer than this.
    const back = end - 2_048;
    const line = text.lastIndexOf("\n", back);
    from = line > from ? line + 1 : back;
  }
  return pieces;
}

/** The line of `piece` that matches by itself, less what is in front of the match; else its beginning. */
function narrow(piece: string, test: (part: string) => boolean): string {
  const lines = piece.split("\n");
  const line = lines.length > 2_000 ? undefined : lines.find((one) => one !== "" && test(one));
  if (line === undefined || line.length <= SHOWN) return line ?? piece.trim();
  let from = 0;
  for (let step = line.length; step >= 8; step = Math.floor(step / 2)) {
    while (from + step < line.length && test(line.slice(from + step))) from += step;
  }
  return line.slice(from);
}
