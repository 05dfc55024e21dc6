/** Who may come in, and what they are answered. */
import type { Head } from "./head.ts";

/** An answer. */
export interface Answer {
  readonly status: number;
  /** Undefined: there is nothing to say. */
  readonly body?: string;
  readonly type?: string;
  /** The connection ends with it. */
  readonly last?: boolean;
}

/** What a request is let in for. */
export interface Admission {
  /** Whether the sender has shown that it knows the token. */
  readonly proven: boolean;
  /** The largest body in bytes. */
  readonly most: number;
  /** What the answer may take, in milliseconds. */
  readonly time: number;
  readonly answer: (body: Uint8Array) => Promise<Answer>;
}

/** Looks at a head, before anything of the body is read; undefined: refused. */
export type Door = (head: Head) => Admission | undefined;

/** All that a stranger hears, whatever was wrong: nothing that could be learnt from. */
export const REFUSED: Answer = { status: 404, last: true };
