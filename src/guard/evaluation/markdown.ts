/** Documents and pages in which code stands in marked places only. */
import { type Language, languageNamed } from "./language.ts";

/** A piece of code inside another text. */
export interface Piece {
  readonly language: Language;
  readonly text: string;
  /** Where it starts in the text around it. */
  readonly at: number;
}

const FENCE =
  /^ {0,3}(?:[-*+>][ ]{0,3}|\d{1,3}[.)] {0,3}| {0,8})?(`{3,40}|~{3,40})[ \t]{0,20}(?:\{?\.?([\w#+-]{1,40}))?/;

/** The fenced blocks whose info string names a language that we know; prose and code spans are no code. */
export function fencedBlocks(text: string, tick: () => void): Piece[] {
  const pieces: Piece[] = [];
  let open: { mark: string; language: Language | undefined; at: number } | undefined;
  let lines = 0;
  for (let start = 0; start < text.length;) {
    if ((lines++ & 1023) === 0) tick();
    const end = text.indexOf("\n", start);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(start, Math.min(next, start + 200));
    const fence = FENCE.exec(line);
    const mark = fence?.[1];
    if (mark !== undefined && open === undefined) {
      open = { mark, language: languageNamed(fence?.[2] ?? ""), at: next };
    } else if (
      mark !== undefined && open !== undefined && mark.startsWith(open.mark) && fence?.[2] === undefined
    ) {
      if (open.language !== undefined) {
        pieces.push({ language: open.language, text: text.slice(open.at, start), at: open.at });
      }
      open = undefined;
    }
    start = next;
  }
  if (open?.language !== undefined) {
    pieces.push({ language: open.language, text: text.slice(open.at), at: open.at });
  }
  return pieces;
}

const SCRIPT_OPEN = /<script\b[^>]{0,1000}>/gi;

/** The scripts of a page. A part of a component without any tag is taken for script. */
export function scriptsOf(text: string, part: boolean, tick: () => void): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(SCRIPT_OPEN)) {
    tick();
    if (/\btype\s{0,9}=\s{0,9}["']?(?:application\/(?:ld\+)?json|importmap)/i.test(match[0])) continue;
    const at = match.index + match[0].length;
    const end = text.indexOf("</script", at);
    pieces.push({ language: "javascript", text: text.slice(at, end < 0 ? undefined : end), at });
    if (end < 0) break;
  }
  if (pieces.length === 0 && part && !/<\/?[a-z]/i.test(text)) {
    pieces.push({ language: "javascript", text, at: 0 });
  }
  return pieces;
}

const PROMPT = /^[ \t]{0,8}(?:\$|%|>)[ \t]/gm;

/** A recorded session: without the prompts in front of the commands. */
export function withoutPrompts(text: string): string {
  return text.replace(PROMPT, (prompt) => " ".repeat(prompt.length));
}
