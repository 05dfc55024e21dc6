/** Finds private keys in armour: on lines of their own, with escaped line ends, or with line numbers in front. */
import type { Level, Secret } from "./secret.ts";

const MARK = "PRIVATE KEY";
const HEADER = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y;
/** No key is longer, armour and all. */
const LONGEST = 32_768;

/** The bodies of all private keys in `text`; the marks around them are no secret. */
export function findPrivateKeys(text: string): Secret[] {
  const found: Secret[] = [];
  let from = 0;
  for (
    let mark = text.indexOf(MARK);
    mark >= 0;
    mark = text.indexOf(MARK, Math.max(from, mark + MARK.length))
  ) {
    const begin = Math.max(0, mark - 45) +
      text.slice(Math.max(0, mark - 45), mark).lastIndexOf("-----BEGIN ");
    if (begin < from) continue;
    HEADER.lastIndex = begin;
    const header = HEADER.exec(text);
    if (header === null) continue;
    const start = begin + header[0].length;
    const room = text.slice(start, start + LONGEST);
    const next = room.indexOf("-----BEGIN ");
    const rest = next < 0 ? room : room.slice(0, next);
    const closing = rest.indexOf("-----END ");
    const body = closing < 0 ? openBody(rest) : rest.slice(0, closing);
    const level = levelOf(body);
    from = start + body.length;
    if (level !== undefined) found.push({ kind: "private key", level, start, end: from });
  }
  const putty = text.includes("PuTTY-User-Key-File-") ? /Private-Lines: \d{1,4}\r?\n/.exec(text) : null;
  if (putty !== null) {
    const start = putty.index + putty[0].length;
    const end = text.indexOf("Private-MAC:", start);
    found.push({ kind: "private key", level: "certain", start, end: end < 0 ? text.length : end });
  }
  return found;
}

/** Without a closing mark: as far as the lines look like a key. */
function openBody(rest: string): string {
  let end = 0;
  let plain = 0;
  for (const part of rest.matchAll(/(?:[^\n\\]|\\(?![nr])){0,400}(?:\\r|\\n|\n)*/g)) {
    if (/[A-Za-z0-9+/]{16}/.test(part[0])) end = part.index + part[0].length;
    else if (part[0].trim() === "" || ++plain > 3) {
      if (part[0] === "" || plain > 3) break;
    }
  }
  return rest.slice(0, end);
}

/** How much of a key `body` is; undefined for code that puts one together. */
function levelOf(body: string): Level | undefined {
  // Escaped line ends, line numbers and what an editor puts between them are no part of the key.
  const lines = body.split(/\\r|\\n|\r|\n/).map((line) =>
    line.replace(/^[\s"'+>|]*(?:\d{1,6}[\t :|]+|\d{1,6}→)?\s*/, "")
  );
  const runs = lines.flatMap((line) => line.match(/[A-Za-z0-9+/=]{4,}/g) ?? []);
  const total = runs.reduce((sum, run) => sum + run.length, 0);
  const longest = Math.max(0, ...runs.map((run) => run.length));
  if (/\.\.\.|…|\$\{|<[a-z]|\bx{4,}|your|example/i.test(body)) {
    return longest >= 40 ? "likely" : undefined;
  }
  if (longest >= 32 && total >= 60) return "certain";
  if (longest >= 16) return "likely";
  return total >= 4 && /^[\sA-Za-z0-9+/=\\"'.:,-]*$/.test(body) ? "weak" : undefined;
}
