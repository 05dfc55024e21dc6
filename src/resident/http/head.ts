/**
 * The head of a request, read as narrowly as the harnesses write it: whatever could be read in two ways is refused. A
 * reader of our own, since the one that comes with Deno waits for the end of a head for ever.
 */

/** A request line and its header fields. */
export interface Head {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /**
   * By names in lower case. A name that comes twice is refused, but for a few that mean nothing to us. How much follows
   * is told by `length` alone.
   */
  readonly fields: ReadonlyMap<string, string>;
  readonly length: BodyLength;
}

/** How much follows: a number of bytes, or pieces that say so themselves. */
export type BodyLength = number | "chunked";

/** The longest head, in bytes. */
export const LONGEST_HEAD = 16 * 1024;

const LINE = /^([A-Z]{1,16}) (\/[!-~]{0,8000}) HTTP\/1\.1$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/;
const DIGITS = /^\d{1,15}$/;
const MOST_FIELDS = 100;
/** What an answer or its safety depends on; twice it would be a question which one counts. */
const SINGLE = new Set([
  "host",
  "origin",
  "authorization",
  "content-type",
  "content-length",
  "transfer-encoding",
  "connection",
  "expect",
]);

/** A head that was read, around the digits of its length. */
interface Known {
  readonly before: string;
  readonly after: string;
  readonly head: Head;
}

const LENGTH_FIELD = /\r\ncontent-length:[ \t]*(\d+)[ \t]*(?=\r\n|$)/i;

/** Reads the heads of one connection: those of a harness mostly differ in the length of the body, and in nothing else. */
export class HeadReader {
  #known: Known | undefined;

  /** The head in `bytes`, which end before the empty line; undefined for anything odd. */
  read(bytes: Uint8Array): Head | undefined {
    // Each byte is a character. A decoder would have to be made first, and takes longer.
    const text = String.fromCharCode(...bytes);
    if (this.#known !== undefined) {
      const length = lengthIn(text, this.#known);
      if (length !== undefined) return { ...this.#known.head, length };
    }
    const head = readHead(text);
    const field = head === undefined ? null : LENGTH_FIELD.exec(text);
    if (head !== undefined && field !== null) {
      const end = field.index + field[0].trimEnd().length;
      this.#known = { before: text.slice(0, end - field[1]!.length), after: text.slice(end), head };
    }
    return head;
  }
}

/** The length in a head that is `known` but for it; undefined where it is another one. */
function lengthIn(text: string, { before, after }: Known): number | undefined {
  if (text.length <= before.length + after.length) return undefined;
  if (!text.startsWith(before) || !text.endsWith(after)) return undefined;
  const digits = text.slice(before.length, text.length - after.length);
  return DIGITS.test(digits) ? Number(digits) : undefined;
}

/** As {@link HeadReader}, for one that is the first. */
export function readHead(text: string): Head | undefined {
  const [first = "", ...lines] = text.split("\r\n");
  const [, method, target] = LINE.exec(first) ?? [];
  if (method === undefined || target === undefined || lines.length > MOST_FIELDS) return undefined;
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const key = name.toLowerCase();
    if (fields.has(key) && SINGLE.has(key)) return undefined;
    fields.set(key, value);
  }
  const length = lengthOf(fields);
  return length === undefined ? undefined : { method, target, fields, length };
}

function lengthOf(fields: ReadonlyMap<string, string>): BodyLength | undefined {
  const length = fields.get("content-length");
  const encoding = fields.get("transfer-encoding");
  if (encoding !== undefined) {
    return encoding.toLowerCase() === "chunked" && length === undefined ? "chunked" : undefined;
  }
  if (length === undefined) return 0;
  return DIGITS.test(length) ? Number(length) : undefined;
}
