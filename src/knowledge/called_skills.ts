/** Skills that a prompt calls by `::name`. */
import { type Item, skillName } from "./item.ts";

/** A word behind `::`, at the start or behind a blank, bracket, quote or backtick; not followed by another colon. */
const CALL = /(?<=^|[\s([{<"'`])::([A-Za-z0-9_-]{1,80})(?![\w:-])/g;

/** The names that are called in `prompt`, in order, each once. Text in code does not call. */
export function calledNames(prompt: string): string[] {
  const names = new Set<string>();
  for (const [, name] of withoutCode(prompt.slice(0, 20_000)).matchAll(CALL)) {
    names.add(name!.toLowerCase());
    if (names.size >= 16) break;
  }
  return [...names];
}

/** Fences and code spans as blanks. A quote mark of code that is not closed is none. */
function withoutCode(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split("\n")) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3);
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
      lines.push("");
    } else lines.push(fence === undefined ? line.replace(/(`+)[^`]+\1/g, " ") : "");
  }
  return lines.join("\n");
}

/** The skills that are called, and the names that several skills have: those are nobody's. */
export function calledSkills(
  items: readonly Item[],
  prompt: string,
): { called: Item[]; ambiguous: { name: string; items: Item[] }[] } {
  const called: Item[] = [];
  const ambiguous: { name: string; items: Item[] }[] = [];
  if (!prompt.includes("::")) return { called, ambiguous };
  for (const name of calledNames(prompt)) {
    const hits = items.filter((item) => item.kind === "skill" && skillName(item).toLowerCase() === name);
    if (hits.length === 1) called.push(hits[0]!);
    else if (hits.length > 1) ambiguous.push({ name, items: hits });
  }
  return { called, ambiguous };
}
