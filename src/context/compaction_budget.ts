/** When the compaction notice speaks: the sum of one session's readings and counts. */
import { isObject } from "../base/json.ts";
import type { Fold } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import type { Moment } from "./moment.ts";

/** At most so many notices between two compactions. */
const NOTICES = 2;

/** Where a session stands in its present cycle. */
export interface Budget {
  readonly notices: number;
  /** The highest reading of the cycle, in tokens. */
  readonly peak: number;
  /** The thresholds that have spoken. */
  readonly spoken: readonly number[];
  /** Since the last notice, where there is no transcript. */
  readonly calls: number;
  readonly bytes: number;
  /** Whether the last entry is one that speaks. */
  readonly speaks: boolean;
}

/** One tool call: a reading of the transcript, or a count where there is none; or a compaction that we were told of. */
export type BudgetEntry =
  | { readonly tokens: number; readonly at: readonly number[]; readonly drop: number; readonly least: number }
  | { readonly bytes: number; readonly callLimit: number; readonly byteLimit: number }
  | { readonly compacted: true };

const FRESH: Budget = { notices: 0, peak: 0, spoken: [], calls: 0, bytes: 0, speaks: false };

/** A single answer of any size says little about the context, so bytes count only from this many calls on. */
const LEAST_CALLS = 3;

function add(budget: Budget, entry: BudgetEntry): Budget {
  if ("compacted" in entry) return FRESH;
  if ("tokens" in entry) {
    const dropped = budget.peak >= entry.least && entry.tokens < budget.peak * entry.drop;
    const cycle = dropped ? FRESH : budget;
    const passed = entry.at.filter((threshold) =>
      entry.tokens >= threshold && !cycle.spoken.includes(threshold)
    );
    const speaks = passed.length > 0 && cycle.notices < NOTICES;
    return {
      ...cycle,
      peak: Math.max(cycle.peak, entry.tokens),
      spoken: speaks ? [...cycle.spoken, ...passed] : cycle.spoken,
      notices: cycle.notices + (speaks ? 1 : 0),
      speaks,
    };
  }
  const calls = budget.calls + 1;
  const bytes = budget.bytes + entry.bytes;
  const full = calls >= entry.callLimit || (bytes >= entry.byteLimit && calls >= LEAST_CALLS);
  const speaks = full && budget.notices < NOTICES;
  return full
    ? { ...budget, calls: 0, bytes: 0, notices: budget.notices + (speaks ? 1 : 0), speaks }
    : { ...budget, calls, bytes, speaks: false };
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** How the entries of a session add up. */
export const budgetFold: Fold<Budget, BudgetEntry> = {
  initial: FRESH,
  add,
  asState(value) {
    if (!isObject(value)) return undefined;
    const { notices = 0, peak = 0, spoken = [], calls = 0, bytes = 0 } = value;
    if (![notices, peak, calls, bytes].every(isCount) || !Array.isArray(spoken) || !spoken.every(isCount)) {
      return undefined;
    }
    return { notices, peak, spoken, calls, bytes, speaks: false } as Budget;
  },
  asEntry(value) {
    if (!isObject(value)) return undefined;
    if (value["compacted"] === true) return { compacted: true };
    const { tokens, at, drop, least, bytes, callLimit, byteLimit } = value;
    if (isCount(tokens) && Array.isArray(at) && at.every(isCount) && isCount(drop) && isCount(least)) {
      return { tokens, at, drop, least };
    }
    return isCount(bytes) && isCount(callLimit) && isCount(byteLimit)
      ? { bytes, callLimit, byteLimit }
      : undefined;
  },
};

/** The journal of the session's readings. */
export function compactionJournal({ place, event, parentPid, now }: Moment): string {
  return sessionJournal(place, "proactive-compaction", event.sessionId, parentPid, now);
}
