/** In which quotes a place of a POSIX command line stands, so that what is put there is read as it is meant. */

export type Quotes = "none" | "single" | "double";

/**
 * The quotes around `offset` in `text`; undefined where a simple look cannot tell: behind a here-document, `$'…'`, a
 * backquote or a substitution inside double quotes.
 */
export function quotesAt(text: string, offset: number): Quotes | undefined {
  let quotes: Quotes = "none";
  for (let at = 0; at < offset; at++) {
    const unit = text[at];
    if (quotes === "single") {
      if (unit === "'") quotes = "none";
      continue;
    }
    if (unit === "\\") at++;
    else if (unit === "`") return undefined;
    else if (unit === '"') quotes = quotes === "double" ? "none" : "double";
    else if (quotes === "double") {
      if (unit === "$" && text[at + 1] === "(") return undefined;
    } else if (unit === "'") {
      if (text[at - 1] === "$") return undefined;
      quotes = "single";
    } else if (unit === "<" && text[at + 1] === "<" && text[at + 2] !== "<") return undefined;
    else if (unit === "#" && /[\s;]/.test(text[at - 1] ?? " ")) {
      const end = text.indexOf("\n", at);
      if (end < 0 || end >= offset) return "none";
      at = end;
    }
  }
  return quotes;
}

/** A reference to the variable `name`, for a place in `quotes`, as one word with what stands around it. */
export function reference(name: string, quotes: Quotes): string {
  if (quotes === "double") return `\${${name}}`;
  return quotes === "none" ? `"\${${name}}"` : `'"\${${name}}"'`;
}
