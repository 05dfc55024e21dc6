/** Text that comes from a payload or a file and goes to a model or an operator. */

/** Characters that can start a line, hide text or turn its direction. */
// deno-lint-ignore no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]+/g;

/**
 * `value` as plain text on one line: control, invisible and direction characters become one space, no more than
 * `max` UTF-16 units, never half a character. A hostile file name can so neither start a line nor hide.
 */
export function oneLine(value: string, max = 200): string {
  const clean = value.slice(0, max * 4).replace(UNSAFE, " ").trim().toWellFormed();
  return clean.length <= max ? clean : `${cut(clean, max - 3)}...`;
}

/** The first `max` UTF-16 units of `text`, less one where that would cut a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

const TYPOGRAPHY: Record<string, string> = {
  "\u2013": "-",
  "\u2014": "-",
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u00d7": "x",
  "\u2212": "-",
  "\u2192": "->",
  "\u2264": "<=",
};

/** Our own text with typographic marks folded to ASCII; every other character stays. */
export function foldTypography(text: string): string {
  return text.replace(/[\u2013\u2014\u2018\u2019\u201c\u201d\u00d7\u2212\u2192\u2264]/g, (mark) => TYPOGRAPHY[mark] ?? mark);
}

/** Whether `value` is one of the words that switch something on, in any case. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && /^\s*(?:1|true|yes|on)\s*$/i.test(value);
}

/** Whether `value` is one of the words that switch something off, in any case. */
export function isOff(value: string | undefined): boolean {
  return value !== undefined && /^\s*(?:0|false|no|off)\s*$/i.test(value);
}
