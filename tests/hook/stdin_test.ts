import { readInput, type Source } from "../../src/hook/stdin.ts";
import { assert, assertEquals } from "../support/assert.ts";

const LIMITS = { first: 150, idle: 150, total: 2_000, bytes: 1_000_000 };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Gives `pieces` one by one, `pause` milliseconds apart; then ends, or stays open for ever. */
function source(
  pieces: readonly (string | Uint8Array)[],
  { pause = 0, closes = true, terminal = false } = {},
): Source {
  let next = 0;
  return {
    isTerminal: () => terminal,
    async read(into) {
      if (next >= pieces.length) return closes ? null : await new Promise<null>(() => {});
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const piece = pieces[next++]!;
      const bytes = typeof piece === "string" ? encode(piece) : piece;
      into.set(bytes);
      return bytes.length;
    },
  };
}

const rows: [string, Source, unknown][] = [
  ["one line that is closed", source(['{"a":1}\n']), { a: 1 }],
  ["one line that is never closed", source(['{"a":1}\n'], { closes: false }), { a: 1 }],
  [
    "a value in pieces that end like whole ones",
    source(['{"a":{"b":"}', '"}', ',"c":2}'], { closes: false }),
    { a: { b: "}" }, c: 2 },
  ],
  ["three bytes at a time", source([...'{"a":[1,2]}'].map((letter) => letter), { pause: 5 }), { a: [1, 2] }],
  ["a byte-order mark and CRLF", source(['\ufeff{"a":1}\r\n'], { closes: false }), { a: 1 }],
  ["half a lone surrogate", source(['{"a":"x \\ud83d y"}']), { a: "x \ud83d y" }],
  ["invalid UTF-8", source([new Uint8Array([...encode('{"a":"'), 0xff, ...encode('"}')])]), { a: "\ufffd" }],
  ["nothing", source([]), "no payload came on standard input"],
  ["nothing, and it stays open", source([], { closes: false }), "no payload came on standard input"],
  ["blanks", source(["  \n"]), "the payload is not JSON"],
  ["half a value", source(['{"a":"b']), "the payload is not JSON"],
  ["half a value that stays open", source(['{"a":"b'], { closes: false }), "the payload did not end"],
  ["a list", source(["[null]"], { closes: false }), "the payload is not a JSON object"],
  ["a word", source(["not json"]), "the payload is not JSON"],
  ["NUL bytes", source(["\u0000\u0000"]), "the payload is not JSON"],
  ["a terminal", source([], { closes: false, terminal: true }), "standard input is a terminal"],
];
for (const [what, from, expected] of rows) {
  Deno.test(`standard input: ${what}`, async () => {
    const input = await readInput(from, LIMITS);
    assertEquals(input.payload ?? (input as { why: string }).why, expected);
  });
}

Deno.test("standard input: an endless writer is not waited for", async () => {
  const endless: Source = {
    isTerminal: () => false,
    async read(into) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      into.fill(0x7d);
      return Math.min(into.length, 500_000);
    },
  };
  assertEquals((await readInput(endless, LIMITS)).payload, undefined);
});

Deno.test("standard input: a large value that is full of closing braces is read in linear time", async () => {
  const text = JSON.stringify({ content: "}".repeat(20_000_000) });
  const bytes = encode(text);
  let at = 0;
  let reads = 0;
  const large: Source = {
    isTerminal: () => false,
    read(into) {
      const part = bytes.subarray(at, at + Math.min(into.length, 65_536));
      into.set(part);
      at += part.length;
      reads++;
      return Promise.resolve(part.length === 0 ? null : part.length);
    },
  };
  const input = await readInput(large, { ...LIMITS, total: 60_000, bytes: 1e9 });
  assertEquals((input.payload?.["content"] as string).length, 20_000_000);
  assert(reads > 300);
});
