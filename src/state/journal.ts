/**
 * State of one session that many processes write at once, without waiting for one another: an append-only file of JSON
 * lines. Each process appends its record with one write and then reads the file: the state is what the records before
 * it add up to, so every process sees the same order and exactly one of them is, say, the eighteenth. A broken line
 * counts as absent. Now and then the file is replaced by a record of what everything in it adds up to.
 */
import { writeAll } from "../base/atomic.ts";
import { isAbsent } from "../base/errors.ts";
import { readPart } from "../base/read_part.ts";
import { type Known, recall, remember } from "./journal_memory.ts";
import { canBeReplaced, replaceJournal, wasLeftBehind } from "./journal_replace.ts";

/** How records add up. */
export interface Fold<State, Entry> {
  readonly initial: State;
  /** The state after `entry`. It must not change `state`, and must stand any entry of its type. */
  readonly add: (state: State, entry: Entry) => State;
  /** `value` as a state or an entry that this version understands, else undefined. */
  readonly asState: (value: unknown) => State | undefined;
  readonly asEntry: (value: unknown) => Entry | undefined;
}

/** A new summary is made when this many bytes follow the last one, more where the summary itself is long. */
const SUMMARY_EVERY = 8 * 1024;
const LEAST_OFTEN = 4 * SUMMARY_EVERY;
/** How much of the end is read: mostly the first is enough, and this is on the way of every tool call. */
const TAILS = [3 * SUMMARY_EVERY, 16 * SUMMARY_EVERY];
/** How often a record is written anew because somebody replaced the file meanwhile. */
const MOST_TURNS = 20;

let counter = 0;

/**
 * Appends `entry` to the journal at `path` and tells the state just before and just after it.
 *
 * @throws what the file system throws; Error where `path` is no regular file
 */
export function append<State, Entry>(
  path: string,
  entry: Entry,
  fold: Fold<State, Entry>,
): { before: State; after: State } {
  const id = `${Deno.pid}-${counter++}-${Math.floor(Math.random() * 0xffffffff).toString(36)}`;
  // The line break in front keeps a torn line of a writer that died from swallowing this record.
  const line = new TextEncoder().encode(`\n${JSON.stringify({ id, entry })}\n`);
  for (let turn = 1;; turn++) {
    const known = knownOf(path, fold);
    const file = Deno.openSync(path, { append: true, create: true, read: true, mode: 0o600 });
    try {
      writeAll(file, line);
      const tail = readTail(path, file, fold, known, id);
      const { before, after, at } = tail;
      const done = isLong(tail) && summarise(path, file, tail);
      // Before the file is long nobody replaces it, so what was written that early was seen by whoever does.
      const early = at <= tail.room;
      if (!done && !early && turn < MOST_TURNS && wasLeftBehind(path, file, at)) continue;
      return { before, after };
    } finally {
      file.close();
    }
  }
}

/** Whether there is more behind the last summary than there should be. */
function isLong({ at, summarised, room }: Tail<unknown>): boolean {
  return at - summarised > room;
}

/** Makes a summary; false where somebody else may have replaced the file meanwhile. */
function summarise<State>(path: string, file: Deno.FsFile, { at, after }: Tail<State>): boolean {
  try {
    if (canBeReplaced(file)) return replaceJournal(path, file, at, after);
  } catch {
    // The system does not let us. Then the file grows, but only its end is read.
  }
  writeAll(file, new TextEncoder().encode(`\n${JSON.stringify({ upTo: at, state: after })}\n`));
  return false;
}

/** As {@link append}, but nothing is written: for somebody who only looks on. */
export function preview<State, Entry>(
  path: string,
  entry: Entry,
  fold: Fold<State, Entry>,
): { before: State; after: State } {
  const before = peek(path, fold);
  return { before, after: fold.add(before, entry) };
}

/** The state at the end of the journal at `path`; the initial one where there is none or it cannot be read. */
export function peek<State, Entry>(path: string, fold: Fold<State, Entry>): State {
  try {
    const known = knownOf(path, fold);
    const file = Deno.openSync(path, { read: true });
    try {
      return readTail(path, file, fold, known).after;
    } finally {
      file.close();
    }
  } catch {
    return fold.initial;
  }
}

/** What is known of the journal before it is touched. @throws Error where something else lies in its place */
function knownOf<State, Entry>(path: string, fold: Fold<State, Entry>): Known<State> | undefined {
  try {
    const info = Deno.lstatSync(path);
    if (!info.isFile) throw new Error(`${path} is not a regular file, so it is left alone`);
    return recall(path, fold, info);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

interface Tail<State> {
  readonly before: State;
  readonly after: State;
  /** Where the record ends, or the last one that was read. */
  readonly at: number;
  /** Where the last summary ends, and how much may follow it before there is a new one. */
  readonly summarised: number;
  readonly room: number;
}

/** Folds the file up to the record `id` (its end without one). */
function readTail<State, Entry>(
  path: string,
  file: Deno.FsFile,
  fold: Fold<State, Entry>,
  known: Known<State> | undefined,
  id?: string,
): Tail<State> {
  const info = file.statSync();
  const further = known === undefined ? undefined : foldOn(file, known, info.size, fold, id);
  const tail = further ?? readEnd(file, info.size, fold, id);
  remember(path, fold, info, { ...tail, state: tail.after });
  return tail;
}

/** Goes on where this process has read before; undefined where the record does not come behind that. */
function foldOn<State, Entry>(
  file: Deno.FsFile,
  known: Known<State>,
  size: number,
  fold: Fold<State, Entry>,
  id: string | undefined,
): Tail<State> | undefined {
  const lines = linesOf(readPart(file, known.at, size), known.at);
  const { found, ...folded } = foldLines(lines, { state: known.state, at: known.at }, fold, id);
  return found ? { ...folded, summarised: known.summarised, room: known.room } : undefined;
}

/** Folds from the last summary. */
function readEnd<State, Entry>(
  file: Deno.FsFile,
  size: number,
  fold: Fold<State, Entry>,
  id: string | undefined,
): Tail<State> {
  for (const length of TAILS) {
    const start = Math.max(0, size - length);
    const lines = linesOf(readPart(file, start, size), start);
    const summary = lastSummary(lines, start, fold);
    const summarised = summary?.upTo ?? 0;
    const from = { state: summary?.state ?? fold.initial, at: summarised };
    const { found, ...folded } = foldLines(lines, from, fold, id);
    // Without a summary the state lies further back; what is not in the longest tail is too old to count.
    if ((found && summary !== undefined) || start === 0 || length === TAILS.at(-1)) {
      const room = Math.min(LEAST_OFTEN, Math.max(SUMMARY_EVERY, 2 * (summary?.length ?? 0)));
      return { ...folded, summarised, room };
    }
  }
  throw new Error("a journal has a tail");
}

/** Adds to a state that holds up to an offset what follows there, up to the record `id`. */
function foldLines<State, Entry>(
  lines: readonly Line[],
  from: { readonly state: State; readonly at: number },
  fold: Fold<State, Entry>,
  id: string | undefined,
): { before: State; after: State; at: number; found: boolean } {
  let { state, at } = from;
  let before = state;
  for (const line of lines) {
    if (line.offset < from.at) continue;
    at = line.offset + line.bytes.length + 1;
    const record = parseLine(line);
    if (typeof record?.id !== "string") continue;
    const entry = fold.asEntry(record.entry);
    if (entry === undefined) continue;
    before = state;
    state = fold.add(state, entry);
    if (record.id === id) return { before, after: state, at, found: true };
  }
  return { before, after: state, at, found: id === undefined };
}

interface Line {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The lines that are not empty; what follows the last line break is torn. */
function linesOf(bytes: Uint8Array, start: number): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    if (end > from) lines.push({ offset: start + from, bytes: bytes.subarray(from, end) });
    from = end + 1;
  }
  return lines;
}

interface Summary<State> {
  readonly upTo: number;
  readonly state: State;
  readonly length: number;
}

/** The last summary whose records all lie behind `start`. */
function lastSummary<State, Entry>(
  lines: readonly Line[],
  start: number,
  fold: Fold<State, Entry>,
): Summary<State> | undefined {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    // `{"u`: only a summary begins like that, and most lines are none.
    if (line.bytes[2] !== 0x75) continue;
    const record = parseLine(line);
    if (typeof record?.upTo !== "number" || record.upTo < start) continue;
    const state = fold.asState(record.state);
    if (state !== undefined) return { upTo: record.upTo, state, length: line.bytes.length };
  }
  return undefined;
}

const decoder = new TextDecoder();

/** The value of a line; undefined for a torn or foreign one. */
function parseLine(
  { bytes }: Line,
): { id?: unknown; entry?: unknown; upTo?: unknown; state?: unknown } | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) ?? undefined;
  } catch {
    return undefined;
  }
}
