/** The tool channel: names and one line each of what holds for the path that is touched. Light on purpose. */
import { oneLine } from "../base/text.ts";
import { isApproved, readApprovals } from "./approvals.ts";
import { type Knowledge, openKnowledge } from "./cache.ts";
import { type Item, PRIORITIES } from "./item.ts";
import { bodyMark, claimMarks, readLedger, titleMark } from "./ledger.ts";
import { heading, type Occasion } from "./occasion.ts";
import { byKindAndId, titleLine } from "./print.ts";
import { coveringAny, hasSymbol, isProjectWide, neededTopics, sharedTopics } from "./scope.ts";
import { folds, type Touched, touchedBy } from "./touched.ts";
import { topicsOf } from "./words.ts";

/** What the channel takes at most, in UTF-16 units. */
const ROOM = 900;
const MOST = { rule: 5, memory: 3, skill: 3 } as const;
/** So much of what a call says is looked at for words. */
const LONGEST_TEXT = 8_000;

/** An item that holds for the touched path. */
export interface Here {
  readonly item: Item;
  /** The glob by which it holds; empty for the whole project. */
  readonly glob: string;
  readonly near: number;
}

/** What holds for a touched path, most important first: strict rules, other rules, memories, skills. */
export function holdingHere(knowledge: Knowledge, touched: Touched, fold: boolean): Here[] {
  const topics = topicsOf(`${touched.paths.join(" ")} ${touched.text.slice(0, LONGEST_TEXT)}`);
  const said = `${touched.paths.join("\n")}\n${touched.text}`;
  const found: Here[] = [];
  for (const item of knowledge.items) {
    const covered = coveringAny(item, touched.paths, fold);
    if (covered === undefined) continue;
    const wide = isProjectWide(item);
    // A skill of the whole project is told at the start of the session.
    if (wide && (item.kind === "skill" || sharedTopics(item, topics) < neededTopics(item))) continue;
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

/** The names that are new for the path that a tool call touches. */
export async function tellPath(occasion: Occasion): Promise<{ text: string } | undefined> {
  const { event, os, root, place } = occasion;
  if (event.payload === undefined || occasion.room === 0) return undefined;
  const touched = await touchedBy(occasion);
  if (touched === undefined || touched.paths.length === 0) return undefined;
  const knowledge = await openKnowledge(place, root, touched.absolute);
  if (knowledge === undefined || knowledge.items.length === 0) return undefined;
  const sent = readLedger(occasion);
  const left: Record<Item["kind"], number> = { ...MOST };
  const news = holdingHere(knowledge, touched, folds(os)).filter(({ item, glob }) =>
    !sent.has(bodyMark(item)) && !sent.has(titleMark(item, glob)) && left[item.kind]-- > 0
  );
  if (news.length === 0) return undefined;
  const shownPath = touched.paths[0] === "" ? undefined : oneLine(touched.paths[0]!, 160);
  const head = heading(occasion, "knowledge-path", { path: shownPath });
  if (head === undefined) return undefined;
  const lines: { line: string; mark: string }[] = [];
  let length = head.length;
  for (const { item, glob } of news) {
    const line = titleLine(item, await strictNote(occasion, item));
    // What does not fit comes with the next call.
    if (length + line.length + 1 > Math.min(ROOM, occasion.room)) continue;
    length += line.length + 1;
    lines.push({ line, mark: titleMark(item, glob) });
  }
  const mine = occasion.dry
    ? new Set(lines.map(({ mark }) => mark))
    : claimMarks(occasion, lines.map(({ mark }) => mark));
  const text = lines.filter(({ mark }) => mine.has(mark)).map(({ line }) => line);
  return text.length === 0 ? undefined : { text: [head, ...text].join("\n") };
}

/** What a rule with a block pattern does. */
async function strictNote({ place, root }: Occasion, item: Item): Promise<string> {
  if (item.block === undefined) return "";
  return await isApproved(readApprovals(place), root, item, "block")
    ? " [strict: what breaks it is refused]"
    : " [its block pattern is not approved by a person, so it only informs]";
}
