/**
 * Words that stand for what `find`, `fd` or `ls` prints: which of the files below a folder are meant is decided when
 * it runs, but the search says something of their names.
 */
import type { ShellReading, ShellWord, SimpleCommand } from "../shell/reading.ts";
import type { Place } from "./effect.ts";
import { BUILD_FILES, BUILD_FOLDERS } from "./place_names.ts";

/** Tests of a search that leave something alone, unless they are negated. */
const NARROWS =
  /(?<!-not |! )-(?:i?path|i?regex|wholename|newer\w*|[acm]time|[acm]min|size|empty|user|group|perm|filter|include|extension|e)\b/i;
const SEARCHES = new Set(["find", "gfind", "fd", "fdfind", "get-childitem", "gci"]);
/** How much of the line in front of `find -exec` is looked at. */
const BEFORE = 600;

/** Whether `word` stands for what a search finds. */
export function isListed(word: ShellWord, command: SimpleCommand): boolean {
  if (word.value !== undefined) return false;
  if (command.via.some((step) => /^g?find |^fd(?:find)? /.test(step))) return word.nonEmpty === true;
  return word.from?.some(({ name }) => SEARCHES.has(name ?? "")) ?? false;
}

/** What the names that a search looks for say of a target that would be all of the project; undefined: nothing. */
export function listedPlace(
  word: ShellWord,
  command: SimpleCommand,
  reading: ShellReading,
): Place | undefined {
  const text = searchText(word, command, reading);
  if (text === undefined) return undefined;
  const names = [...text.matchAll(/(?<!-not |! )-i?name[ =]+["'\\]?([^\s"'|;)]+)/g)].map((match) =>
    match[1]!
  );
  const plain = /\bfd(?:find)?\b/.test(text) ? fdPattern(text) : undefined;
  if (plain !== undefined) names.push(plain);
  if (
    names.length > 0 && names.every((name) => BUILD_FOLDERS.has(name.toLowerCase()) || BUILD_FILES.test(name))
  ) {
    return "build";
  }
  const narrowed = names.length > 0 || NARROWS.test(text);
  return narrowed ? "inside" : undefined;
}

/** The search as it stands in the line. */
function searchText(word: ShellWord, command: SimpleCommand, reading: ShellReading): string | undefined {
  const source = word.from?.find(({ name }) => SEARCHES.has(name ?? ""));
  if (source !== undefined) return source.words.map(({ value, raw }) => value ?? raw).join(" ");
  const { start, end } = command.range;
  const text = reading.text.slice(Math.max(0, start - BEFORE), end);
  const at = Math.max(text.lastIndexOf("find "), text.lastIndexOf("fd "));
  return at < 0 ? undefined : text.slice(at);
}

/** The pattern of an `fd`: its first word that is neither an option nor the value of one. */
function fdPattern(text: string): string | undefined {
  const words = text.replace(/\s-(?:x|X|-exec(?:-batch)?)\b.*$/, "").split(/\s+/).slice(1);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!.replace(/^["'^]+|["'$]+$/g, "");
    if (/^-(?:[tdeEoSc]|-(?:type|max-depth|extension|exclude|size|owner))$/.test(word)) at++;
    else if (!word.startsWith("-") && word !== "." && word !== "") return word;
  }
  return undefined;
}
