/** Values made of files, for a process that meets the same files again and again. */
import { isSettled, lookOf } from "./look.ts";

const MOST = 512;
/** A file that was changed so lately, in milliseconds, may change again without looking different. */
const UNSETTLED = 2_000;

/** Keeps what was made of a file for as long as the file looks the same; it is looked at each time. */
export class KeptFiles<Value> {
  readonly #known = new Map<string, { readonly look: string; readonly value: Value }>();

  /** `make` makes the value of the file at `path`; `now` is the time in milliseconds since the epoch. */
  constructor(readonly make: (path: string) => Value, readonly now: () => number = Date.now) {}

  /** The value of the file at `path`, as the file is now. */
  of(path: string): Value {
    const look = this.#lookAt(path);
    const known = this.#known.get(path);
    if (look !== undefined && known?.look === look) return known.value;
    const value = this.make(path);
    if (look === undefined) this.#known.delete(path);
    else {
      if (this.#known.size >= MOST) this.#known.clear();
      this.#known.set(path, { look, value });
    }
    return value;
  }

  /** What tells one state of the file from another; undefined where that cannot be told. */
  #lookAt(path: string): string | undefined {
    try {
      const info = Deno.statSync(path);
      return isSettled(info, this.now(), UNSETTLED) ? lookOf(info) : undefined;
    } catch {
      return undefined;
    }
  }
}
