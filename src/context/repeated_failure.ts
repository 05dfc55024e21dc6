/** Notices that the same command fails again and again. */
import { isObject } from "../base/json.ts";
import { toolOutput } from "../contract/tool_output.ts";
import { append, type Fold, peek } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import { callKey } from "./call_key.ts";
import type { Moment, Speech } from "./moment.ts";

const TIMES = 3;
/** So many commands are remembered; the one that failed longest ago goes first. */
const MOST = 50;

/** The commands that have failed since they last succeeded. */
export interface Failures {
  readonly counts: readonly (readonly [key: string, times: number])[];
  /** How often the command of the last entry has failed in a row. */
  readonly times: number;
}

/** A command that has ended. */
export interface FailureEntry {
  readonly key: string;
  readonly failed: boolean;
}

/** How they add up: a success wipes the failures before it. */
export const failuresFold: Fold<Failures, FailureEntry> = {
  initial: { counts: [], times: 0 },
  add({ counts }, { key, failed }) {
    const before = counts.find(([other]) => other === key)?.[1] ?? 0;
    const others = counts.filter(([other]) => other !== key);
    const times = failed ? before + 1 : 0;
    return { counts: failed ? [...others, [key, times] as const].slice(-MOST) : others, times };
  },
  asState(value) {
    const counts = isObject(value) ? value["counts"] : undefined;
    return Array.isArray(counts) && counts.every(isCount) ? { counts, times: 0 } : undefined;
  },
  asEntry(value) {
    return isObject(value) && typeof value["key"] === "string" && typeof value["failed"] === "boolean"
      ? { key: value["key"], failed: value["failed"] }
      : undefined;
  },
};

function isCount(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === "string" && Number.isSafeInteger(value[1]) &&
    value[1] > 0;
}

/** At the third failure in a row, and at every third one after it. */
export function repeatedFailure(moment: Moment): Speech | undefined {
  const { event } = moment;
  // The operator has stopped it, so it has not failed.
  if (event.payload?.["is_interrupt"] === true) return undefined;
  const { failed, code } = toolOutput(event);
  const entry = { key: callKey(event), failed };
  const journal = sessionJournal(
    moment.place,
    "repeated-failure",
    event.sessionId,
    moment.parentPid,
    moment.now,
  );
  const present = peek(journal, failuresFold);
  const next = failuresFold.add(present, entry);
  // A success of what has not failed changes nothing, and most commands succeed.
  if (!failed && next.counts.length === present.counts.length) return undefined;
  const { times } = moment.dry ? next : append(journal, entry, failuresFold).after;
  return times > 0 && times % TIMES === 0 ? { values: { times, code } } : undefined;
}
