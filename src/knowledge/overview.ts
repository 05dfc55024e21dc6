/** What a session is told of a project's knowledge when it begins: counts, the most important rules, skills. */
import type { Surroundings } from "../base/folders.ts";
import { oneLine } from "../base/text.ts";
import { stateDirectory } from "../state/directory.ts";
import { join } from "../base/path.ts";
import { fingerprint } from "../state/key.ts";
import { type Knowledge, openKnowledge } from "./cache.ts";
import { hasKnowledge } from "./gate.ts";
import { type Item, KINDS, skillName } from "./item.ts";
import { bodyMark, claimMarks, clearLedger, type Reader, readLedger, titleMark } from "./ledger.ts";
import { block, bodyOf, titleLine } from "./print.ts";
import { isProjectWide } from "./scope.ts";

/** The overview takes no more than this, in UTF-16 units. */
const ROOM = 3_000;
const MOST_SKILLS = 20;
const MOST_FOLDERS = 12;

/** A session that begins. */
export interface Beginning extends Reader {
  readonly root: string;
  /** What is left for the overview. */
  readonly room: number;
  readonly dry: boolean;
}

/** The overview, and what a person is told on the first use in a project. */
export interface Overview {
  readonly text: string;
  readonly note: string | undefined;
}

/** After a compaction or a clear the model holds nothing of what it was sent. */
export function forget(beginning: Beginning): void {
  const { source } = beginning.event;
  if (beginning.dry || (source !== "compact" && source !== "clear")) return;
  clearLedger(beginning);
}

/**
 * The overview of the project at `root`; undefined where it has no knowledge, or everything is known.
 *
 * @param head what stands above it
 */
export async function overview(beginning: Beginning, head: string): Promise<Overview | undefined> {
  const { place, root, dry } = beginning;
  if (!hasKnowledge(root, place.os)) return undefined;
  const knowledge = await openKnowledge(place, root, [beginning.event.cwd]);
  if (knowledge === undefined || knowledge.items.length === 0) return undefined;
  const sent = readLedger(beginning);
  const pieces = compose(knowledge, head, sent, Math.min(ROOM, beginning.room));
  // A session that is resumed still has its overview.
  if (pieces.length === 0) return undefined;
  const marks = pieces.map(({ mark }) => mark);
  const mine = dry ? new Set(marks) : claimMarks(beginning, marks);
  const kept = pieces.filter(({ mark }) => mine.has(mark));
  if (kept.length === 0) return undefined;
  return {
    text: [head, ...kept.map(({ text }) => text)].join("\n\n"),
    note: dry ? undefined : firstUse(place, root, knowledge),
  };
}

interface OverviewPiece {
  readonly text: string;
  readonly mark: string;
}

function compose(
  knowledge: Knowledge,
  head: string,
  sent: ReadonlySet<string>,
  room: number,
): OverviewPiece[] {
  const { items, root } = knowledge;
  const pieces: OverviewPiece[] = [];
  let length = head.length;
  const add = (text: string, mark: string): boolean => {
    if (sent.has(mark) || length + text.length + 2 > room) return false;
    length += text.length + 2;
    pieces.push({ text, mark });
    return true;
  };
  const counted = countLine(knowledge);
  add(counted, fingerprint(`counts\n${root}\n${counted}`));
  const wide = items.filter(isProjectWide);
  for (const item of wide.filter(({ kind, priority }) => kind === "rule" && priority === "high")) {
    if (sent.has(bodyMark(item)) || sent.has(titleMark(item, ""))) continue;
    const body = bodyOf(root, item);
    if (body !== undefined && add(block(item, body), bodyMark(item))) continue;
    add(titleLine(item), titleMark(item, ""));
  }
  for (const item of wide.filter(({ kind }) => kind === "skill").slice(0, MOST_SKILLS)) {
    add(titleLine(item), titleMark(item, ""));
  }
  return pieces;
}

/** How many there are of each kind, and where. */
export function countLine({ items, broken }: Pick<Knowledge, "items" | "broken">): string {
  const counts = KINDS.map((kind) => {
    const count = items.filter((item) => item.kind === kind).length;
    return count === 0
      ? undefined
      : `${count} ${kind === "memory" && count > 1 ? "memories" : kind + (count > 1 ? "s" : "")}`;
  }).filter((text) => text !== undefined);
  const folders = new Map<string, number>();
  for (const item of items) {
    const folder = placeOf(item);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const most = [...folders].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const shown = most.slice(0, MOST_FOLDERS).map(([folder, count]) => `${oneLine(folder, 60)} (${count})`);
  const more = most.length > shown.length ? `, and ${most.length - shown.length} more places` : "";
  const wrong = broken === 0
    ? ""
    : ` ${broken} file${broken > 1 ? "s" : ""} could not be read as items: garfio knowledge check.`;
  return `There are ${counts.join(", ")}, for ${shown.join(", ")}${more}.${wrong}`;
}

/** Where an item holds, in the words of its first glob. */
export function placeOf(item: Item): string {
  if (isProjectWide(item)) return "the whole project";
  const glob = item.paths.find((one) => !one.startsWith("!")) ?? "";
  const names = glob.split("/");
  const first = names.findIndex((name) => /[*?{]/.test(name));
  const literal = (first < 0 ? names : names.slice(0, first)).join("/");
  return literal === "" ? glob : literal;
}

/** What a person is told once in each project. */
function firstUse(place: Surroundings, root: string, { items }: Knowledge): string | undefined {
  try {
    const file = join(stateDirectory(place, "knowledge-seen"), fingerprint(root), place.os);
    Deno.openSync(file, { write: true, createNew: true, mode: 0o600 }).close();
  } catch {
    return undefined;
  }
  const skills = items.filter(({ kind }) => kind === "skill").map((item) => `::${skillName(item)}`);
  return `Garfio: this project has ${items.length} items of knowledge in .garfio/knowledge, which the model is told ` +
    `as its work touches them${
      skills.length === 0 ? "" : ` (skills: ${oneLine(skills.join(", "), 200)})`
    }. ` +
    `"garfio knowledge list" shows them; none of them can refuse anything before you approve it.`;
}
