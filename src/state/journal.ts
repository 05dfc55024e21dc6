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

/** A new summary is written when this many bytes follow the last one; twice as many are read at most. */
const SUMMARY_EVERY = 32 * 1024;
const LONGEST_TAIL = 4 * SUMMARY_EVERY;

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
    const { before, after, size, summarised } = readTail(file, fold, id);
    if (size - summarised > SUMMARY_EVERY) {
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
  summarised: number;
}

/** Folds the file up to the record `id` (its end without one). */
function readTail<State, Entry>(file: Deno.FsFile, fold: Fold<State, Entry>, id?: string): Tail<State> {
  const size = file.statSync().size;
  const start = Math.max(0, size - LONGEST_TAIL);
  file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(size - start);
  let filled = 0;
  while (filled < bytes.length) {
    const step = file.readSync(bytes.subarray(filled));
    if (step === null) break;
    filled += step;
  }
  const lines = linesOf(bytes.subarray(0, filled), start);
  const summary = lines.findLast((line) =>
    line.upTo !== undefined && line.upTo >= start && fold.asState(line.state) !== undefined
  );
  let state = summary === undefined ? fold.initial : fold.asState(summary.state)!;
  const from = summary?.upTo ?? 0;
  let before = state;
  for (const line of lines) {
    if (line.offset < from || line.id === undefined) continue;
    const entry = fold.asEntry(line.entry);
    if (entry === undefined) continue;
    before = state;
    state = fold.add(state, entry);
    if (line.id === id) break;
  }
  return { before, after: state, size, summarised: from };
}

interface Line {
  offset: number;
  id?: string;
  entry?: unknown;
  upTo?: number;
  state?: unknown;
}

function linesOf(bytes: Uint8Array, start: number): Line[] {
  const lines: Line[] = [];
  const decoder = new TextDecoder();
  let from = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== 10) continue;
    if (index > from) {
      try {
        const value = JSON.parse(decoder.decode(bytes.subarray(from, index)));
        if (typeof value?.id === "string" || typeof value?.upTo === "number") {
          lines.push({ ...value, offset: start + from });
        }
      } catch {
        // A torn or foreign line.
      }
    }
    from = index + 1;
  }
  return lines;
}
