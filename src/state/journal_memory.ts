/**
 * What this process has read of journals, so that the next record is added to it and the file is not read from its last
 * summary again. The file decides: what is remembered holds for as long as nobody has touched it.
 */
import { isSettled, lookOf } from "../base/look.ts";

const MOST = 64;
/** A file that was touched so lately, in milliseconds, may be touched again without looking different. */
const UNSETTLED = 50;

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
  readonly look: string;
}

const memories = new Map<string, Memory>();

/** What is known of the journal at `path`, which looks like `info`; undefined where somebody may have touched it. */
export function recall<State>(
  path: string,
  fold: { readonly initial: State },
  info: Deno.FileInfo,
): Known<State> | undefined {
  const memory = memories.get(path);
  if (memory === undefined || memory.fold !== fold || memory.look !== lookOf(info)) return undefined;
  return isSettled(info, Date.now(), UNSETTLED) ? memory as Known<State> : undefined;
}

/** Remembers what the journal at `path` adds up to, which looks like `info` now. */
export function remember<State>(
  path: string,
  fold: { readonly initial: State },
  info: Deno.FileInfo,
  { state, at, summarised, room }: Known<State>,
): void {
  // Without these one file could be taken for another.
  if (info.ino === null || info.birthtime === null) return;
  // The one that was asked for longest ago goes.
  memories.delete(path);
  if (memories.size >= MOST) memories.delete(memories.keys().next().value!);
  memories.set(path, { fold, look: lookOf(info), state, at, summarised, room });
}
