/** What was found in a text: where a secret stands, what kind it is and how sure that is. Never its value. */

/**
 * `certain`: a provider's own form, long enough and not a filler, or a private key. `likely`: an opaque value that
 * its name or place gives away. `weak`: by its place alone, or an example; worth hiding in a log, not worth a word.
 */
export type Level = "certain" | "likely" | "weak";

/** One secret: UTF-16 offsets, half open. */
export interface Secret {
  readonly kind: string;
  readonly level: Level;
  readonly start: number;
  readonly end: number;
}

const RANKS: readonly Level[] = ["weak", "likely", "certain"];

/** Whether `secret` is at least as sure as `level`. */
export function atLeast(secret: Secret, level: Level): boolean {
  return RANKS.indexOf(secret.level) >= RANKS.indexOf(level);
}

/** The secrets of `found` in the order of the text; those that overlap become one, with the surest kind. */
export function merge(found: readonly Secret[]): Secret[] {
  const result: Secret[] = [];
  for (const secret of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || secret.start >= last.end) {
      result.push(secret);
      continue;
    }
    const surer = RANKS.indexOf(secret.level) > RANKS.indexOf(last.level) ? secret : last;
    result[result.length - 1] = { ...surer, start: last.start, end: Math.max(last.end, secret.end) };
  }
  return result;
}
