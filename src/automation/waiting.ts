/** The files of a session that wait for the end of the turn, and what the session was told; any process may write. */
import { asString, isObject } from "../base/json.ts";
import { append, type Fold, peek } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import type { Work } from "./automation.ts";

/** A file that waits, and for which automation; `*` is every one. */
export interface Waiting {
  readonly id: string;
  readonly path: string;
}

interface State {
  readonly waiting: readonly Waiting[];
  readonly told: readonly string[];
  /** The last record was the first to tell what it tells. */
  readonly isNew: boolean;
}

type Entry =
  | { readonly add: readonly Waiting[] }
  | { readonly remove: readonly Waiting[] }
  | { readonly tell: string };

const MOST_FILES = 200;
const MOST_TOLD = 300;

const same = (a: Waiting, b: Waiting): boolean => a.id === b.id && a.path === b.path;

const fold: Fold<State, Entry> = {
  initial: { waiting: [], told: [], isNew: false },
  add(state, entry) {
    if ("tell" in entry) {
      const isNew = !state.told.includes(entry.tell);
      return { ...state, told: isNew ? [...state.told, entry.tell].slice(-MOST_TOLD) : state.told, isNew };
    }
    const given = "add" in entry ? entry.add : entry.remove;
    const others = state.waiting.filter((one) => !given.some((other) => same(one, other)));
    return {
      ...state,
      waiting: "add" in entry ? [...others, ...given].slice(-MOST_FILES) : others,
      isNew: false,
    };
  },
  asState(value) {
    if (!isObject(value) || !Array.isArray(value["told"])) return undefined;
    const waiting = asWaiting(value["waiting"]);
    const told = value["told"].filter((one) => typeof one === "string");
    return waiting === undefined ? undefined : { waiting, told, isNew: false };
  },
  asEntry(value) {
    if (!isObject(value)) return undefined;
    const tell = asString(value["tell"]);
    if (tell !== undefined) return { tell };
    const add = asWaiting(value["add"]);
    if (add !== undefined) return { add };
    const remove = asWaiting(value["remove"]);
    return remove === undefined ? undefined : { remove };
  },
};

function asWaiting(value: unknown): Waiting[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((one): one is Waiting =>
    isObject(one) && ["id", "path"].every((key) => asString(one[key]) !== undefined)
  );
}

function journalOf({ place, event, parentPid, clock }: Work): string {
  return sessionJournal(place, "automation", event.sessionId, parentPid, clock());
}

/**
 * Lets `paths` wait for the automation `id`; what waits already is not written again. Without a place for state nothing
 * waits: what works at once still does.
 */
export function rememberFiles(work: Work, id: string, paths: readonly string[]): void {
  try {
    remember(journalOf(work), id, paths);
  } catch {
    // A full or read-only disk.
  }
}

function remember(journal: string, id: string, paths: readonly string[]): void {
  const { waiting } = peek(journal, fold);
  const add = paths.map((path) => ({ id, path })).filter((one) => !waiting.some((other) => same(one, other)));
  if (add.length > 0) append(journal, { add }, fold);
}

/** What waits, oldest first. */
export function waitingFiles(work: Work): readonly Waiting[] {
  try {
    return peek(journalOf(work), fold).waiting;
  } catch {
    return [];
  }
}

/** Takes `waiting` off the list. */
export function forgetFiles(work: Work, waiting: readonly Waiting[]): void {
  append(journalOf(work), { remove: waiting }, fold);
}

/** Whether `text` is said for the first time in this session; it counts as said from now on. */
export function tellsFirst(work: Work, text: string): boolean {
  try {
    const journal = journalOf(work);
    const tell = text.slice(0, 400);
    if (peek(journal, fold).told.includes(tell)) return false;
    return append(journal, { tell }, fold).after.isNew;
  } catch {
    // Without a place for state, twice is better than never.
    return true;
  }
}
