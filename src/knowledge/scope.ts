/** Which items hold for a set of paths. */
import { type Covered, covering } from "./glob.ts";
import type { Item, Priority } from "./item.ts";

/** Globs that name everything, and so nothing in particular. */
const EVERYTHING = new Set(["**", "**/*", "*/**"]);

/** Whether an item holds for the whole project: it has no glob that says where. */
export function isProjectWide(item: Item): boolean {
  return !item.paths.some((glob) => !glob.startsWith("!") && !EVERYTHING.has(glob));
}

/** How `item` covers the nearest of `paths`; undefined where it covers none. */
export function coveringAny(item: Item, paths: readonly string[], fold: boolean): Covered | undefined {
  let best: Covered | undefined;
  for (const path of paths) {
    const covered = covering(item.paths, path, fold);
    if (covered !== undefined && (best === undefined || covered.near > best.near)) best = covered;
  }
  return best;
}

/** Whether one of the literals that the item names occurs in `text`; true where it names none. */
export function hasSymbol(item: Item, text: string): boolean {
  return item.symbols.length === 0 || item.symbols.some((symbol) => text.includes(symbol));
}

/** So many words must an item that holds everywhere share with what is done. */
const SHARED: Readonly<Record<Priority, number>> = { high: 1, medium: 2, low: 3 };

/** How many of `topics` stand in title, summary or paths of `item`. */
export function sharedTopics(item: Item, topics: Iterable<string>): number {
  let count = 0;
  for (const topic of topics) if (item.topics.includes(` ${topic} `)) count++;
  return count;
}

/** How many an item needs: a rule by its priority, a memory one, or two where it is bound to a deep folder. */
export function neededTopics(item: Item): number {
  if (item.kind === "rule") return SHARED[item.priority];
  const first = item.paths.find((glob) => !glob.startsWith("!"));
  const literal = first?.split("/").findIndex((name) => /[*?{]/.test(name)) ?? 0;
  return item.kind === "memory" && (literal < 0 || literal >= 2) ? 2 : 1;
}
