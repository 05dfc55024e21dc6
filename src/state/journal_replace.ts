/** Replaces a journal by what it adds up to, while others may be writing to it. */
import { writeAll } from "../base/atomic.ts";
import { readPart } from "../base/read_part.ts";

/** A replacement that has not come to its end after so long, in milliseconds, was given up. */
const GIVEN_UP = 60_000;
/**
 * One that takes longer than `LATE` milliseconds is not brought to its end: the process was held up, and others wait for
 * it no longer than `PATIENCE`, with looks every `WAIT`.
 */
const LATE = 500;
const PATIENCE = 2_000;
const WAIT = 1;
/** So many files may be replaced while somebody writes one record. */
const MOST_PREDECESSORS = 8;
const LONGEST_BEGIN = 64 * 1024;
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

/** Whether an open file can be told from the one that took its place. On Windows it cannot. */
export function canBeReplaced(file: Deno.FsFile): boolean {
  return file.statSync().ino !== null;
}

/**
 * Replaces the journal at `path`, open as `file`, by one that begins with `state`, which holds up to the offset `at`;
 * what others have written behind that is taken along.
 *
 * @returns false where it stays as it is: somebody else is at it, or was
 * @throws what the file system throws
 */
export function replaceJournal(path: string, file: Deno.FsFile, at: number, state: unknown): boolean {
  const next = `${path}.next`;
  const begun = Date.now();
  const created = createNext(next);
  if (created === undefined) return false;
  let replaced = false;
  try {
    using replacement = created;
    const { ino, size } = file.statSync();
    // Whoever was faster is done by now.
    if (Deno.lstatSync(path).ino !== ino) return false;
    const rest = withoutSummaries(readPart(file, at, size));
    const gone = [...predecessors(file), [ino, size]].slice(-MOST_PREDECESSORS);
    const begin = `${JSON.stringify({ upTo: 0, state, gone })}\n`;
    writeAll(replacement, new TextEncoder().encode(begin));
    writeAll(replacement, rest);
    if (Date.now() - begun > LATE) return false;
    Deno.renameSync(next, path);
    replaced = true;
    return true;
  } finally {
    if (!replaced) remove(next);
  }
}

function remove(next: string): void {
  try {
    Deno.removeSync(next);
  } catch {
    // It is gone already.
  }
}

/** A summary speaks of places in the file that it stands in. */
function withoutSummaries(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  if (!text.includes('{"upTo"')) return bytes;
  const lines = text.split("\n").filter((line) => !line.startsWith('{"upTo"'));
  return new TextEncoder().encode(lines.join("\n"));
}

/** The file that is about to take the place; undefined while another process makes one. */
function createNext(next: string): Deno.FsFile | undefined {
  try {
    return Deno.openSync(next, { append: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    removeGivenUp(next);
    return undefined;
  }
}

function removeGivenUp(next: string): void {
  try {
    if (ageOf(next) > GIVEN_UP) Deno.removeSync(next);
  } catch {
    // It has come to its end.
  }
}

/** Milliseconds since something was written to the file at `path`. */
function ageOf(path: string): number {
  return Date.now() - (Deno.lstatSync(path).mtime?.getTime() ?? 0);
}

/** The files that were replaced before `file`, each with the offset up to which it was taken over. */
function predecessors(file: Deno.FsFile): unknown[] {
  try {
    const { size } = file.statSync();
    const text = new TextDecoder().decode(readPart(file, 0, Math.min(size, LONGEST_BEGIN)));
    const { gone } = JSON.parse(text.slice(0, text.indexOf("\n")));
    return Array.isArray(gone) ? gone : [];
  } catch {
    return [];
  }
}

/**
 * Whether the record that ends at the offset `end` of `file` is missing from the journal at `path`: it was written to
 * a file that somebody had read already, to replace it.
 */
export function wasLeftBehind(path: string, file: Deno.FsFile, end: number): boolean {
  try {
    // Before it is made nothing was read yet, and behind the renaming it is gone.
    const next = `${path}.next`;
    while (isBeingMade(next)) Atomics.wait(NOTHING, 0, 0, WAIT);
    const { ino } = file.statSync();
    if (Deno.lstatSync(path).ino === ino) return false;
    using successor = Deno.openSync(path);
    const taken = predecessors(successor).findLast((one) => Array.isArray(one) && one[0] === ino) as
      | [number, number]
      | undefined;
    return taken === undefined || end > taken[1];
  } catch {
    // It was removed, say: nothing is left to be written to.
    return false;
  }
}

function isBeingMade(next: string): boolean {
  try {
    return Math.abs(ageOf(next)) < PATIENCE;
  } catch {
    return false;
  }
}
