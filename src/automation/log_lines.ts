/** The lines of a script that call `console.log`, comments and texts aside. */

const CALL = /\bconsole\s*(?:\?\.|\.)\s*log\s*(?:\?\.)?\s*\(/g;

/** The numbers of the lines, from 1, each once. */
export function logLines(text: string): number[] {
  const code = blankOut(text);
  const lines = new Set<number>();
  let line = 1;
  let from = 0;
  for (const { index } of code.matchAll(CALL)) {
    for (; from < index; from++) if (code.charCodeAt(from) === 10) line++;
    lines.add(line);
  }
  return [...lines];
}

/** What may stand before a `/` that begins a pattern rather than dividing. */
const BEFORE_PATTERN =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do))\s*$/;

/** `text` with every comment, string and pattern made blank, line breaks kept. What is in `${}` stays. */
function blankOut(text: string): string {
  let out = "";
  let at = 0;
  /** For each open `${`, how many braces are open inside it. */
  const templates: number[] = [];
  const blank = (end: number): void => {
    out += text.slice(at, end).replace(/[^\n]/g, " ");
    at = end;
  };
  while (at < text.length) {
    const unit = text[at]!;
    const next = text[at + 1];
    if (unit === "/" && next === "/") blank(endOf(text, "\n", at));
    else if (unit === "/" && next === "*") {
      const end = text.indexOf("*/", at + 2);
      blank(end < 0 ? text.length : end + 2);
    } else if (unit === '"' || unit === "'") blank(endOfQuote(text, at));
    else if (unit === "`") blank(endOfTemplate(text, at + 1, templates));
    else if (unit === "/" && BEFORE_PATTERN.test(out.slice(-40))) blank(endOfPattern(text, at));
    else if (unit === "}" && templates.at(-1) === 0) {
      templates.pop();
      blank(endOfTemplate(text, at + 1, templates));
    } else {
      if (templates.length > 0 && unit === "{") templates[templates.length - 1]!++;
      if (templates.length > 0 && unit === "}") templates[templates.length - 1]!--;
      out += unit;
      at++;
    }
  }
  return out;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}

function endOfQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[from]) return at + 1;
    // A quote that does not end on its line is an apostrophe in the text of a page.
    else if (text[at] === "\n") return from + 1;
  }
  return from + 1;
}

/** Behind the closing backtick, or behind the next `${`, which is noted. */
function endOfTemplate(text: string, from: number, templates: number[]): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") return at + 1;
    else if (text[at] === "$" && text[at + 1] === "{") {
      templates.push(0);
      return at + 2;
    }
  }
  return text.length;
}

function endOfPattern(text: string, from: number): number {
  let inSet = false;
  for (let at = from + 1; at < text.length && text[at] !== "\n"; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") inSet = true;
    else if (text[at] === "]") inSet = false;
    else if (text[at] === "/" && !inSet) return at + 1;
  }
  return from + 1;
}
