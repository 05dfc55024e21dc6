/** What a compaction begins anew. */
import { append, peek } from "../../state/journal.ts";
import { budgetFold, compactionJournal } from "../compaction_budget.ts";
import type { Moment } from "../moment.ts";
import { noteWindowFreed } from "../session/monitor.ts";
import { editsFold, editsJournal } from "../suggest_compact.ts";

/**
 * A compaction that we are told of starts a new cycle of notices and a new count of edits, also where there is no
 * transcript to see it in.
 */
export function noteCompaction(moment: Moment): void {
  if (moment.dry) return;
  try {
    noteWindowFreed(moment);
    const journal = compactionJournal(moment);
    if (peek(journal, budgetFold) !== budgetFold.initial) append(journal, { compacted: true }, budgetFold);
    const edits = editsJournal(moment);
    if (peek(edits, editsFold) !== editsFold.initial) append(edits, { compacted: true }, editsFold);
  } catch {
    // No state, no cycle.
  }
}
