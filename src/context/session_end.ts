/** Closes a session in words, once, where the operator wants it. */
import { isObject } from "../base/json.ts";
import { append, type Fold, preview } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import { wholeMessage } from "./message.ts";
import type { Moment, Speech } from "./moment.ts";

/** The ends of turns of one session. */
export interface Ends {
  readonly stops: number;
  readonly emitted: boolean;
  readonly speaks: boolean;
}

/** How they add up: the first end at or after the threshold speaks, once. */
export const endsFold: Fold<Ends, { readonly from: number }> = {
  initial: { stops: 0, emitted: false, speaks: false },
  add(ends, { from }) {
    const stops = ends.stops + 1;
    const speaks = !ends.emitted && stops >= from;
    return { stops, emitted: ends.emitted || speaks, speaks };
  },
  asState(value) {
    if (!isObject(value)) return undefined;
    const { stops = 0, emitted = false } = value;
    return typeof stops === "number" && typeof emitted === "boolean"
      ? { stops, emitted, speaks: false }
      : undefined;
  },
  asEntry(value) {
    const from = isObject(value) ? value["from"] : undefined;
    return typeof from === "number" ? { from } : undefined;
  },
};

/**
 * The session-end text: opt-in, since a text at the end of a turn makes the model take another one; at most once
 * per session, at the third end of a turn or later, never while a stop hook is already at work.
 */
export function sessionEnd(moment: Moment): Speech | undefined {
  const { event, policy, place } = moment;
  if (!policy.sessionEnd.enabled || event.payload === undefined || event.stopHookActive) return undefined;
  // A text that is missing must not use up the one time.
  const text = wholeMessage(moment, "stop");
  if (text === undefined) return undefined;
  const journal = sessionJournal(place, "session-end", event.sessionId, moment.parentPid, moment.now);
  const note = moment.dry ? preview : append;
  const { after } = note(journal, { from: policy.sessionEnd.minStops }, endsFold);
  return after.speaks ? { text } : undefined;
}
