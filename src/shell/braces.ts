/** Brace expansion, which comes before every other expansion and works on the text as written. */

const MAX_WORDS = 1_000;

/** The words that the braces in `text` make; undefined: more than a thousand. */
export function expandBraces(text: string): string[] | undefined {
  let words: string[] = [""];
  let at = 0;
  while (at < text.length) {
    const skipped = quotedEnd(text, at);
    if (skipped > at) {
      words = append(words, [text.slice(at, skipped)]);
      at = skipped;
      continue;
    }
    if (text[at] === "{") {
      const group = braceGroup(text, at);
      if (group !== undefined) {
        if (group === "too many") return undefined;
        const choices: string[] = [];
        for (const item of group.items) {
          const inner = group.literal ? [item] : expandBraces(item);
          if (inner === undefined || choices.length + inner.length > MAX_WORDS) return undefined;
          choices.push(...inner);
        }
        if (words.length * choices.length > MAX_WORDS) return undefined;
        words = append(words, choices);
        at = group.end;
        continue;
      }
    }
    let end = at + 1;
    while (end < text.length && !/[\\'"`${]/.test(text[end] ?? "")) end++;
    words = append(words, [text.slice(at, end)]);
    at = end;
  }
  return words;
}

function append(words: readonly string[], choices: readonly string[]): string[] {
  return words.flatMap((word) => choices.map((choice) => word + choice));
}

/** The end of what starts at `at` and is taken as it is: an escape, a quote, an expansion. */
function quotedEnd(text: string, at: number): number {
  const char = text[at];
  if (char === "\\") return Math.min(at + 2, text.length);
  if (char === "'") return after(text, "'", at + 1);
  if (char === '"') {
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    return Math.min(end + 1, text.length);
  }
  if (char === "`") return after(text, "`", at + 1);
  if (char === "$" && (text[at + 1] === "{" || text[at + 1] === "(")) {
    const open = text[at + 1];
    const close = open === "{" ? "}" : ")";
    let depth = 0;
    for (let end = at + 1; end < text.length; end++) {
      if (text[end] === open) depth++;
      if (text[end] === close && --depth === 0) return end + 1;
    }
    return text.length;
  }
  return at;
}

function after(text: string, quote: string, from: number): number {
  const end = text.indexOf(quote, from);
  return end < 0 ? text.length : end + 1;
}

interface Group {
  readonly items: readonly string[];
  readonly literal: boolean;
  readonly end: number;
}

function braceGroup(text: string, open: number): Group | "too many" | undefined {
  const items: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < text.length;) {
    const skipped = quotedEnd(text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const char = text[at];
    if (char === "{") depth++;
    if (char === "," && depth === 1) {
      items.push(text.slice(start, at));
      start = at + 1;
    }
    if (char === "}" && --depth === 0) {
      const last = text.slice(start, at);
      if (items.length > 0) return { items: [...items, last], literal: false, end: at + 1 };
      const sequence = sequenceOf(last);
      if (sequence === "too many") return sequence;
      return sequence === undefined ? undefined : { items: sequence, literal: true, end: at + 1 };
    }
    at++;
  }
  return undefined;
}

function sequenceOf(text: string): string[] | "too many" | undefined {
  const match = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  const [, first = "", last = "", by] = match;
  const letters = /[A-Za-z]/.test(first);
  if (letters !== /[A-Za-z]/.test(last)) return undefined;
  const from = letters ? first.charCodeAt(0) : Number(first);
  const to = letters ? last.charCodeAt(0) : Number(last);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const words: string[] = [];
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  for (let at = from; from <= to ? at <= to : at >= to; at += from <= to ? step : -step) {
    if (words.length >= MAX_WORDS) return "too many";
    words.push(letters ? String.fromCharCode(at) : String(at).padStart(width, "0"));
  }
  return words;
}
