/**
 * Source text without what is not code. Comments and the contents of strings become blanks, so that a rule can
 * look for names without being fooled by a mention; length and lines stay, so that a place in the result is the
 * same place in the source. Quotes stay, and so does the code inside interpolations.
 *
 * It is a rough lexer, not a parser: where it cannot know, as with a regular expression after a bracket, it takes
 * the reading that goes wrong for one line at most. Every step moves forward, so that time grows with the length.
 */
import type { Language } from "./language.ts";

/** One way to write a string. */
interface StringForm {
  readonly open: string;
  readonly close: string;
  /** `\`: a backslash protects the next character. `double`: the closing mark twice stands for itself. */
  readonly escape: "\\" | "`" | "double" | "none";
  /** It may run over lines; otherwise a string without an end ends with its line. */
  readonly lines: boolean;
  /** What starts code inside it. */
  readonly interpolation?: "${" | "#{" | "{" | "$(" | undefined;
}

interface Lexis {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  readonly strings: readonly StringForm[];
  readonly regexLiterals?: boolean;
  /** A string in front of which an `f` or `t` stands has `{…}` in it. */
  readonly letterPrefix?: boolean;
  readonly hereDocuments?: RegExp;
}

const double: StringForm = { open: '"', close: '"', escape: "\\", lines: false };
const single: StringForm = { open: "'", close: "'", escape: "\\", lines: false };
const C_COMMENTS = { lineComments: ["//"], blockComments: [["/*", "*/"]] } as const;

const LEXES: Readonly<Partial<Record<Language, Lexis>>> = {
  python: {
    lineComments: ["#"],
    blockComments: [],
    strings: [
      { open: '"""', close: '"""', escape: "\\", lines: true },
      { open: "'''", close: "'''", escape: "\\", lines: true },
      double,
      single,
    ],
    letterPrefix: true,
  },
  javascript: {
    ...C_COMMENTS,
    strings: [double, single, { open: "`", close: "`", escape: "\\", lines: true, interpolation: "${" }],
    regexLiterals: true,
  },
  ruby: {
    lineComments: ["#"],
    blockComments: [["=begin", "\n=end"]],
    strings: [
      { ...double, interpolation: "#{" },
      single,
      { open: "`", close: "`", escape: "\\", lines: false, interpolation: "#{" },
    ],
    regexLiterals: true,
    hereDocuments: /<<[~-]?(["'`]?)([A-Z_]\w{0,60})\1/y,
  },
  php: {
    lineComments: ["//", "#"],
    blockComments: [["/*", "*/"]],
    strings: [{ ...double, lines: true }, { ...single, lines: true }],
    hereDocuments: /<<<[ \t]{0,8}(["']?)([A-Za-z_]\w{0,60})\1/y,
  },
  jvm: {
    ...C_COMMENTS,
    strings: [{ open: '"""', close: '"""', escape: "\\", lines: true, interpolation: "${" }, {
      ...double,
      interpolation: "${",
    }, single],
  },
  go: { ...C_COMMENTS, strings: [double, single, { open: "`", close: "`", escape: "none", lines: true }] },
  dotnet: {
    ...C_COMMENTS,
    strings: [
      { open: '$"""', close: '"""', escape: "none", lines: true, interpolation: "{" },
      { open: '"""', close: '"""', escape: "none", lines: true },
      { open: '$@"', close: '"', escape: "double", lines: true, interpolation: "{" },
      { open: '@$"', close: '"', escape: "double", lines: true, interpolation: "{" },
      { open: '@"', close: '"', escape: "double", lines: true },
      { open: '$"', close: '"', escape: "\\", lines: false, interpolation: "{" },
      double,
      single,
    ],
  },
  powershell: {
    lineComments: ["#"],
    blockComments: [["<#", "#>"]],
    strings: [
      { open: '@"', close: '\n"@', escape: "none", lines: true },
      { open: "@'", close: "\n'@", escape: "none", lines: true },
      { open: '"', close: '"', escape: "`", lines: true, interpolation: "$(" },
      { open: "'", close: "'", escape: "double", lines: true },
    ],
  },
};

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** The expressions of a lexis, made once. */
interface Tokens {
  /** The next place in code at which something other than code may start. */
  readonly code: RegExp;
  /** The same, with the brackets that end an interpolation. */
  readonly nested: RegExp;
  readonly inString: ReadonlyMap<StringForm, RegExp>;
}

const made = new Map<Lexis, Tokens>();

function tokensOf(lexis: Lexis): Tokens {
  const known = made.get(lexis);
  if (known !== undefined) return known;
  const starts = [
    ...lexis.strings.map(({ open }) => quoted(open)),
    ...lexis.blockComments.map(([open]) => quoted(open)),
    ...lexis.lineComments.map(quoted),
    ...(lexis.regexLiterals ? ["\\/"] : []),
    ...(lexis.hereDocuments ? ["<<"] : []),
  ].join("|");
  const tokens: Tokens = {
    code: new RegExp(starts, "g"),
    nested: new RegExp(`${starts}|[{}()[\\]:]`, "g"),
    inString: new Map(lexis.strings.map((form) => [form, stringToken(form)])),
  };
  made.set(lexis, tokens);
  return tokens;
}

function stringToken(form: StringForm): RegExp {
  const parts = form.escape === "\\" ? ["\\\\[^]"] : form.escape === "`" ? ["`[^]"] : [];
  if (form.escape === "double") parts.push(quoted(form.close + form.close));
  parts.push(quoted(form.close));
  if (form.interpolation !== undefined) parts.push(quoted(form.interpolation));
  if (!form.lines) parts.push("\n");
  return new RegExp(parts.join("|"), "g");
}

/** An interpolation that is open: the string around it, and how deep the brackets in it are. */
interface Frame {
  readonly form: StringForm;
  depth: number;
}

/** Characters and words after which a `/` starts a regular expression rather than divides. */
const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};~^%*+\-<>]|\b(?:return|typeof|case|in|of|delete|void|throw|do|else|yield|await|when|if|unless|and|or|not))$/;
const REGEX_LITERAL = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,1000}\]){1,2000}\/[a-z]{0,10}/y;

/** `text` with everything that is no code of `language` blanked. */
export function mask(text: string, language: Language, tick: () => void): string {
  const lexis = LEXES[language];
  if (lexis === undefined) return text;
  const source = language === "php" ? outsidePhpBlanked(text) : text;
  return new Masker(source, lexis, tick).run();
}

class Masker {
  readonly #tokens: Tokens;
  readonly #out: string[] = [];
  readonly #stack: Frame[] = [];
  /** Up to where the source has been copied. */
  #done = 0;
  /** A here-document that starts with the next line. */
  #body: { start: number; end: number } | undefined;
  #lostDocuments = 0;

  constructor(readonly text: string, readonly lexis: Lexis, readonly tick: () => void) {
    this.#tokens = tokensOf(lexis);
  }

  run(): string {
    let at = 0;
    for (let steps = 0; at < this.text.length; steps++) {
      if ((steps & 1023) === 0) this.tick();
      at = this.#step(at);
    }
    this.#out.push(this.text.slice(this.#done));
    return this.#out.join("");
  }

  #blank(from: number, to: number): void {
    if (to <= from) return;
    this.#out.push(this.text.slice(this.#done, from), blanks(this.text.slice(from, to)));
    this.#done = to;
  }

  /** Goes on in code from `at`; returns where code goes on. */
  #step(at: number): number {
    const token = this.#stack.length > 0 ? this.#tokens.nested : this.#tokens.code;
    token.lastIndex = at;
    const match = token.exec(this.text);
    if (this.#body !== undefined && (match === null || match.index >= this.#body.start)) {
      const { start, end } = this.#body;
      this.#body = undefined;
      this.#blank(start, end);
      return end;
    }
    if (match === null) return this.text.length;
    const found = match[0];
    const start = match.index;
    const after = start + found.length;

    const frame = this.#stack.at(-1);
    if (frame !== undefined && found.length === 1 && "{}()[]:".includes(found)) {
      return this.#bracket(frame, found, start);
    }

    if (this.lexis.lineComments.includes(found)) return this.#lineComment(start);
    const block = this.lexis.blockComments.find(([open]) => open === found);
    if (block !== undefined) {
      // A block of Ruby starts with its line.
      if (found.startsWith("=") && start > 0 && this.text[start - 1] !== "\n") return after;
      const end = this.text.indexOf(block[1], after);
      const to = end < 0 ? this.text.length : end + block[1].length;
      this.#blank(start, to);
      return to;
    }
    if (found === "<<") return this.#hereDocument(start);
    if (found === "/") return this.#regex(start);
    const form = this.lexis.strings.find(({ open }) => open === found);
    return form === undefined ? after : this.#string(this.#prefixed(form, start), after);
  }

  /** A bracket or colon inside an interpolation, which may end it. */
  #bracket(frame: Frame, found: string, start: number): number {
    if (found === ":") {
      // What follows the colon says how to print the value, and is no code.
      if (frame.depth !== 1 || frame.form.interpolation !== "{") return start + 1;
      const spec = /^:[^"'\n{}]{0,200}/.exec(this.text.slice(start, start + 201))?.[0] ?? ":";
      this.#blank(start, start + spec.length);
      return start + spec.length;
    }
    if ("([{".includes(found)) frame.depth++;
    else if (--frame.depth <= 0) {
      this.#stack.pop();
      return this.#string(frame.form, start + 1);
    }
    return start + 1;
  }

  #lineComment(start: number): number {
    // Ruby and PHP: `#{` and `#[` are no comments; both are rare enough outside strings to be read as code.
    if (this.text[start] === "#" && this.text[start + 1] === "[") return start + 2;
    const end = this.text.indexOf("\n", start);
    const to = end < 0 ? this.text.length : end;
    this.#blank(start, to);
    return to;
  }

  #prefixed(form: StringForm, start: number): StringForm {
    if (this.lexis.letterPrefix !== true) return form;
    const letters = /(?<![\w])[a-z]{1,2}$/i.exec(this.text.slice(Math.max(0, start - 3), start))?.[0];
    return letters !== undefined && /[ft]/i.test(letters) ? formatted(form) : form;
  }

  /** Blanks a string whose contents start at `at`; returns where code goes on, be it inside an interpolation. */
  #string(form: StringForm, at: number): number {
    const token = this.#tokens.inString.get(form) ?? stringToken(form);
    token.lastIndex = at;
    for (;;) {
      const match = token.exec(this.text);
      if (match === null) {
        this.#blank(at, this.text.length);
        return this.text.length;
      }
      const found = match[0];
      if (found === form.interpolation) {
        // Doubled braces stand for one brace.
        if (found === "{" && this.text[match.index + 1] === "{") {
          token.lastIndex = match.index + 2;
          continue;
        }
        this.#blank(at, match.index);
        if (this.#stack.length < 100) this.#stack.push({ form, depth: 1 });
        return match.index + found.length;
      }
      if (found === form.close || found === "\n") {
        this.#blank(at, match.index);
        return match.index + found.length;
      }
    }
  }

  #regex(start: number): number {
    const before = this.text.slice(Math.max(0, start - 40), start).trimEnd();
    if (!BEFORE_REGEX.test(before)) return start + 1;
    REGEX_LITERAL.lastIndex = start;
    const match = REGEX_LITERAL.exec(this.text);
    if (match === null) return start + 1;
    const end = start + match[0].length;
    this.#blank(start + 1, end - 1);
    return end;
  }

  #hereDocument(start: number): number {
    const opening = this.lexis.hereDocuments;
    if (opening === undefined || this.#lostDocuments > 20) return start + 2;
    opening.lastIndex = start;
    const match = opening.exec(this.text);
    if (match === null) return start + 2;
    const after = start + match[0].length;
    const line = this.text.indexOf("\n", after);
    const begin = this.#body?.end ?? line + 1;
    if (line < 0) return after;
    const closing = new RegExp(`^[ \\t]{0,200}${match[2]}\\b`, "mg");
    closing.lastIndex = begin;
    const end = closing.exec(this.text);
    // Each one without an end costs a walk to the end of the text.
    if (end === null) this.#lostDocuments++;
    else this.#body = { start: this.#body?.start ?? begin, end: end.index + end[0].length };
    return after;
  }
}

const formats = new Map<StringForm, StringForm>();

function formatted(form: StringForm): StringForm {
  let known = formats.get(form);
  if (known === undefined) formats.set(form, known = { ...form, interpolation: "{" });
  return known;
}

function blanks(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

/** PHP outside `<?php … ?>` is a page. A part of a file without any tag is code. */
function outsidePhpBlanked(text: string): string {
  const firstOpen = text.indexOf("<?");
  const firstClose = text.indexOf("?>");
  if (firstOpen < 0 && firstClose < 0) return text;
  const out: string[] = [];
  let at = 0;
  let inCode = firstOpen < 0 || (firstClose >= 0 && firstClose < firstOpen);
  while (at < text.length) {
    const next = text.indexOf(inCode ? "?>" : "<?", at);
    const end = next < 0 ? text.length : next + 2;
    out.push(inCode ? text.slice(at, end) : blanks(text.slice(at, end)));
    at = end;
    inCode = !inCode;
  }
  return out.join("");
}
