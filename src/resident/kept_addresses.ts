import { type Address, readPath } from "./address.ts";

/** A harness has a few dozen entries. */
const MOST = 256;

/** Addresses that were read before: those of a harness's entries come again and again. */
export class KeptAddresses {
  readonly #known = new Map<string, Address | undefined>();

  /** As `readPath`. */
  of(target: string): Address | undefined {
    if (this.#known.has(target)) return this.#known.get(target);
    const address = readPath(target);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(target, address);
    return address;
  }
}
