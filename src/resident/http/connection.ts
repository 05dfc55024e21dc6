/** One connection, from its first byte to its last. */
import { type Answer, type Door, REFUSED } from "./door.ts";
import type { Head } from "./head.ts";
import { Incoming } from "./incoming.ts";

/** The part of a connection that is used here. */
export interface Stream {
  read(into: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  closeWrite(): Promise<void>;
  close(): void;
}

/** How long something may take, in milliseconds. */
export interface Deadlines {
  /** A head, from the moment that the connection is there. */
  readonly head: number;
  readonly body: number;
  readonly write: number;
  /** Between two requests of a sender that knows the token. */
  readonly idle: number;
  /** For one who still writes after a refusal. */
  readonly drain: number;
}

/**
 * A body of 64 MiB takes less than a second on loopback. `idle` is longer than {@link KEPT_ALIVE}, so that it is never
 * us who close a connection at the moment in which a harness uses it again.
 */
export const DEADLINES: Deadlines = { head: 5_000, body: 10_000, write: 10_000, idle: 120_000, drain: 1_000 };

/** What is told as the time for which an idle connection can be used again, in seconds. */
const KEPT_ALIVE = 60;

const MOST_DRAINED = 1024 * 1024;

/** What the server knows of a connection while it lasts. */
export interface Life {
  /** The time at which it is cut. */
  deadline: number;
  /** Since when it waits for a request; undefined while one is being answered. */
  waiting: number | undefined;
  /** Somebody who knows the token has used it. */
  proven: boolean;
}

/** What a connection asks the server. */
export interface House {
  readonly door: Door;
  /** A clock that never jumps, in milliseconds. */
  readonly now: () => number;
  readonly deadlines: Deadlines;
  /** Whether each answer shall be its connection's last. */
  readonly isLeaving: () => boolean;
}

/** Answers what comes on `stream` until one of both sides ends it. Never throws. */
export async function serveConnection(stream: Stream, life: Life, house: House): Promise<void> {
  try {
    const incoming = new Incoming(stream);
    for (;;) {
      life.waiting = house.now();
      life.deadline = life.waiting + (life.proven ? house.deadlines.idle : house.deadlines.head);
      const head = await incoming.head();
      if (head === "ended") return;
      life.waiting = undefined;
      const answer = head === undefined ? REFUSED : await answerTo(head, incoming, stream, life, house);
      const last = answer.last === true || house.isLeaving() ||
        head?.fields.get("connection")?.toLowerCase() === "close";
      life.deadline = house.now() + house.deadlines.write;
      await writeAll(stream, asBytes(answer, last));
      if (!last) continue;
      await stream.closeWrite();
      life.deadline = house.now() + house.deadlines.drain;
      await incoming.drain(MOST_DRAINED);
      return;
    }
  } catch {
    // The other side is gone, or the time was over.
  } finally {
    close(stream);
  }
}

async function answerTo(
  head: Head,
  incoming: Incoming,
  stream: Stream,
  life: Life,
  { door, now, deadlines }: House,
): Promise<Answer> {
  const admission = door(head);
  if (admission === undefined) return REFUSED;
  const expected = head.fields.get("expect")?.toLowerCase();
  if (expected !== undefined && expected !== "100-continue") return REFUSED;
  life.deadline = now() + deadlines.body;
  if (expected !== undefined) {
    await writeAll(stream, new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n"));
  }
  const body = await incoming.body(head, admission.most);
  if (body === "too large") return admission.proven ? { status: 413, last: true } : REFUSED;
  if (body === "broken") return REFUSED;
  life.deadline = now() + admission.time;
  const answer = await admission.answer(body);
  if (admission.proven && answer !== REFUSED) life.proven = true;
  return answer;
}

/** Ends `stream`, which may have ended already. */
export function close(stream: Stream): void {
  try {
    stream.close();
  } catch {
    // It has.
  }
}

async function writeAll(stream: Stream, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await stream.write(bytes.subarray(written));
}

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  404: "Not Found",
  413: "Content Too Large",
  500: "Internal Server Error",
};

/** What most events are answered with: nothing. */
let silence: Uint8Array | undefined;

function asBytes(answer: Answer, last: boolean): Uint8Array {
  return answer.status === 204 && !last ? silence ??= written(answer, last) : written(answer, last);
}

function written({ status, body, type }: Answer, last: boolean): Uint8Array {
  const content = new TextEncoder().encode(body ?? "");
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? "Unknown"}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    // An answer without content has no length either.
    ...(status === 204 ? [] : [`Content-Length: ${content.length}`]),
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    ...(last ? ["Connection: close"] : ["Connection: keep-alive", `Keep-Alive: timeout=${KEPT_ALIVE}`]),
  ];
  const head = new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`);
  const bytes = new Uint8Array(head.length + content.length);
  bytes.set(head);
  bytes.set(content, head.length);
  return bytes;
}
