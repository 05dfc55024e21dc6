/**
 * State of one session that many processes write at once, without a lock: an append-only file of JSON lines. Each
 * process appends its record with one write and then reads the file: the state is what the records before it add
 * up to, so every process sees the same order and exactly one of them is, say, the eighteenth. A broken line
 * counts as absent. Now and then a record says what everything up to an offset adds up to, so only the end of a
 * long file is read.
 */
import { writeAll } from "../base/atomic.ts";
import { isAbsent } from "../base/errors.ts";

/** How records add up. */
export interface Fold<State, Entry> {
  readonly initial: State;
  /** The state after `entry`. It must not change `state`, and must stand any entry of its type. */
  readonly add: (state: State, entry: Entry) => State;
  /** `value` as a state or an entry that this version understands, else undefined. */
  readonly asState: (value: unknown) => State | undefined;
  readonly asEntry: (value: unknown) => Entry | undefined;
}

/** A new summary is written when this many bytes follow the last one, more where the summary itself is long. */
const SUMMARY_EVERY = 8 * 1024;
const LEAST_OFTEN = 4 * SUMMARY_EVERY;
/** How much of the end is read: mostly the first is enough, and this is on the way of every tool call. */
const TAILS = [3 * SUMMARY_EVERY, 16 * SUMMARY_EVERY];

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
  refuseOddFile(path);
  const id = `${Deno.pid}-${counter++}-${Math.floor(Math.random() * 0xffffffff).toString(36)}`;
  const file = Deno.openSync(path, { append: true, create: true, read: true, mode: 0o600 });
  try {
    // The line break in front keeps a torn line of a writer that died from swallowing this record.
    writeAll(file, new TextEncoder().encode(`\n${JSON.stringify({ id, entry })}\n`));
    const { before, after, size, summarised, room } = readTail(file, fold, id);
    if (size - summarised > room) {
      const end = readTail(file, fold);
      writeAll(file, new TextEncoder().encode(`\n${JSON.stringify({ upTo: end.size, state: end.after })}\n`));
    }
    return { before, after };
  } finally {
    file.close();
  }
}

/** The state at the end of the journal at `path`; the initial one where there is none or it cannot be read. */
export function peek<State, Entry>(path: string, fold: Fold<State, Entry>): State {
  try {
    refuseOddFile(path);
    const file = Deno.openSync(path, { read: true });
    try {
      return readTail(file, fold).after;
    } finally {
      file.close();
    }
  } catch {
    return fold.initial;
  }
}

function refuseOddFile(path: string): void {
  try {
    if (!Deno.lstatSync(path).isFile) throw new Error(`${path} is not a regular file, so it is left alone`);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

interface Tail<State> {
  before: State;
  after: State;
  size: number;
  /** Where the last summary ends, and how much may follow it before there is a new one. */
  summarised: number;
  room: number;
}

/** Folds the file up to the record `id` (its end without one). */
function readTail<State, Entry>(file: Deno.FsFile, fold: Fold<State, Entry>, id?: string): Tail<State> {
  const size = file.statSync().size;
  for (const length of TAILS) {
    const start = Math.max(0, size - length);
    const { tail, whole } = foldFrom(file, start, size, fold, id);
    // Without a summary the state lies further back; what is not in the longest tail is too old to count.
    if (whole || start === 0 || length === TAILS.at(-1)) return tail;
  }
  throw new Error("a journal has a tail");
}

/** Folds the part from `start`; `whole` where it holds a summary to begin with, and the record. */
function foldFrom<State, Entry>(
  file: Deno.FsFile,
  start: number,
  size: number,
  fold: Fold<State, Entry>,
  id: string | undefined,
): { tail: Tail<State>; whole: boolean } {
  const lines = linesOf(readPart(file, start, size), start);
  const summary = lastSummary(lines, start, fold);
  let state = summary?.state ?? fold.initial;
  const from = summary?.upTo ?? 0;
  let before = state;
  let found = id === undefined;
  for (const line of lines) {
    if (line.offset < from) continue;
    const record = parseLine(line);
    if (typeof record?.id !== "string") continue;
    const entry = fold.asEntry(record.entry);
    if (entry === undefined) continue;
    before = state;
    state = fold.add(state, entry);
    if (record.id === id) {
      found = true;
      break;
    }
  }
  const room = Math.min(LEAST_OFTEN, Math.max(SUMMARY_EVERY, 2 * (summary?.length ?? 0)));
  return {
    tail: { before, after: state, size, summarised: from, room },
    whole: found && summary !== undefined,
  };
}

function readPart(file: Deno.FsFile, start: number, end: number): Uint8Array {
  file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const step = file.readSync(bytes.subarray(filled));
    if (step === null) break;
    filled += step;
  }
  return bytes.subarray(0, filled);
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
