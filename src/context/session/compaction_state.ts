/** Keeps what a compaction may lose, and brings it back at the start after it. */
import { oneLine } from "../../base/text.ts";
import { writeSnapshot } from "../../state/snapshot.ts";
import { wholeMessage } from "../message.ts";
import type { Moment } from "../moment.ts";
import { type Kept, keptFile, readKept } from "./compactions.ts";
import { sessionDigest } from "./digest.ts";
import { branchOf } from "./project.ts";
import { writeRecord } from "./record.ts";
import { worktreeOf } from "./records.ts";
import { openTasks } from "./tasks.ts";
import { ALL } from "./usage.ts";
import { keepable } from "./words.ts";

/** One compaction may be announced several times. */
const ONE = 30_000;
const COMPACTIONS_KEPT = 20;
/** A compaction takes minutes; what was kept long before the start after it belongs to another. */
const BELONGS = 60 * 60 * 1000;
const MOST = 4_000;

/**
 * Keeps the state of the session before it is compacted. It says nothing: what a hook puts out here would become a part
 * of the request to compact.
 */
export function keepState(moment: Moment): undefined {
  const { event, now, dry, root, os } = moment;
  if (event.payload === undefined || dry) return;
  const digest = sessionDigest(moment, ALL)?.state;
  const file = keptFile(moment);
  if (file === undefined) return;
  const before = readKept(moment);
  const { trigger, custom_instructions: instructions } = event.payload;
  const earlier = before?.compactions ?? [];
  const last = earlier.at(-1);
  // The announcement of the same one again, perhaps by a second set of entries.
  const again = last !== undefined && now - last.at < ONE && now >= last.at;
  const kept: Kept = {
    compactions: again
      ? earlier
      : [...earlier, { at: now, trigger: typeof trigger === "string" ? oneLine(trigger, 20) : "not said" }]
        .slice(
          -COMPACTIONS_KEPT,
        ),
    instructions: typeof instructions === "string" && instructions.trim() !== ""
      ? keepable(instructions, 300)
      : undefined,
    worktree: worktreeOf(moment),
    branch: branchOf(root, os),
    asked: digest?.asked.slice(-5) ?? [],
    files: digest?.files.slice(-30).map(([path]) => path) ?? [],
    fileCount: digest?.files.length ?? 0,
    commands: digest?.commands ?? [],
    errors: digest?.errors.map(({ text }) => text) ?? [],
    decisions: digest?.decisions ?? [],
    tasks: digest === undefined ? [] : openTasks(digest.tasks),
  };
  writeSnapshot(file, kept);
  writeRecord(moment);
}

/** The part of the session start after a compaction; undefined where nothing was kept. */
export function keptState(moment: Moment): string | undefined {
  const kept = readKept(moment);
  const last = kept?.compactions.at(-1);
  if (kept === undefined || last === undefined || Math.abs(moment.now - last.at) > BELONGS) return undefined;
  // The same id in another worktree would be a copy of the session.
  if (kept.worktree !== worktreeOf(moment)) return undefined;
  const more = kept.fileCount - kept.files.length;
  const sections = [
    list("Asked last", kept.asked),
    kept.instructions === undefined ? [] : [`To be kept, as the operator said: ${kept.instructions}`],
    list("Open tasks", kept.tasks),
    list("Decisions", kept.decisions),
    list("Errors that were not solved", kept.errors),
    list(more > 0 ? `Files changed (and ${more} more before)` : "Files changed", kept.files),
    list("Commands run last", kept.commands),
  ].flat();
  const head = wholeMessage(moment, "compaction-state");
  if (sections.length === 0 || head === undefined) return undefined;
  const lines = [head, "", ...(kept.branch === undefined ? [] : [`Branch: ${kept.branch}`]), ...sections];
  return fitted(lines, MOST);
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${oneLine(item, 300)}`)];
}

function fitted(lines: readonly string[], most: number): string {
  let text = "";
  for (const line of lines) {
    if (text.length + line.length + 1 > most) return `${text}[Cut here: the rest did not fit.]`;
    text += `${line}\n`;
  }
  return text.trimEnd();
}
