/** Text with its secrets hidden, for logs and for whatever else outlives the moment. */
import { oneLine } from "../base/text.ts";
import { detect } from "./detect.ts";

/** What stands where a secret was. It reads as no value of its own, so that redacting twice changes nothing. */
export const REDACTED = "[redacted]";

/** `text` with the value of every secret replaced, also the doubtful ones; names and the rest of the line stay. */
export function redact(text: string): string {
  let result = "";
  let from = 0;
  for (const { start, end } of detect(text)) {
    result += text.slice(from, start) + REDACTED;
    from = end;
  }
  return result + text.slice(from);
}

/** {@link redact} on one line of at most `max` characters: a key that spans lines goes before they are joined. */
export function redactLine(text: string, max?: number): string {
  return oneLine(redact(text), max);
}
