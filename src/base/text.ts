/** Text that comes from a payload or a file and goes to a model or an operator. */

/** Characters that can start a line, hide text or turn its direction. */
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}]+/gu;

/**
 * `value` as plain text on one line: control, invisible and direction characters become one space, no more than
 * `max` UTF-16 units, never half a character. A hostile file name can so neither start a line nor hide.
 */
export function oneLine(value: string, max = 200): string {
  const clean = value.slice(0, max * 4).replace(UNSAFE, " ").trim().toWellFormed();
  return clean.length <= max ? clean : `${cut(clean, max - 3)}...`;
}

/** As {@link oneLine}, but what is too long loses its middle, so that a path keeps its name. */
export function oneLineWithEnd(value: string, max = 200): string {
  if (value.length <= max) return oneLine(value, max);
  const half = Math.floor((max - 3) / 2);
  return `${oneLine(cut(value, half), half)}...${oneLine(value.slice(-half), half)}`;
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
  return text.replace(
    /[\u2013\u2014\u2018\u2019\u201c\u201d\u00d7\u2212\u2192\u2264]/g,
    (mark) => TYPOGRAPHY[mark] ?? mark,
  );
}

/** Whether `value` is one of the words that switch something on, in any case. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && /^\s*(?:1|true|yes|on)\s*$/i.test(value);
}

/** Whether `value` is one of the words that switch something off, in any case. */
export function isOff(value: string | undefined): boolean {
  return value !== undefined && /^\s*(?:0|false|no|off)\s*$/i.test(value);
}

const POINTER = /^.*Full procedure: .+$/gm;

/**
 * `text` in at most `max` UTF-16 units. A longer text ends at a line boundary where one is near, keeps the
 * `Full procedure:` pointers that would be lost, and says that something was left out.
 */
export function cutAtLine(text: string, max: number): string {
  if (text.length <= max) return text;
  const notice = "[Cut here: the rest of this text did not fit.]";
  // Pointers are short by construction; those that would take half of the room are not worth it.
  let kept = "";
  const head = cut(text, max);
  for (const pointer of text.slice(head.length - 300).match(POINTER) ?? []) {
    const line = pointer.slice(pointer.lastIndexOf("Full procedure: "));
    if (kept.length + line.length < max / 2 && !kept.includes(line)) kept += `\n${line}`;
  }
  const room = max - notice.length - kept.length - 1;
  const start = cut(text, room);
  const line = start.lastIndexOf("\n");
  const body = line > room / 2 ? start.slice(0, line) : start;
  return `${body.trimEnd()}\n${notice}${kept}`;
}
