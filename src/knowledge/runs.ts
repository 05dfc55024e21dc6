/** The letters of a text: what is cheap enough for every event. */

/** Marks that NFD leaves behind a letter. */
export const MARKS = /[\u0300-\u036f]+/g;

/** The singular of a plural in either language, near enough: both sides are folded the same way. */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return word;
  if (word.endsWith("iones")) return word.slice(0, -2);
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("xes") || word.endsWith("ches") || word.endsWith("shes")) return word.slice(0, -2);
  return word.slice(0, -1);
}

export const OTHER = 0;
export const LOWER = 1;
export const UPPER = 2;

/** What each ASCII character is; digits go with small letters. */
export const CLASS = Uint8Array.from(
  { length: 128 },
  (_, code) =>
    code >= 97 && code <= 122 || code >= 48 && code <= 57 ? LOWER : code >= 65 && code <= 90 ? UPPER : OTHER,
);

/** Whether a character beyond ASCII is no mark: the blocks of punctuation and symbols that prompts hold. */
function isForeignLetter(code: number): boolean {
  return !(code < 0xc0 || code === 0xd7 || code === 0xf7 || code >= 0x2000 && code < 0x2c00 ||
    code >= 0x3000 && code < 0x3040 || code >= 0xff00 && code < 0xff10);
}

/** The runs of letters and digits of `text` in small letters without accents; nothing is left out. */
export function runsOf(text: string): string[] {
  let plain = text.toLowerCase();
  for (let at = 0; at < plain.length; at++) {
    if (plain.charCodeAt(at) > 127) {
      plain = plain.normalize("NFD").replace(MARKS, "");
      break;
    }
  }
  const runs: string[] = [];
  let start = -1;
  for (let at = 0; at <= plain.length; at++) {
    const code = at < plain.length ? plain.charCodeAt(at) : 32;
    const inside = code > 127 ? isForeignLetter(code) : CLASS[code] !== OTHER;
    if (inside && start < 0) start = at;
    else if (!inside && start >= 0) {
      runs.push(plain.slice(start, at));
      start = -1;
    }
  }
  return runs;
}
