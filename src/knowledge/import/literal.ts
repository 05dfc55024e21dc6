/** The first object literal of a module's source as a value: strings, numbers, lists, objects. Nothing is run. */

const LONGEST = 4 * 1024 * 1024;
const DEEPEST = 32;

/** The value of the first `= {` or `= [` in `source`; undefined where it holds anything but plain values. */
export function readLiteral(source: string): unknown {
  const start = /(?:=|export default)\s*(?=[{[])/.exec(source.slice(0, LONGEST));
  if (start === null) return undefined;
  try {
    return new Literal(source.slice(0, LONGEST), start.index + start[0].length).value(0);
  } catch {
    return undefined;
  }
}

class Literal {
  constructor(readonly text: string, public at: number) {}

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new SyntaxError("too deep");
    this.#skip();
    const unit = this.text[this.at];
    if (unit === "{") return this.#object(depth);
    if (unit === "[") return this.#list(depth);
    if (unit === '"' || unit === "'" || unit === "`") return this.#strings();
    const word = /^(?:true|false|null|undefined|-?\d+(?:\.\d+)?)(?![\w$])/.exec(
      this.text.slice(this.at, this.at + 40),
    );
    if (word === null) throw new SyntaxError("no plain value");
    this.at += word[0].length;
    return word[0] === "undefined" ? undefined : JSON.parse(word[0]);
  }

  #skip(): void {
    const space = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
    space.lastIndex = this.at;
    space.exec(this.text);
    this.at = space.lastIndex;
  }

  #take(unit: string): boolean {
    this.#skip();
    if (this.text[this.at] !== unit) return false;
    this.at++;
    return true;
  }

  #object(depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null);
    this.#take("{");
    while (!this.#take("}")) {
      this.#skip();
      const name = /[A-Za-z_$][\w$]*/y;
      name.lastIndex = this.at;
      const plain = name.exec(this.text);
      let key: string;
      if (plain !== null) {
        key = plain[0];
        this.at = name.lastIndex;
      } else key = this.#strings();
      if (!this.#take(":")) throw new SyntaxError("no colon");
      result[key] = this.value(depth + 1);
      if (!this.#take(",") && !this.text.startsWith("}", this.at)) throw new SyntaxError("no comma");
    }
    return { ...result };
  }

  #list(depth: number): unknown[] {
    const result: unknown[] = [];
    this.#take("[");
    while (!this.#take("]")) {
      result.push(this.value(depth + 1));
      if (!this.#take(",") && !this.text.startsWith("]", this.at)) throw new SyntaxError("no comma");
    }
    return result;
  }

  /** One string, or several joined by `+`. */
  #strings(): string {
    let result = this.#string();
    while (this.#take("+")) {
      this.#skip();
      result += this.#string();
    }
    return result;
  }

  #string(): string {
    const quote = this.text[this.at++];
    if (quote !== '"' && quote !== "'" && quote !== "`") throw new SyntaxError("no string");
    let result = "";
    for (;;) {
      const unit = this.text[this.at++];
      if (unit === undefined || (unit === "\n" && quote !== "`")) throw new SyntaxError("an open string");
      if (unit === quote) return result;
      if (unit === "$" && quote === "`" && this.text[this.at] === "{") {
        throw new SyntaxError("a value to compute");
      }
      result += unit === "\\" ? this.#escape() : unit;
    }
  }

  #escape(): string {
    const unit = this.text[this.at++] ?? "";
    const simple: Record<string, string> = {
      n: "\n",
      t: "\t",
      r: "\r",
      b: "\b",
      f: "\f",
      v: "\v",
      0: "\0",
      "\n": "",
    };
    if (unit in simple) return simple[unit]!;
    const code = unit === "u" || unit === "x"
      ? /^(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(
        this.text.slice(this.at - 1, this.at + 10),
      )
      : null;
    if (code === null) return unit;
    this.at += code[0].length - 1;
    return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16));
  }
}
