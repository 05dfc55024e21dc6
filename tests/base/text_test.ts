import { cut, cutAtLine, foldTypography, isOff, isOn, oneLine } from "../../src/base/text.ts";
import { assert, assertEquals } from "../support/assert.ts";

Deno.test("a value becomes one harmless line", () => {
  assertEquals(oneLine("a\nIGNORE\r\nb"), "a IGNORE b");
  assertEquals(oneLine("a\u202egpj.exe\u200b"), "a gpj.exe");
  assertEquals(oneLine("x".repeat(500)).length, 200);
  assertEquals(oneLine("\ud83d x"), "\ufffd x");
  assertEquals(oneLine("日本語"), "日本語");
});

Deno.test("a cut never halves a character", () => {
  assertEquals(cut("ab😀", 3), "ab");
  assertEquals(cut("ab😀", 4), "ab😀");
});

Deno.test("a long text ends at a line, says so, and keeps its pointers", () => {
  const lines = `${"words and words\n".repeat(1_000)}Look. Full procedure: /data/messages/a.md`;
  const short = cutAtLine(lines, 1_000);
  assert(short.length <= 1_000);
  assert(short.includes("[Cut here"));
  assert(short.endsWith("Full procedure: /data/messages/a.md"));
  assert(short.split("\n").slice(0, -2).every((line) => line === "words and words"));
  assertEquals(cutAtLine("short", 1_000), "short");
  assert(cutAtLine("規則".repeat(9_000), 10_000).length <= 10_000);
});

Deno.test("our own typography is folded, other letters stay", () => {
  assertEquals(foldTypography("a – b — c ‘d’ “e” 3×4 −5 → ≤ ñ 規"), "a - b - c 'd' \"e\" 3x4 -5 -> <= ñ 規");
});

Deno.test("switch words", () => {
  for (const word of ["1", "true", "YES", " on "]) assert(isOn(word), word);
  for (const word of [undefined, "", "anything", "0", "2"]) assert(!isOn(word), word);
  for (const word of ["0", "false", "No", "OFF"]) assert(isOff(word), word);
  for (const word of [undefined, "", "1", "nope"]) assert(!isOff(word), word);
});
