/** The bytes that come in on one connection: heads and bodies, one behind the other. */
import { type Head, HeadReader, LONGEST_HEAD } from "./head.ts";

/** Where bytes come from. */
export interface ByteSource {
  read(into: Uint8Array): Promise<number | null>;
}

/** Why there is no body. `broken`: it ended early, or is not what it says it is. */
export type NoBody = "too large" | "broken";

const LONGEST_LINE = 1_024;
const MOST_TRAILERS = 4 * 1024;
const FIRST_ROOM = 64 * 1024;
const CR = 13;
const LF = 10;

/** A connection as a sequence of requests. */
export class Incoming {
  readonly #source: ByteSource;
  readonly #buffer = new Uint8Array(LONGEST_HEAD);
  readonly #heads = new HeadReader();
  #start = 0;
  #end = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** The next head; "ended" where nobody asks anything more, undefined where what comes is no head. */
  async head(): Promise<Head | "ended" | undefined> {
    let seen = this.#start;
    for (;;) {
      const end = this.#emptyLine(seen);
      if (end >= 0) {
        const head = this.#heads.read(this.#buffer.subarray(this.#start, end));
        this.#start = end + 4;
        return head;
      }
      const known = this.#end - this.#start;
      if (!await this.#fill()) return known === 0 ? "ended" : undefined;
      seen = Math.max(this.#start, this.#start + known - 3);
    }
  }

  /** The body of `head`, of `most` bytes at most. */
  async body(head: Head, most: number): Promise<Uint8Array | NoBody> {
    if (head.length === "chunked") return await this.#chunked(most);
    if (head.length > most) return "too large";
    const body = new Uint8Array(head.length);
    return await this.#into(body, 0) ? body : "broken";
  }

  /** Reads on and keeps nothing, until `most` bytes or the end: so that an answer reaches one who still writes. */
  async drain(most: number): Promise<void> {
    for (let read = this.#end - this.#start; read < most;) {
      const step = await this.#source.read(this.#buffer);
      if (step === null) return;
      read += step;
    }
  }

  #emptyLine(from: number): number {
    for (let at = this.#buffer.indexOf(CR, from); at >= 0 && at + 3 < this.#end;) {
      if (this.#buffer[at + 1] === LF && this.#buffer[at + 2] === CR && this.#buffer[at + 3] === LF) {
        return at;
      }
      at = this.#buffer.indexOf(CR, at + 1);
    }
    return -1;
  }

  /** Brings more bytes; false at the end, and where no more fit. */
  async #fill(): Promise<boolean> {
    if (this.#start > 0) {
      this.#buffer.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    if (this.#end === this.#buffer.length) return false;
    const step = await this.#source.read(this.#buffer.subarray(this.#end));
    if (step === null || step === 0) return false;
    this.#end += step;
    return true;
  }

  /** Fills `target` from `at` on. */
  async #into(target: Uint8Array, at: number): Promise<boolean> {
    const there = Math.min(this.#end - this.#start, target.length - at);
    target.set(this.#buffer.subarray(this.#start, this.#start + there), at);
    this.#start += there;
    for (let filled = at + there; filled < target.length;) {
      const step = await this.#source.read(target.subarray(filled));
      if (step === null || step === 0) return false;
      filled += step;
    }
    return true;
  }

  async #line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffer.subarray(0, this.#end).indexOf(LF, this.#start);
      if (end >= 0) {
        if (end === this.#start || this.#buffer[end - 1] !== CR) return undefined;
        const line = new TextDecoder("latin1").decode(this.#buffer.subarray(this.#start, end - 1));
        this.#start = end + 1;
        return line;
      }
      if (this.#end - this.#start > LONGEST_LINE || !await this.#fill()) return undefined;
    }
  }

  async #chunked(most: number): Promise<Uint8Array | NoBody> {
    let body = new Uint8Array(Math.min(most, FIRST_ROOM));
    let size = 0;
    for (;;) {
      const line = await this.#line();
      const digits = /^([0-9a-fA-F]{1,8})(?:[ \t]*;.{0,200})?$/.exec(line ?? "")?.[1];
      if (digits === undefined) return "broken";
      const length = parseInt(digits, 16);
      if (length === 0) return await this.#trailers() ? body.subarray(0, size) : "broken";
      if (size + length > most) return "too large";
      if (size + length > body.length) {
        const larger = new Uint8Array(Math.min(most, Math.max(size + length, body.length * 2)));
        larger.set(body.subarray(0, size));
        body = larger;
      }
      if (!await this.#into(body.subarray(0, size + length), size) || await this.#line() !== "") {
        return "broken";
      }
      size += length;
    }
  }

  async #trailers(): Promise<boolean> {
    for (let size = 0; size <= MOST_TRAILERS;) {
      const line = await this.#line();
      if (line === undefined) return false;
      if (line === "") return true;
      size += line.length;
    }
    return false;
  }
}
