/**
 * JSON with comments and trailing commas, read with the line of every value, so that an error can say where. Depth
 * and size are bounded: a rule file may come from a repository.
 */

/** A text that is no JSONC; the message says what to write instead. */
export class JsoncError extends Error {
  override readonly name = "JsoncError";
  constructor(readonly line: number, message: string) {
    super(message);
  }
}

/** What was read. */
export interface JsoncText {
  readonly value: unknown;
  /** The line, from 1 on, of the value at a path such as `rules/0/match`. */
  readonly lineOf: (path: string) => number;
}

const DEEPEST = 24;

/**
 * Reads `text`.
 *
 * @throws JsoncError
 */
export function readJsonc(text: string): JsoncText {
  const reader = new Reader(text.replace(/^\ufeff/, ""));
  const value = reader.whole();
  const lines = reader.lines;
  return {
    value,
    lineOf: (path) => {
      // A path that is not there is described by the nearest thing around it.
      for (let at = path; at !== ""; at = at.slice(0, Math.max(at.lastIndexOf("/"), 0))) {
        const line = lines.get(at);
        if (line !== undefined) return line;
      }
      return lines.get("") ?? 1;
    },
  };
}

class Reader {
  readonly lines = new Map<string, number>();
  #at = 0;
  #line = 1;

  constructor(readonly text: string) {}

  whole(): unknown {
    this.#skip();
    const value = this.#value("", 0);
    this.#skip();
    if (this.#at < this.text.length) {
      this.#fail("there is more text behind the end; put everything into one { … }");
    }
    return value;
  }

  #fail(message: string): never {
    throw new JsoncError(this.#line, message);
  }

  /** Past blanks and comments. */
  #skip(): void {
    for (;;) {
      const unit = this.text[this.#at];
      if (unit === "\n") this.#line++;
      if (unit === " " || unit === "\t" || unit === "\r" || unit === "\n") this.#at++;
      else if (this.text.startsWith("//", this.#at)) {
        const end = this.text.indexOf("\n", this.#at);
        this.#at = end < 0 ? this.text.length : end;
      } else if (this.text.startsWith("/*", this.#at)) {
        const end = this.text.indexOf("*/", this.#at + 2);
        if (end < 0) this.#fail("a comment that begins with /* has no */");
        for (const mark of this.text.slice(this.#at, end)) if (mark === "\n") this.#line++;
        this.#at = end + 2;
      } else return;
    }
  }

  #value(path: string, depth: number): unknown {
    if (depth > DEEPEST) this.#fail(`this is nested more than ${DEEPEST} levels deep`);
    if (!this.lines.has(path)) this.lines.set(path, this.#line);
    const unit = this.text[this.#at];
    if (unit === "{") return this.#object(path, depth);
    if (unit === "[") return this.#array(path, depth);
    if (unit === '"') return this.#string();
    const word = /^[^\s,\]}:/]+/.exec(this.text.slice(this.#at, this.#at + 64))?.[0] ?? "";
    if (word === "") {
      this.#fail(unit === undefined ? "the text ends too early" : `a value is missing before "${unit}"`);
    }
    this.#at += word.length;
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) return Number(word);
    return this.#fail(
      `${word.slice(0, 40)} is no value; text stands in double quotes: "${
        word.replace(/['"]/g, "").slice(0, 40)
      }"`,
    );
  }

  #object(path: string, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = Object.create(null);
    this.#at++;
    for (let first = true;; first = false) {
      this.#skip();
      if (this.text[this.#at] === "}") break;
      if (!first) {
        this.#comma("}");
        if (this.text[this.#at] === "}") break;
      }
      if (this.#at >= this.text.length) this.#fail('the text ends before "}"');
      if (this.text[this.#at] !== '"') {
        this.#fail('a key stands in double quotes, followed by a colon: "key": …');
      }
      const line = this.#line;
      const key = this.#string();
      if (Object.hasOwn(object, key)) this.#fail(`"${key.slice(0, 80)}" is there twice; keep one`);
      this.#skip();
      if (this.text[this.#at] !== ":") this.#fail(`a colon is missing behind "${key.slice(0, 80)}"`);
      this.#at++;
      this.#skip();
      const inner = path === "" ? key : `${path}/${key}`;
      this.lines.set(inner, line);
      object[key] = this.#value(inner, depth + 1);
    }
    this.#at++;
    return object;
  }

  #array(path: string, depth: number): unknown[] {
    const array: unknown[] = [];
    this.#at++;
    for (let first = true;; first = false) {
      this.#skip();
      if (this.text[this.#at] === "]") break;
      if (!first) {
        this.#comma("]");
        if (this.text[this.#at] === "]") break;
      }
      array.push(this.#value(path === "" ? `${array.length}` : `${path}/${array.length}`, depth + 1));
    }
    this.#at++;
    return array;
  }

  #comma(close: string): void {
    const unit = this.text[this.#at];
    if (unit === undefined) this.#fail(`the text ends before "${close}"`);
    if (unit !== ",") this.#fail(`a comma or "${close}" is missing before "${unit}"`);
    this.#at++;
    this.#skip();
  }

  #string(): string {
    let end = this.#at + 1;
    while (this.text[end] !== '"') {
      const unit = this.text[end];
      if (unit === undefined || unit === "\n") this.#fail('a text has no closing " on its line');
      end += unit === "\\" ? 2 : 1;
    }
    const source = this.text.slice(this.#at, end + 1);
    this.#at = end + 1;
    try {
      return JSON.parse(source) as string;
    } catch {
      return this.#fail(
        `the text ${
          source.slice(0, 60)
        } holds a "\\" that means nothing; a backslash itself is written "\\\\"`,
      );
    }
  }
}
