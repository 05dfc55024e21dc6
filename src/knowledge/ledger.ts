/**
 * What the model of one session and agent already has: a journal to which every event appends what it sends, so that
 * nothing is sent twice however many events run at once. An edited item counts as new.
 */
import type { Surroundings } from "../base/folders.ts";
import { isObject } from "../base/json.ts";
import type { Event } from "../contract/event.ts";
import { append, type Fold, peek } from "../state/journal.ts";
import { fingerprint } from "../state/key.ts";
import { sessionJournal } from "../state/session.ts";
import type { Item } from "./item.ts";

/** The folder of the journals below the state folder. */
export const LEDGERS = "knowledge";

/** Marks of what was sent. */
export type Sent = ReadonlySet<string>;

/** One event: marks of what it sends, or that the model holds nothing any more. */
export type LedgerEntry = { readonly sent: readonly string[] } | { readonly cleared: true };

/** More are forgotten, oldest first: far more than a context holds. */
const MOST_MARKS = 3_000;
const MARK = /^[0-9a-f]{16}$/;

const isMarks = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((mark) => typeof mark === "string" && MARK.test(mark));

/** A set that is written as an object, since JSON has no sets. */
class Marks extends Set<string> {
  toJSON(): { marks: string[] } {
    return { marks: [...this] };
  }
}

/** How entries add up. */
export const ledgerFold: Fold<Sent, LedgerEntry> = {
  initial: new Marks(),
  add(sent, entry) {
    if ("cleared" in entry) return new Marks();
    return new Marks([...sent, ...entry.sent].slice(-MOST_MARKS));
  },
  asState(value) {
    const marks = isObject(value) ? value["marks"] : undefined;
    return isMarks(marks) ? new Marks(marks) : undefined;
  },
  asEntry(value) {
    if (!isObject(value)) return undefined;
    if (value["cleared"] === true) return { cleared: true };
    return isMarks(value["sent"]) ? { sent: value["sent"] } : undefined;
  },
};

/** The mark of an item's body. */
export function bodyMark(item: Item): string {
  return fingerprint(`body\n${item.id}\n${item.hash}`);
}

/** The mark of an item's name, told for the paths that `glob` covers. */
export function titleMark(item: Item, glob: string): string {
  return fingerprint(`title\n${item.id}\n${item.hash}\n${item.summary}\n${glob}`);
}

/** Whose ledger it is. */
export interface Reader {
  readonly event: Event;
  readonly place: Surroundings;
  readonly parentPid: number;
  readonly now: number;
}

/** The journal of the session; a sub-agent has a context, and so a ledger, of its own. */
function ledgerFile({ event, place, parentPid, now }: Reader): string {
  const { sessionId, agentId } = event;
  const id = agentId === undefined || agentId === "" ? sessionId : `${sessionId ?? ""}/${agentId}`;
  return sessionJournal(place, LEDGERS, id, parentPid, now);
}

/** What was sent so far; nothing where that cannot be known. */
export function readLedger(reader: Reader): Sent {
  try {
    return peek(ledgerFile(reader), ledgerFold);
  } catch {
    return ledgerFold.initial;
  }
}

/**
 * Records `marks` as sent and returns those that are this event's to send: what another event has recorded meanwhile
 * is not. Without a place for state all are.
 */
export function claimMarks(reader: Reader, marks: readonly string[]): Sent {
  if (marks.length === 0) return new Set();
  try {
    const { before } = append(ledgerFile(reader), { sent: marks }, ledgerFold);
    return new Set(marks.filter((mark) => !before.has(mark)));
  } catch {
    return new Set(marks);
  }
}

/** The model has lost what it was sent: after a compaction or a clear. */
export function clearLedger(reader: Reader): void {
  try {
    const file = ledgerFile(reader);
    if (peek(file, ledgerFold).size > 0) append(file, { cleared: true }, ledgerFold);
  } catch {
    // No state, nothing to forget.
  }
}
