/** Letters that look like others, and signs that show nothing or turn the order of a text. */
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

/** Letters of other scripts that cannot be told from Latin ones in most fonts. */
const CONFUSABLE =
  /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ff\u1d00-\u1d7f\u2100-\u214f\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u;
const LATIN = /[A-Za-z]/;
/** What turns the order, and what has no width. The joiners inside words of other scripts and emoji are no trick. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
const NO_WIDTH =
  /[\u200b\u2060-\u2064\ufeff\u00ad\u180e\u034f\u115f\u1160\u3164\u{e0000}-\u{e007f}]|(?<=[\0-\u024f])[\u200c-\u200f]/u;
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** What looks like something else in the command line. */
export async function judgeLookalike(call: Call): Promise<Finding | undefined> {
  const command = call.command;
  if (command === undefined) return undefined;
  const turn = TURNS.exec(command);
  if (turn !== null) {
    return found("bidirectional control", turn[0], "the line shows in another order than it runs");
  }
  const hidden = NO_WIDTH.exec(command);
  if (hidden !== null) {
    return found("invisible character", hidden[0], "it does not show, but is a part of the name");
  }
  const reading = await call.shell();
  for (const { words, redirects } of reading?.commands ?? []) {
    const all = [...words, ...redirects.flatMap(({ target }) => target === undefined ? [] : [target])];
    for (const word of all) {
      const text = word.value ?? word.raw;
      const blank = /^["']/.test(word.raw) ? null : BLANKS.exec(text);
      if (blank !== null) {
        return found("blank that is no separator", blank[0], "the shell takes both sides as one word", text);
      }
      const letter = mixedLetter(text);
      if (letter !== undefined) {
        return found("non-Latin letter", letter, "the name is not the one that it looks like", text);
      }
    }
  }
  return undefined;
}

/** A letter that looks Latin among Latin ones, in a host, a path or a program; prose has blanks. */
function mixedLetter(text: string): string | undefined {
  if (text.length > 4_096 || /\s/.test(text) || !CONFUSABLE.test(text)) return undefined;
  for (const part of text.split(/[./:@?&=#_\\,+~-]+/)) {
    const letter = CONFUSABLE.exec(part);
    if (letter !== null && LATIN.test(part)) return letter[0];
  }
  return undefined;
}

function found(what: string, letter: string, why: string, target?: string): Finding {
  const point = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return {
    values: { what: `${what} U+${point}`, why, target },
    atMost: "advise",
    rule: `lookalike/${point}`,
  };
}
