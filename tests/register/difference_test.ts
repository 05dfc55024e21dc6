import fc from "fast-check";
import { forTerminal, unifiedDifference } from "../../src/register/difference.ts";
import { assertEquals } from "../support/assert.ts";

const lines = (...numbers: number[]) => numbers.map((number) => `${number}\n`).join("");

const CASES: readonly [string, string | undefined, string | undefined, string][] = [
  ["equal texts", "a\n", "a\n", ""],
  ["a new file", undefined, "a\nb\n", "--- (no file)\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n"],
  ["a removed file", "a\n", undefined, "--- f\n+++ (no file)\n@@ -1 +0,0 @@\n-a\n"],
  ["a changed line", "a\nb\nc\n", "a\nB\nc\n", "--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"],
  [
    "no final newline",
    "a",
    "a\n",
    "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n",
  ],
  [
    "three lines of context",
    lines(1, 2, 3, 4, 5, 6, 7, 8, 9),
    lines(1, 2, 3, 4, 0, 6, 7, 8, 9),
    "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+0\n 6\n 7\n 8\n",
  ],
  [
    "two places",
    lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    lines(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    "--- f\n+++ f\n@@ -1,4 +1,4 @@\n-1\n+0\n 2\n 3\n 4\n@@ -8,3 +8,4 @@\n 8\n 9\n 10\n+11\n",
  ],
];

for (const [name, before, after, expected] of CASES) {
  Deno.test(`difference: ${name}`, () => assertEquals(unifiedDifference(before, after, "f"), expected));
}

Deno.test("difference: applied to the old text, it gives the new one", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 }).map((all) =>
    all.map((one) => one + "\n").join("")
  );
  fc.assert(fc.property(text, text, (before, after) => {
    assertEquals(applied(before, unifiedDifference(before, after, "f")), after);
  }));
});

/** A small `patch`. */
function applied(before: string, difference: string): string {
  const old = before.split("\n").slice(0, -1);
  const result: string[] = [];
  let at = 0;
  for (const line of difference.split("\n").slice(2, -1)) {
    const hunk = /^@@ -(\d+)(?:,(\d+))?/.exec(line);
    if (hunk !== null) {
      const start = Number(hunk[1]) - (hunk[2] === "0" ? 0 : 1);
      while (at < start) result.push(old[at++]!);
    } else if (line.startsWith("-")) assertEquals(old[at++], line.slice(1));
    else {
      if (line.startsWith(" ")) assertEquals(old[at++], line.slice(1));
      result.push(line.slice(1));
    }
  }
  while (at < old.length) result.push(old[at++]!);
  return result.map((one) => one + "\n").join("");
}

Deno.test("difference: in colours on a terminal, and without what a terminal obeys", () => {
  const difference = unifiedDifference("a\r\n", "\u001b[2Jb\n", "f");
  assertEquals(forTerminal(difference, false), "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+\ufffd[2Jb\n");
  assertEquals(
    forTerminal("--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n c\n", true),
    "\u001b[1m--- f\u001b[0m\n\u001b[1m+++ f\u001b[0m\n\u001b[36m@@ -1 +1 @@\u001b[0m\n\u001b[31m-a\u001b[0m\n\u001b[32m+b\u001b[0m\n c\n",
  );
});
