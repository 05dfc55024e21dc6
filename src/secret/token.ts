/** Finds the tokens of `patterns.ts`: by looking for their prefixes, which is quick, and only then at what follows. */
import { type Alphabet, prefixPattern, rowOf, SHAPES, type TokenRow } from "./patterns.ts";
import type { Secret } from "./secret.ts";
import { isExample } from "./value.ts";

/** No token is longer. */
const LONGEST = 1_024;

const BODIES: Readonly<Record<Alphabet, RegExp>> = {
  letters: /[A-Za-z0-9]{0,1024}/y,
  word: /[A-Za-z0-9_]{0,1024}/y,
  dashed: /[A-Za-z0-9_-]{0,1024}/y,
  dotted: /[A-Za-z0-9_.-]{0,1024}/y,
  base64: /[A-Za-z0-9+/=_-]{0,1024}/y,
  hex: /[A-Fa-f0-9]{0,1024}/y,
  upper: /[A-Z0-9]{0,1024}/y,
};

/** Every token in `text`. */
export function findTokens(text: string): Secret[] {
  const found: Secret[] = [];
  const prefixes = prefixPattern();
  for (let start = prefixes.exec(text); start !== null; start = prefixes.exec(text)) {
    const prefix = start[0];
    if (!prefix.startsWith(".") && !startsWord(text, start.index)) continue;
    const secret = tokenAt(text, start.index, prefix, rowOf(prefix));
    if (secret === undefined) continue;
    found.push(secret);
    prefixes.lastIndex = secret.end;
  }
  return [...found, ...findShapes(text)];
}

function tokenAt(text: string, start: number, prefix: string, row: TokenRow): Secret | undefined {
  const body = match(BODIES[row.alphabet], text, start + prefix.length)!.replace(/[.=-]+$/, "");
  const end = start + prefix.length + body.length;
  if (isWordUnit(text.charCodeAt(end)) || body.length >= LONGEST) return undefined;
  const long = body.length >= row.least && body.length <= (row.most ?? LONGEST);
  if (!long && (row.strict === true || body.length < 8)) return undefined;
  const place = { kind: row.kind, start, end };
  // The longest part without a sign tells more than the words in front of it: `sk-test-0000…`.
  const core = body.split(/[^A-Za-z0-9]+/).reduce(
    (longest, part) => part.length > longest.length ? part : longest,
    "",
  );
  const flat = variety(core) < 3;
  if (row.strict === true) {
    // A prefix of a few letters also begins ordinary words and identifiers.
    if (/^[a-z_-]+$/.test(body) && !isExample(body)) return undefined;
    if (flat && !/[-_.]$/.test(prefix) && !isExample(body)) return undefined;
  }
  if (prefix === "sk-") {
    if (core.length < 16 || (!/\d/.test(core) && !flat)) return undefined;
    if (flat && core !== body) return { ...place, level: "weak" };
  }
  if (!long || isExample(body)) return { ...place, level: "weak" };
  return { ...place, level: row.test === true || flat ? "likely" : "certain" };
}

function findShapes(text: string): Secret[] {
  const found: Secret[] = [];
  for (const { kind, anchor, back, skip = 0, beside, shape } of SHAPES) {
    if (beside !== undefined && !beside.some((word) => text.includes(word))) continue;
    let from = 0;
    for (
      let at = text.indexOf(anchor);
      at >= 0;
      at = text.indexOf(anchor, Math.max(from, at + anchor.length))
    ) {
      for (let start = Math.max(from, at - back); start <= at; start++) {
        if (start > 0 && isWordUnit(text.charCodeAt(start - 1)) && !isEscape(text, start)) continue;
        const value = match(shape, text, start);
        if (value === undefined || start + value.length <= at) continue;
        from = start + value.length;
        const example = isExample(value) || value.includes(JWT_OF_THE_HANDBOOK);
        found.push({
          kind,
          start: start + skip,
          end: from,
          level: example || (anchor === "eyJ" && value.length < 100) ? "weak" : "certain",
        });
        break;
      }
    }
  }
  return found;
}

/** The payload `{"sub":"1234567890","name":"John D…`, which every tutorial shows. */
const JWT_OF_THE_HANDBOOK = "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l";

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** How many different characters `body` has. */
function variety(body: string): number {
  return new Set(body).size;
}

/** Whether a token may start at `at`: behind something that is no part of a word, or behind an escape. */
function startsWord(text: string, at: number): boolean {
  return at === 0 || !isWordUnit(text.charCodeAt(at - 1)) || isEscape(text, at);
}

/** Whether an escaped line end or a percent code ends at `at`: `\nghp_…`, `%20ghp_…`. */
function isEscape(text: string, at: number): boolean {
  return (text[at - 2] === "\\" && "nrt".includes(text[at - 1]!)) || text[at - 3] === "%";
}

function isWordUnit(unit: number): boolean {
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}
