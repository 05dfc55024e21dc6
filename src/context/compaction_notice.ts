/** Asks the model to save its state while the context is still whole. */
import { append, peek, preview } from "../state/journal.ts";
import { type BudgetEntry, budgetFold, compactionJournal } from "./compaction_budget.ts";
import { wholeMessage } from "./message.ts";
import type { Moment, Speech } from "./moment.ts";
import { contextTokens } from "./transcript.ts";
import { windowFor } from "./window.ts";

const ID = "posttooluse-proactive-compaction";

const NOTICE_SHARES = [0.6, 0.8];
const DROP_RATIO = 0.5;
const LEAST_PEAK = 20_000;
const CALLS = 18;
const BYTES = 20_000;

/** UTF-8 length of what the tool answered, as text or as JSON. */
function responseBytes(response: unknown): number {
  if (response === undefined) return 0;
  const text = typeof response === "string" ? response : JSON.stringify(response) ?? "";
  return new TextEncoder().encode(text).length;
}

/**
 * At most two notices between two compactions: at 60 % and 80 % of the window by the transcript's usage records;
 * without a transcript after so many calls or bytes of output. Never a block: compacting is the operator's act.
 */
export function compactionNotice(moment: Moment): Speech | undefined {
  const { event, policy } = moment;
  // A sub-agent's context is not the one that fills up here.
  if (!policy.compaction.enabled || event.payload === undefined || event.agentId !== undefined) {
    return undefined;
  }
  // A notice that could not be given must not be counted. Most calls count nothing, so nothing is read for them.
  const canSpeak = () => wholeMessage(moment, ID) !== undefined;
  const note = moment.dry ? preview : append;
  const settings = policy.compaction;
  const tokens = event.transcriptPath === undefined || event.transcriptPath === ""
    ? undefined
    : contextTokens(event.transcriptPath);
  if (tokens === undefined) {
    if (!canSpeak()) return undefined;
    const entry: BudgetEntry = {
      bytes: responseBytes(event.toolResponse),
      callLimit: settings.calls ?? CALLS,
      byteLimit: settings.bytes ?? BYTES,
    };
    const { before, after } = note(compactionJournal(moment), entry, budgetFold);
    if (!after.speaks) return undefined;
    return {
      values: { calls: before.calls + 1, bytes: before.bytes + entry.bytes, notice: after.notices },
      tellOperator: true,
    };
  }
  const window = windowFor(tokens, settings.window);
  const entry: BudgetEntry = {
    tokens,
    at: settings.noticeAt ?? NOTICE_SHARES.map((share) => share * window),
    drop: settings.dropRatio ?? DROP_RATIO,
    least: settings.leastPeak ?? LEAST_PEAK,
  };
  const journal = compactionJournal(moment);
  // A reading that changes nothing is not written: most calls of one answer see the same number.
  const present = peek(journal, budgetFold);
  const next = budgetFold.add(present, entry);
  if (!next.speaks && next.peak === present.peak && next.notices === present.notices) return undefined;
  if (!canSpeak()) return undefined;
  const { after } = note(journal, entry, budgetFold);
  if (!after.speaks) return undefined;
  const percent = Math.round(tokens / window * 100);
  return { values: { tokens, window, percent, notice: after.notices }, tellOperator: true };
}
