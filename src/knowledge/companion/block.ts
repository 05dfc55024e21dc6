/** The part of an instruction file that is ours: a block between two comments. What is around it is the user's. */

export const BEGIN = "<!-- garfio:knowledge begin -->";
export const END = "<!-- garfio:knowledge end -->";

/** What stands between the comments in a file that a person writes. */
export const NOTE = [
  "## Project knowledge",
  "",
  "Rules, memories and skills of this project are in `.garfio/knowledge`, one Markdown file each. Garfio's hooks tell",
  "which of them hold for the files that you touch; follow the rules among them, and open a file to read it in full.",
].join("\n");

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Where the block is in `text` (line ends `\n`); undefined for none. */
function find(text: string): Found | undefined {
  const start = text.startsWith(BEGIN) ? 0 : text.indexOf(`\n${BEGIN}`) + 1;
  if (start === 0 && !text.startsWith(BEGIN)) return undefined;
  const end = text.indexOf(END, start);
  const next = text.indexOf(BEGIN, start + BEGIN.length);
  if (end >= 0 && (next < 0 || end < next)) return { start, end: end + END.length };
  // The closing comment is gone: ours is only what is still word for word what we wrote.
  let at = start + BEGIN.length;
  for (const line of ["", ...NOTE.split("\n")]) {
    const with_ = at === start + BEGIN.length && line === "" ? "" : `\n${line}`;
    if (!text.startsWith(with_, at)) break;
    at += with_.length;
  }
  return { start, end: at };
}

/** `text` with `content` as its block, in the place of the old one or at its end. */
export function withBlock(text: string, content: string): string {
  const block = `${BEGIN}\n${content}\n${END}`;
  const found = find(text);
  if (found !== undefined) return text.slice(0, found.start) + block + text.slice(found.end);
  if (text.trim() === "") return `${block}\n`;
  return `${text}${text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n"}${block}\n`;
}

/** `text` without its block and the blank lines that set it apart. */
export function withoutBlock(text: string): string {
  const found = find(text);
  if (found === undefined) return text;
  const before = text.slice(0, found.start);
  const after = text.slice(found.end).replace(/^\n/, "");
  if (before.trim() === "") return after.replace(/^\n+/, "");
  if (after.trim() === "") return before.replace(/\n\n$/, "\n");
  return before + after.replace(/^\n+/, "");
}

/** Whether `text` has a block of ours. */
export function hasBlock(text: string): boolean {
  return find(text.replaceAll("\r\n", "\n")) !== undefined;
}
