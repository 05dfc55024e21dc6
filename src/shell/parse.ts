/** The one place that knows the parser. */
import { parse, type ParsedScript } from "unbash";

export type { ParsedScript } from "unbash";

/**
 * More here-documents than any script has. The parser's time grows with the square of the here-documents that
 * are open on one line.
 */
const MAX_HEREDOCS = 2_000;
/** Opening braces in a row: the parser looks for the end of a brace expansion from each of them. */
const MAX_BRACES = 20_000;

/** The syntax tree of `text`, or the reason why there is none. */
export function parseScript(text: string): ParsedScript | string {
  if (count(text, "<<", MAX_HEREDOCS)) return "too many here-documents";
  if (count(text, "{", MAX_BRACES) && /\{{2000}/.test(text)) return "too many braces";
  try {
    return parse(text);
  } catch (error) {
    return error instanceof RangeError ? "nested too deeply" : "not parsed";
  }
}

function count(text: string, what: string, most: number): boolean {
  let found = 0;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + what.length)) {
    if (++found > most) return true;
  }
  return false;
}
