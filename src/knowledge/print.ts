/** The fixed forms in which items reach a model. Equal items give equal bytes. */
import { oneLine } from "../base/text.ts";
import { splitFrontMatter } from "./front_matter.ts";
import { type Item, skillName } from "./item.ts";

/** What an editor may leave in a text that hides or turns it; line breaks and tabs stay. */
const HIDDEN =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu;

/** The body of `item` as it is in its file now; undefined where that cannot be read any more. */
export function bodyOf(root: string, item: Item): string | undefined {
  try {
    const text = Deno.readTextFileSync(`${root}/${item.file}`);
    const split = splitFrontMatter(text);
    return "body" in split ? split.body.replace(HIDDEN, " ").toWellFormed() : undefined;
  } catch {
    return undefined;
  }
}

/** `rule, high` or the kind alone. */
export function label(item: Item): string {
  return item.kind === "rule" ? `rule, ${item.priority}` : item.kind;
}

/** An item in full. */
export function block(item: Item, body: string): string {
  return `## ${label(item)}: ${item.title}\n(${oneLine(item.file, 200)})\n${body}`;
}

/** An item in one line: kind, title, what it says in brief, and its file, which is where to read more. */
export function titleLine(item: Item, note = ""): string {
  const summary = item.summary === "" || item.summary === item.title ? "" : ` - ${item.summary}`;
  const name = item.kind === "skill" ? `::${skillName(item)}` : item.title;
  return `- ${label(item)}: ${name}${summary}${note} (${oneLine(item.file, 200)})`;
}

/** The size of `text` in tokens: four bytes each, rounded up. */
export function tokensOf(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}
