/**
 * Which items a prompt calls for: paths first, then words by their rarity (BM25), literals, and names of files. No
 * model and no clock: the same prompt over the same files gives the same order.
 */
import type { Knowledge, WordIndex } from "./cache.ts";
import type { Focus } from "./focus.ts";
import { byKindAndId, type Item, PRIORITIES } from "./item.ts";
import { coveringAny, hasSymbol, isProjectWide, neededTopics, sharedTopics } from "./scope.ts";
import { fileNamesIn, topicsOf, wordsOf } from "./words.ts";

/** Saturation and length of BM25. */
const K1 = 1.2;
const B = 0.6;
/** An item whose words score less than this part of the best is at most told by name. */
const CERTAIN = 0.45;
/** One that scores less than this is not told at all. */
const POSSIBLE = 0.25;
const LONGEST_PROMPT = 20_000;
const MOST_WORDS = 200;

/** How an item was judged. */
export interface Ranked {
  readonly item: Item;
  /** `body`: worth its text. `title`: perhaps. `out`: not for this prompt. */
  readonly worth: "body" | "title" | "out";
  /** By path, by the name of a file, or by words. */
  readonly by: "path" | "file" | "words";
  readonly score: number;
  readonly near: number;
  /** The glob by which it holds; empty for none. */
  readonly glob: string;
  /** Whether title or summary share a word with the prompt besides those of its paths. */
  readonly fits: boolean;
  /** Why, in a few words. */
  readonly why: string;
}

/** Judges every item of `knowledge`, best first. */
export function rank(knowledge: Knowledge, prompt: string, focus: Focus, fold: boolean): Ranked[] {
  const text = prompt.slice(0, LONGEST_PROMPT);
  const topics = topicsOf(text);
  const scores = scoreWords(knowledge.index(), [...new Set(wordsOf(text))].slice(0, MOST_WORDS));
  // A file name stands for itself; its words would make every item about files fit.
  const named = namedFiles(knowledge.items, text, focus, fold);
  const inPaths = topicsOf(focus.paths.join(" "));
  const beyond = [...topics].filter((topic) => !inPaths.has(topic));
  const judge = (item: Item, index: number): Ranked => {
    const score = scores[index] ?? 0;
    const found = coverage(item, focus, fold);
    const fits = sharedTopics(item, beyond) > 0;
    const base = { item, score, near: found?.near ?? -1, glob: found?.glob ?? "", fits };
    const file = named.get(item.id);
    if (file !== undefined) return { ...base, by: "file", ...file };
    if (focus.paths.length > 0 && !isProjectWide(item)) {
      if (found === undefined) {
        return { ...base, by: "path", worth: "out", why: `holds for ${item.paths.join(", ")}` };
      }
      if (!hasSymbol(item, text)) {
        return { ...base, by: "path", worth: "out", why: "none of its symbols is named" };
      }
      const why = `covers ${
        focus.paths.find((path) => coveringAny(item, [path], fold) !== undefined)
      } by ${found.glob}`;
      return { ...base, by: "path", worth: item.kind === "memory" && score === 0 ? "title" : "body", why };
    }
    if (!hasSymbol(item, text)) {
      return { ...base, by: "words", worth: "out", why: "none of its symbols is named" };
    }
    const shared = sharedTopics(item, topics);
    const needed = neededTopics(item);
    const why = `shares ${shared} word${shared === 1 ? "" : "s"} with the prompt, needs ${needed}`;
    return { ...base, by: "words", worth: shared >= needed ? "body" : shared > 0 ? "title" : "out", why };
  };
  const judged = knowledge.items.map(judge);
  const best = judged.reduce(
    (most, { by, worth, score }) => by === "words" && worth !== "out" ? Math.max(most, score) : most,
    0,
  );
  return judged.map((one): Ranked => {
    if (one.by !== "words" || one.worth === "out") return one;
    const part = best === 0 ? 0 : one.score / best;
    const percent = `${Math.round(part * 100)} % of the best score`;
    if (part < POSSIBLE) return { ...one, worth: "out", why: `${one.why}; only ${percent}` };
    if (part < CERTAIN && one.worth === "body") {
      return { ...one, worth: "title", why: `${one.why}; ${percent}` };
    }
    return one;
  }).sort(compare);
}

const WORTH = ["body", "title", "out"];
const BY = ["file", "path", "words"];

function compare(a: Ranked, b: Ranked): number {
  const worth = WORTH.indexOf(a.worth) - WORTH.indexOf(b.worth);
  if (worth !== 0) return worth;
  const by = BY.indexOf(a.by) - BY.indexOf(b.by);
  if (by !== 0) return by;
  if (a.near !== b.near) return b.near - a.near;
  if (a.item.kind === "rule" && b.item.kind === "rule") {
    const priority = PRIORITIES.indexOf(a.item.priority) - PRIORITIES.indexOf(b.item.priority);
    if (priority !== 0) return priority;
  }
  return a.score === b.score ? byKindAndId(a.item, b.item) : b.score - a.score;
}

/** How an item covers the focus; one that holds for the whole project covers everything, from far away. */
function coverage(item: Item, focus: Focus, fold: boolean): { near: number; glob: string } | undefined {
  if (isProjectWide(item) || focus.paths.length === 0) return { near: -1, glob: "" };
  return coveringAny(item, focus.paths, fold);
}

/** BM25 of every item for `words`. */
export function scoreWords({ words, lengths }: WordIndex, query: readonly string[]): number[] {
  const count = words.length;
  const scores = new Array<number>(count).fill(0);
  if (count === 0) return scores;
  const average = lengths.reduce((sum, length) => sum + length, 0) / count || 1;
  for (const word of query) {
    const key = ` ${word}:`;
    const hits: [number, number][] = [];
    for (let index = 0; index < count; index++) {
      const text = words[index]!;
      const at = text.indexOf(key);
      if (at >= 0) hits.push([index, Number.parseInt(text.slice(at + key.length), 10)]);
    }
    const rarity = Math.log(1 + (count - hits.length + 0.5) / (hits.length + 0.5));
    for (const [index, weight] of hits) {
      const norm = K1 * (1 - B + B * (lengths[index] ?? average) / average);
      scores[index]! += rarity * weight * (K1 + 1) / (weight + norm);
    }
  }
  // Sums of fractions differ in their last digits between machines; what is shown and compared does not.
  return scores.map((score) => Math.round(score * 1_000) / 1_000);
}

/** Items whose title or glob names a file of the prompt: one is worth its body, several their names. */
function namedFiles(
  items: readonly Item[],
  text: string,
  focus: Focus,
  fold: boolean,
): Map<string, { worth: "body" | "title"; why: string }> {
  const found = new Map<string, { worth: "body" | "title"; why: string }>();
  for (const name of fileNamesIn(text)) {
    const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
    const hits = items.filter(({ title, paths }) =>
      title.toLowerCase().split(/[\s"'`(),:]+/).some((word) => word === base || word.endsWith(`/${base}`)) ||
      paths.some((glob) => glob.toLowerCase() === base || glob.toLowerCase().endsWith(`/${base}`))
    );
    const near = hits.filter((item) => coverage(item, focus, fold) !== undefined);
    const kept = hits.length > 1 && near.length > 0 ? near : hits;
    for (const item of kept) {
      if (found.get(item.id)?.worth === "body") continue;
      const worth = kept.length === 1 ? "body" : "title";
      found.set(item.id, {
        worth,
        why: `names the file ${base}${kept.length === 1 ? "" : ", as others do"}`,
      });
    }
  }
  return found;
}
