/** Long and deep lines end in time, with everything found or with the reason why not. */
import { readShell } from "../../src/shell/read.ts";
import type { ShellLanguage } from "../../src/shell/reading.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { surroundings } from "./reader.ts";

/** Milliseconds that a reading may take; several times what it takes on a slow machine. */
const LIMIT = 4_000;
const LONG = 1 << 17;

function timed(text: string, language: ShellLanguage = "posix", deadline = LIMIT) {
  const start = Date.now();
  const reading = readShell(text, language, surroundings({ deadline: start + deadline }));
  const took = Date.now() - start;
  assert(took < LIMIT + 500, `${text.slice(0, 40)}… took ${took} ms`);
  return reading;
}

Deno.test("bounds: a long flat line is read to its end", () => {
  for (const separator of ["; ", " && ", " || ", " | ", "\n"]) {
    const reading = timed(`true${separator}`.repeat(60_000) + "rm -rf /");
    assertEquals([reading.commands.length, reading.commands.at(-1)?.name, reading.incomplete], [
      60_001,
      "rm",
      undefined,
    ]);
  }
  assertEquals(timed("true; ".repeat(60_000) + "rm x", "powershell").commands.at(-1)?.name, "rm");
  assertEquals(timed("true & ".repeat(60_000) + "rm x", "cmd").commands.at(-1)?.name, "rm");
});

Deno.test("bounds: deep nesting is read or said to be too deep", () => {
  const close = (open: string, inner: string, end: string, times: number) =>
    open.repeat(times) + inner + end.repeat(times);
  for (
    const [open, end] of [["$(", ")"], ["( ", ")"], ["{ ", "; }"], ["((", "))"], ["if x; then ", "; fi"], [
      "`",
      "`",
    ]] as const
  ) {
    const shallow = timed(close(open, "rm x", end, 3));
    if (open !== "((" && open !== "`") assert(shallow.commands.some(({ name }) => name === "rm"), open);
    assert(timed(close(open, "rm x", end, 10_000)).incomplete !== undefined || open === "`", open);
  }
  assertEquals(timed("$(".repeat(3_000) + "rm -rf /").incomplete !== undefined, true);
  for (const word of ["sudo ", "env ", "eval ", "command ", "nohup "]) {
    assert(timed(word.repeat(10_000) + "rm x", "posix", 1_500).incomplete !== undefined, word);
  }
  for (const open of ["(", "$(", "{", "@{", "if (", "& {"]) {
    timed(open.repeat(10_000) + "rm x", "powershell");
    timed(open.repeat(10_000) + "rm x", "cmd");
  }
});

Deno.test("bounds: a long run of any one thing", () => {
  const pieces = [
    "a",
    "a ",
    "'",
    '"',
    "`",
    "\\",
    "$",
    "$x ",
    "${",
    "$((",
    "<(",
    '"$(',
    "{",
    "{a,",
    "[[ ",
    "[",
    "if ",
    "case x in ",
    "<<a ",
    "! ",
    "*(",
    "a=(",
    "f() ",
    "time ",
    "<",
    "; ",
    "\n",
    "|",
    "&",
    "~",
    "#",
    "a=$a$a;",
    "\u0000",
    "\ud800",
    "\uf8f0",
    "cat <<a\n",
  ];
  for (const piece of pieces) timed(piece.repeat(LONG / piece.length), "posix", 800);
  for (
    const piece of [
      "a",
      "a ",
      "'",
      '"',
      "`",
      "$",
      "$(",
      "@{",
      "<#",
      "[",
      "%a",
      "|",
      "&",
      "$a=",
      "@'\n",
      "#a\n",
      "^",
      "!a!",
      "if ",
    ]
  ) {
    timed(piece.repeat(LONG / piece.length), "powershell", 800);
    timed(piece.repeat(LONG / piece.length), "cmd", 800);
  }
});

Deno.test("bounds: a megabyte ends by its deadline", () => {
  for (const piece of ["a ", "$x ", "a=1; ", "x 'y' | ", "<<a ", "`", "f() ", "{"]) {
    timed(piece.repeat((1 << 20) / piece.length), "posix", 800);
  }
});

Deno.test("bounds: work that grows without end is cut off", () => {
  const calls = Array.from({ length: 60 }, (_unused, index) => `f${index + 1}() { f${index}; f${index}; }; `)
    .join("");
  assert(timed(`${calls}f0() { rm x; }; f60`).incomplete !== undefined);
  timed("for a in 1 2 3 4 5 6 7 8 9; do ".repeat(12) + "rm $a;" + "done;".repeat(12));
  timed("while x; do ".repeat(60) + "rm $a;" + "done;".repeat(60));
  timed(`a=xx; ${"a=$a$a; ".repeat(60)}rm $a`);
  timed(`x='rm x'; ${'x="eval $x; eval $x"; '.repeat(30)}eval "$x"`);
  timed("rm {a,b}" + "{a,b}".repeat(5_000));
  timed("alias a='b;b' b='a;a'\na");
});

Deno.test("bounds: a deadline in the past ends reading at once", () => {
  const reading = readShell("a; ".repeat(1_000), "posix", surroundings({ deadline: 0 }));
  assertEquals(reading.incomplete, "out of time");
});
