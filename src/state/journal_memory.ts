/**
 * What this process has read of journals, so that the next record is added to it and the file is not read from its last
 * summary again. The file decides: what is remembered holds for the bytes up to an offset, which nobody changes.
 */

const MOST = 256;

/** What a journal adds up to, up to an offset. */
export interface Known<State> {
  readonly state: State;
  readonly at: number;
  /** Where the last summary ends, and how much may follow it before there is a new one. */
  readonly summarised: number;
  readonly room: number;
}

interface Memory extends Known<unknown> {
  readonly fold: object;
  readonly file: string;
}

const memories = new Map<string, Memory>();

/** What is known of the journal at `path`, open as `file`; undefined where it is another file by now, or shorter. */
export function recall<State>(
  path: string,
  fold: { readonly initial: State },
  file: Deno.FileInfo,
): Known<State> | undefined {
  const memory = memories.get(path);
  return memory !== undefined && memory.fold === fold && memory.file === nameOf(file) &&
      memory.at <= file.size
    ? memory as Known<State>
    : undefined;
}

/** Remembers what the journal at `path` adds up to. */
export function remember<State>(
  path: string,
  fold: { readonly initial: State },
  file: Deno.FileInfo,
  { state, at, summarised, room }: Known<State>,
): void {
  const name = nameOf(file);
  if (name === undefined) return;
  // The one that was asked for longest ago goes.
  memories.delete(path);
  if (memories.size >= MOST) memories.delete(memories.keys().next().value!);
  memories.set(path, { fold, file: name, state, at, summarised, room });
}

/** Tells a file from every other, also from a later one with the same number; undefined where that cannot be told. */
function nameOf({ dev, ino, birthtime }: Deno.FileInfo): string | undefined {
  return ino === null || birthtime === null ? undefined : `${dev} ${ino} ${birthtime.getTime()}`;
}
