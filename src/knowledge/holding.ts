/** What holds for a path that a tool touches, in the order of its importance. */
import type { Knowledge } from "./cache.ts";
import { byKindAndId, type Item, PRIORITIES } from "./item.ts";
import { coveringAny, hasSymbol, isProjectWide, neededTopics, sharedTopics } from "./scope.ts";
import { saidIn, type Touched } from "./touched.ts";
import { topicsOf } from "./words.ts";

/** An item that holds for the touched path. */
export interface Here {
  readonly item: Item;
  /** The glob by which it holds; empty for the whole project. */
  readonly glob: string;
  readonly near: number;
}

/** What holds for a touched path, most important first: strict rules, other rules, memories, skills. */
export function holdingHere(knowledge: Knowledge, touched: Touched, fold: boolean): Here[] {
  let known: Set<string> | undefined;
  const topics = () => known ??= topicsOf(saidIn(touched));
  const said = `${touched.paths.join("\n")}\n${touched.text}`;
  const found: Here[] = [];
  for (const item of knowledge.items) {
    const covered = coveringAny(item, touched.paths, fold);
    if (covered === undefined) continue;
    const wide = isProjectWide(item);
    // A skill of the whole project is told at the start of the session.
    if (wide && (item.kind === "skill" || sharedTopics(item, topics()) < neededTopics(item))) continue;
    if (!hasSymbol(item, said)) continue;
    found.push({ item, glob: wide ? "" : covered.glob, near: wide ? -1 : covered.near });
  }
  return found.sort(compare);
}

function compare(a: Here, b: Here): number {
  const strict = Number(b.item.block !== undefined) - Number(a.item.block !== undefined);
  const kind = strict !== 0 ? strict : ["rule", "memory", "skill"].indexOf(a.item.kind) -
    ["rule", "memory", "skill"].indexOf(b.item.kind);
  if (kind !== 0) return kind;
  if (a.near !== b.near) return b.near - a.near;
  const priority = PRIORITIES.indexOf(a.item.priority) - PRIORITIES.indexOf(b.item.priority);
  return priority !== 0 ? priority : byKindAndId(a.item, b.item);
}
