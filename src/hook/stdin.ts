/** Standard input of a hook: read until the JSON value ends. */
import { asInput, parseJson } from "./payload.ts";
import type { Input } from "./request.ts";

/** A read that was started early: its bytes come at the start of `buffer`. */
export interface EarlyRead {
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly first: Promise<number | null>;
}

/** Where bytes come from. */
export interface Source {
  read(into: Uint8Array): Promise<number | null>;
  isTerminal(): boolean;
}

/** Bounds in milliseconds and bytes. */
export interface ReadLimits {
  /** Nothing at all has come. */
  readonly first: number;
  /** Nothing more has come. */
  readonly idle: number;
  readonly total: number;
  readonly bytes: number;
}

/**
 * Well before the ten seconds that a harness grants an entry. A slow but honest writer is waited for, and on a machine
 * that is overloaded a harness may need seconds before it writes at all.
 */
export const READ_LIMITS: ReadLimits = { first: 4_000, idle: 2_500, total: 5_000, bytes: 256 * 1024 * 1024 };

/** A value that seems complete is tried at once when so little time brings nothing more. */
const QUIET = 40;
const CHUNK = 64 * 1024;

/**
 * Reads one JSON value from `source`. Harnesses are known that never close standard input, so the end of the value
 * ends the reading, not the end of the file; others write slowly, so half a value is waited for within `limits`.
 */
export async function readInput(
  source: Source,
  limits: ReadLimits = READ_LIMITS,
  early?: EarlyRead,
): Promise<Input> {
  if (early === undefined && source.isTerminal()) {
    return { payload: undefined, why: "standard input is a terminal" };
  }
  let bytes = early?.buffer ?? new Uint8Array(CHUNK);
  let pending = early?.first;
  let size = 0;
  // A value is tried again only after the input has doubled, so that trying stays linear in all.
  let tried = 0;
  const started = performance.now();
  for (;;) {
    if (size === bytes.length) {
      const larger = new Uint8Array(size * 2);
      larger.set(bytes);
      bytes = larger;
    }
    const reading = pending ?? source.read(bytes.subarray(size));
    pending = undefined;
    let step = await within(
      reading,
      looksComplete(bytes, size) ? QUIET : size === 0 ? limits.first : limits.idle,
    );
    if (step === LATE && looksComplete(bytes, size)) {
      const parsed = parseJson(bytes.subarray(0, size));
      if (parsed !== undefined) return asInput(parsed, size);
      step = await within(reading, limits.idle);
    }
    if (step === null || step === 0) return asInput(parseJson(bytes.subarray(0, size)), size);
    if (step === LATE || performance.now() - started > limits.total || size > limits.bytes) {
      return {
        payload: undefined,
        why: size === 0 ? "no payload came on standard input" : "the payload did not end",
      };
    }
    size += step;
    if (looksComplete(bytes, size) && size >= tried * 2) {
      const parsed = parseJson(bytes.subarray(0, size));
      if (parsed !== undefined) return asInput(parsed, size);
      tried = size;
    }
  }
}

const LATE = Symbol("late");

/**
 * The value of `promise`, or {@link LATE} after so many milliseconds. A harness writes its payload before we run, so
 * one turn of the event loop nearly always brings it; a timer, whose machinery takes milliseconds to load in newer
 * versions of Deno, is only started where it does not.
 */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | typeof LATE> {
  let settled = false;
  promise.then(() => settled = true, () => settled = true);
  await oneTurn();
  if (settled) return await promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Lets the event loop look once for what has come in, by an operation that takes almost no time: of all that is told
 * asynchronously, a path is told with the least code.
 */
async function oneTurn(): Promise<void> {
  try {
    await Deno.realPath("/");
  } catch {
    // An operation that fails serves as well.
  }
}

/** Whether the last character could end a payload: no harness sends anything but an object. */
function looksComplete(bytes: Uint8Array, size: number): boolean {
  let end = size - 1;
  while (
    end >= 0 && (bytes[end] === 0x0a || bytes[end] === 0x0d || bytes[end] === 0x20 || bytes[end] === 0x09)
  ) end--;
  return end >= 0 && (bytes[end] === 0x7d || bytes[end] === 0x5d);
}
