/** Bytes become a payload, whatever way they are decoded. */
import { parseJson } from "../../src/hook/payload.ts";
import { assertEquals } from "../support/assert.ts";

const LONG = "x".repeat(10_000);

for (
  const [what, text, value] of [
    ["short and plain", '{"a":"b"}', { a: "b" }],
    ["short, not plain", '{"a":"ü 漢 🤖"}', { a: "ü 漢 🤖" }],
    ["long and plain", `{"a":"${LONG}"}`, { a: LONG }],
    ["long, not plain", `{"a":"${LONG}ü"}`, { a: `${LONG}ü` }],
    ["with a byte-order mark", '\ufeff{"a":1}', { a: 1 }],
    ["with a byte-order mark, not plain", '\ufeff{"a":"ü"}', { a: "ü" }],
  ] as const
) {
  Deno.test(`payload: ${what}`, () => {
    assertEquals(parseJson(new TextEncoder().encode(text)), { value });
  });
}

Deno.test("payload: broken UTF-8 becomes U+FFFD; what is no JSON is nothing", () => {
  assertEquals(parseJson(new Uint8Array([0x22, 0x61, 0xff, 0x22])), { value: "a\ufffd" });
  for (const text of ["", "{", "\ufeff"]) assertEquals(parseJson(new TextEncoder().encode(text)), undefined);
});
