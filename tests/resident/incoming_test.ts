/** Requests as bytes that come in any pieces. */
import fc from "fast-check";
import { type ByteSource, Incoming } from "../../src/resident/http/incoming.ts";
import { assert, assertEquals } from "../support/assert.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Gives `bytes` in pieces of the sizes `cuts`, then ends. */
function source(bytes: Uint8Array, cuts: readonly number[]): ByteSource {
  let at = 0;
  let turn = 0;
  return {
    read: (into) => {
      if (at === bytes.length) return Promise.resolve(null);
      const size = Math.min(into.length, bytes.length - at, cuts[turn++ % cuts.length] ?? 1);
      into.set(bytes.subarray(at, at + size));
      at += size;
      return Promise.resolve(size);
    },
  };
}

async function readOne(text: string, most = 1_000, cuts: readonly number[] = [3]) {
  const incoming = new Incoming(source(encode(text), cuts));
  const head = await incoming.head();
  if (head === undefined || head === "ended") return head;
  const body = await incoming.body(head, most);
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

const chunked = (body: string) => `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
const rows: [string, string, string | undefined][] = [
  ["a body by its length", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "hello"],
  ["no body", "POST / HTTP/1.1\r\n\r\n", ""],
  ["pieces", chunked("3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"), "hello"],
  ["pieces with extensions and trailers", chunked("5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n"), "hello"],
  ["a body that ends early", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel", "broken"],
  ["pieces that end early", chunked("5\r\nhel"), "broken"],
  ["pieces without an end", chunked("3\r\nhel\r\n"), "broken"],
  ["a piece longer than it says", chunked("3\r\nhello\r\n0\r\n\r\n"), "broken"],
  ["a piece of no size", chunked("zz\r\n\r\n"), "broken"],
  ["a piece of negative size", chunked("-1\r\n\r\n"), "broken"],
  ["trailers without an end", chunked(`0\r\n${"X: y\r\n".repeat(2_000)}\r\n`), "broken"],
  ["too large by its length", "POST / HTTP/1.1\r\nContent-Length: 1001\r\n\r\n", "too large"],
  ["too large by one piece", chunked("ffffffff\r\n"), "too large"],
  ["too large in the end", chunked(`${"64\r\n".padEnd(4)}${"x".repeat(100)}\r\n`.repeat(11)), "too large"],
  ["a head that does not end", "POST / HTTP/1.1\r\nA: b\r\n", undefined],
  ["nothing at all", "", "ended"],
  ["a head that is too long", `POST / HTTP/1.1\r\n${"A: b\r\n".repeat(5_000)}\r\n`, undefined],
];
for (const [what, text, expected] of rows) {
  Deno.test(`incoming: ${what}`, async () => {
    for (const cuts of [[1], [7, 2], [100_000]]) assertEquals(await readOne(text, 1_000, cuts), expected);
  });
}

Deno.test("incoming: several requests on one connection, in any pieces", () =>
  fc.assert(fc.asyncProperty(
    fc.array(fc.tuple(fc.string({ maxLength: 300 }), fc.boolean()), { minLength: 1, maxLength: 5 }),
    fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 }),
    async (bodies, cuts) => {
      const parts = bodies.map(([body, inPieces]) => {
        const size = encode(body).length;
        return inPieces
          ? chunked(`${size === 0 ? "" : `${size.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`)
          : `POST / HTTP/1.1\r\nContent-Length: ${size}\r\n\r\n${body}`;
      });
      const incoming = new Incoming(source(encode(parts.join("")), cuts));
      for (const [body] of bodies) {
        const head = await incoming.head();
        assert(typeof head === "object");
        const read = await incoming.body(head, 10_000);
        assert(typeof read !== "string");
        assertEquals(new TextDecoder().decode(read), new TextDecoder().decode(encode(body)));
      }
      assertEquals(await incoming.head(), "ended");
    },
  )));
