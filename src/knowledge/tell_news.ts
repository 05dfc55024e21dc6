/** The names that a tool call brings: what holds for its path and is not known yet. Loaded only when something holds. */
import { oneLine } from "../base/text.ts";
import { isApproved, readApprovals } from "./approvals.ts";
import type { Knowledge } from "./cache.ts";
import { holdingHere } from "./holding.ts";
import type { Item } from "./item.ts";
import { bodyMark, claimMarks, readLedger, titleMark } from "./ledger.ts";
import { heading, type Occasion } from "./occasion.ts";
import { titleLine } from "./print.ts";
import { folds, type Touched } from "./touched.ts";

/** What the channel takes at most, in UTF-16 units. */
const ROOM = 900;
const MOST = { rule: 5, memory: 3, skill: 3 } as const;

/** The text with what is new among what holds; undefined for nothing. */
export async function tellNews(
  occasion: Occasion,
  touched: Touched,
  knowledge: Knowledge,
): Promise<{ text: string } | undefined> {
  const here = holdingHere(knowledge, touched, folds(occasion.os));
  if (here.length === 0) return undefined;
  const sent = readLedger(occasion);
  const left: Record<Item["kind"], number> = { ...MOST };
  const news = here.filter(({ item, glob }) =>
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
