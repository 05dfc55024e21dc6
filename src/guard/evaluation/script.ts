/**
 * A rough reading of a shell script: the commands in it, with their words, quotes taken away. It needs no grammar
 * and no library, goes over the text once, and never fails; whether a loop or a branch is around a command does not
 * matter here.
 */
import { baseName } from "../../base/path.ts";

/** A word of a command, as far as the rules look at it. */
export interface RoughWord {
  readonly value: string | undefined;
  readonly raw: string;
  readonly dynamic: boolean;
}

/** A command, as far as the rules look at it; a command of the real reader fits too. */
export interface RoughCommand {
  readonly name: string | undefined;
  readonly words: readonly RoughWord[];
  readonly redirects: readonly { readonly operator: string; readonly target: RoughWord | undefined }[];
  readonly pipedFrom: readonly RoughCommand[];
  readonly via: readonly string[];
  readonly range: { readonly start: number };
}

const MAX_DEPTH = 50;
const MAX_PIPE = 20;
const MAX_LOST = 20;
const ASSIGNMENT = /^[A-Za-z_]\w{0,200}\+?=/;
const KEYWORDS = new Set([
  "{",
  "}",
  "if",
  "then",
  "else",
  "elif",
  "while",
  "until",
  "do",
  "!",
  "time",
  "coproc",
]);
const WRAPPERS = new Set(
  "sudo doas env nohup command builtin exec nice ionice stdbuf timeout setsid busybox unbuffer time chronic caffeinate"
    .split(" "),
);
/** Options of wrappers that take the next word. */
const TAKES_VALUE = new Set([
  "-u",
  "-g",
  "-n",
  "-C",
  "-r",
  "-t",
  "-k",
  "-s",
  "-i",
  "-o",
  "-e",
  "-D",
  "-h",
  "-p",
]);
const WORD_END = /[\s;|&()<>]/;

/** The commands in `text`. */
export function roughCommands(text: string, tick: () => void): RoughCommand[] {
  const reader = new Reader(text, tick);
  reader.list(undefined, 0);
  return reader.commands;
}

/** The program and its arguments: without assignments, keywords and wrappers with their options. */
function unwrapped(words: readonly RoughWord[]): { words: readonly RoughWord[]; via: string[] } {
  const via: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const value = words[at]?.value;
    if (KEYWORDS.has(value ?? "") || ASSIGNMENT.test(words[at]?.raw ?? "")) continue;
    if (value === undefined || !WRAPPERS.has(baseName(value))) break;
    via.push(baseName(value));
    while (at + 1 < words.length) {
      const next = words[at + 1]?.value ?? "";
      if (next.startsWith("-")) at += TAKES_VALUE.has(next) && value !== "env" && value !== "exec" ? 2 : 1;
      else if (/^\d+(?:\.\d+)?[smhd]?$/.test(next)) at++;
      else break;
    }
  }
  return { words: words.slice(at), via };
}

class Reader {
  readonly commands: RoughCommand[] = [];
  #at = 0;
  #steps = 0;
  #lost = 0;
  #documents: string[] = [];

  constructor(readonly text: string, readonly tick: () => void) {}

  /** Reads commands up to `end`, which is consumed, or the end of the text. */
  list(end: ")" | "`" | undefined, depth: number): void {
    let pipe: RoughCommand[] = [];
    let words: RoughWord[] = [];
    let redirects: { operator: string; target: RoughWord | undefined }[] = [];
    let start = this.#at;
    let groups = 0;
    const finish = (piped: boolean) => {
      if (words.length > 0 || redirects.length > 0) {
        const command = { ...this.#command(words, redirects, pipe, start) };
        this.commands.push(command);
        pipe = piped ? [...pipe.slice(-MAX_PIPE), command] : [];
      } else if (!piped) pipe = [];
      words = [];
      redirects = [];
    };

    while (this.#at < this.text.length) {
      if ((this.#steps++ & 1023) === 0) this.tick();
      const char = this.text.charAt(this.#at);
      const next = this.text.charAt(this.#at + 1);
      if (char === end && groups === 0) {
        this.#at++;
        finish(false);
        return;
      }
      if (char === "\n") {
        this.#at++;
        // A line that ends with `|` goes on.
        if (words.length > 0 || redirects.length > 0) finish(false);
        this.#skipDocuments();
      } else if (/\s/.test(char)) this.#at++;
      else if (char === "\\" && (next === "\n" || next === "\r")) this.#at += next === "\n" ? 2 : 3;
      else if (char === "#") {
        const line = this.text.indexOf("\n", this.#at);
        this.#at = line < 0 ? this.text.length : line;
      } else if (char === "|" && next !== "|") {
        this.#at += next === "&" ? 2 : 1;
        finish(true);
      } else if (char === "&" && next === ">") this.#redirect(redirects, depth);
      else if (char === ";" || char === "&" || char === "|") {
        this.#at++;
        finish(false);
      } else if (char === "(") {
        // `name ()` is a definition, no command.
        if (next === ")" && words.length > 0) {
          words = [];
          this.#at += 2;
        } else {
          this.#at++;
          groups++;
          finish(true);
        }
      } else if (char === ")") {
        this.#at++;
        // Without an opening one it ends the pattern of a `case`.
        if (groups > 0) groups--;
        finish(false);
      } else if ((char === "<" || char === ">") && next !== "(") this.#redirect(redirects, depth);
      else {
        if (words.length === 0) start = this.#at;
        const word = this.#word(depth);
        // Keywords stand before a command, and `{` opens one.
        if (words.length > 0 || !KEYWORDS.has(word.raw)) words.push(word);
      }
    }
    finish(false);
  }

  #command(
    all: readonly RoughWord[],
    redirects: RoughCommand["redirects"],
    pipedFrom: readonly RoughCommand[],
    start: number,
  ): RoughCommand {
    const { words, via } = unwrapped(all);
    const program = words[0]?.value;
    const name = program === undefined ? undefined : baseName(program).replace(/\.exe$/i, "");
    return { name, words, redirects, pipedFrom, via, range: { start } };
  }

  #redirect(redirects: { operator: string; target: RoughWord | undefined }[], depth: number): void {
    const operator =
      /^(?:<<<|<<-?|&>>?|>>|>\||<>|[<>]&?)/.exec(this.text.slice(this.#at, this.#at + 3))?.[0] ?? "<";
    this.#at += operator.length;
    while (/[ \t]/.test(this.text.charAt(this.#at))) this.#at++;
    const target = this.#word(depth);
    if (operator === "<<" || operator === "<<-") {
      if (target.value !== undefined && target.value !== "") this.#documents.push(target.value);
    } else redirects.push({ operator, target });
  }

  /** Goes over the here-documents that start on this line. */
  #skipDocuments(): void {
    for (const name of this.#documents.splice(0)) {
      // Each one without an end costs a walk to the end of the text.
      if (this.#lost > MAX_LOST) return;
      let line = this.#at;
      for (;;) {
        const found = this.text.indexOf(name, line);
        if (found < 0) {
          this.#lost++;
          break;
        }
        const before = this.text.slice(Math.max(0, found - 200), found);
        const after = this.text.charAt(found + name.length);
        line = found + name.length;
        if (/(?:^|\n)[ \t]*$/.test(before) && /^[\r\n]?$/.test(after)) {
          this.#at = line;
          break;
        }
      }
    }
  }

  #word(depth: number): RoughWord {
    const start = this.#at;
    let value = "";
    let dynamic = false;
    while (this.#at < this.text.length) {
      const char = this.text.charAt(this.#at);
      const next = this.text.charAt(this.#at + 1);
      if ((char === "<" || char === ">") && next === "(" && this.#at === start) {
        this.#at += 2;
        this.#nested(")", depth);
        dynamic = true;
      } else if (char === "`" && depth > 0 && this.#inBackticks) break;
      else if (WORD_END.test(char)) break;
      else if (char === "'") value += this.#upTo("'");
      else if (char === '"') {
        this.#at++;
        const inside = this.#doubleQuoted(depth);
        value += inside.value;
        dynamic ||= inside.dynamic;
      } else if (char === "\\") {
        value += next === "\n" ? "" : next;
        this.#at += 2;
      } else if (char === "$" && next === "'") {
        this.#at++;
        value += this.#upTo("'");
      } else if (this.#expansion(depth)) dynamic = true;
      else {
        value += char;
        this.#at++;
      }
    }
    // Nothing that a word can start with: go on, whatever it is.
    if (this.#at === start) this.#at++;
    return {
      value: dynamic ? undefined : value,
      raw: this.text.slice(start, Math.min(this.#at, start + 4000)),
      dynamic,
    };
  }

  #inBackticks = false;

  #doubleQuoted(depth: number): { value: string; dynamic: boolean } {
    const from = this.#at;
    let dynamic = false;
    const special = /["\\$`]/g;
    for (;;) {
      special.lastIndex = this.#at;
      const match = special.exec(this.text);
      if (match === null) {
        this.#at = this.text.length;
        break;
      }
      this.#at = match.index;
      if (match[0] === '"') break;
      if (match[0] === "\\") this.#at += 2;
      else if (this.#expansion(depth)) dynamic = true;
      else this.#at++;
    }
    const value = this.text.slice(from, this.#at);
    this.#at++;
    return { value, dynamic };
  }

  /** Goes over a variable or a substitution; commands in it are read too. */
  #expansion(depth: number): boolean {
    const char = this.text.charAt(this.#at);
    if (char === "`") {
      if (this.#inBackticks) return false;
      this.#at++;
      this.#inBackticks = true;
      this.#nested("`", depth);
      this.#inBackticks = false;
      return true;
    }
    if (char !== "$") return false;
    const next = this.text.charAt(this.#at + 1);
    if (next === "(") {
      this.#at += 2;
      this.#nested(")", depth);
      return true;
    }
    if (next === "{") {
      const end = this.text.indexOf("}", this.#at);
      this.#at = end < 0 ? this.text.length : end + 1;
      return true;
    }
    const name = /^(?:[A-Za-z_]\w{0,200}|[0-9@*#?!$-])/.exec(this.text.slice(this.#at + 1, this.#at + 210));
    if (name === null) return false;
    this.#at += 1 + name[0].length;
    return true;
  }

  #nested(end: ")" | "`", depth: number): void {
    if (depth >= MAX_DEPTH) return;
    const documents = this.#documents;
    this.#documents = [];
    this.list(end, depth + 1);
    this.#documents = documents;
  }

  #upTo(quote: string): string {
    const end = this.text.indexOf(quote, this.#at + 1);
    const value = this.text.slice(this.#at + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.text.length : end + 1;
    return value;
  }
}
