/** Text from a transcript, as it may be kept: one line, without secrets and without signs for a terminal. */
import { cut, oneLine } from "../../base/text.ts";
import { redact } from "../../secret/redact.ts";
import { withoutEscapes } from "./escapes.ts";

/** Text is searched for secrets up to here only; what is kept is far shorter. */
const LONGEST = 16 * 1024;

/** At most `most` characters of `text` on one line, its secrets hidden before it is cut. */
export function keepable(text: string, most: number): string {
  // A secret that the first cut halves would not be known as one, so its line goes.
  const head = text.length > LONGEST ? text.slice(0, text.lastIndexOf("\n", LONGEST) + 1 || 2_000) : text;
  return cut(oneLine(redact(withoutEscapes(head)).replace(/\s+/g, " "), 4 * most), most).trimEnd();
}
