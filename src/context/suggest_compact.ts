/** Suggests compacting by the number of edits: after so many, the exploration before them is seldom needed. */
import type { Surroundings } from "../base/folders.ts";
import { isObject } from "../base/json.ts";
import { setting } from "../policy/policy.ts";
import { append, type Fold, preview } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import type { Moment, Speech } from "./moment.ts";

const THRESHOLD = 50;
const LARGEST_THRESHOLD = 10_000;
/** After the threshold, again every so many edits. */
const EVERY = 25;
/** No session gets so far; a larger count is damage, and counting begins anew. */
const LARGEST_COUNT = 1_000_000;

/** The edits of one session. */
export interface Edits {
  readonly count: number;
}

/** An edit, or a compaction that we were told of. */
export type EditsEntry = { readonly edit: true } | { readonly compacted: true };

/** How they add up: one for each since the last compaction. */
export const editsFold: Fold<Edits, EditsEntry> = {
  initial: { count: 0 },
  add: ({ count }, entry) => ({ count: "compacted" in entry ? 0 : count >= LARGEST_COUNT ? 1 : count + 1 }),
  asState(value) {
    const count = isObject(value) ? value["count"] : undefined;
    return Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) <= LARGEST_COUNT
      ? { count: count as number }
      : undefined;
  },
  asEntry(value) {
    if (!isObject(value)) return undefined;
    if (value["compacted"] === true) return { compacted: true };
    return value["edit"] === true ? { edit: true } : undefined;
  },
};

/** The journal of the session's edits. */
export function editsJournal({ place, event, parentPid, now }: Moment): string {
  return sessionJournal(place, "suggest-compact", event.sessionId, parentPid, now);
}

/** At the threshold, and then every 25 edits counted from it. */
export function suggestCompact(moment: Moment): Speech | undefined {
  const journal = editsJournal(moment);
  const note = moment.dry ? preview : append;
  const { count } = note(journal, { edit: true }, editsFold).after;
  const past = count - thresholdOf(moment.place);
  return past >= 0 && past % EVERY === 0 ? { values: { count } } : undefined;
}

/** A whole number from 1 to 10,000; anything else counts as unset. */
function thresholdOf(place: Surroundings): number {
  const text = setting(place, "COMPACT_THRESHOLD") ?? place.env("COMPACT_THRESHOLD") ?? "";
  const value = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= LARGEST_THRESHOLD ? value : THRESHOLD;
}
