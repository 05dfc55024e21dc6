/** Long and deep lines end in time, with everything found or with the reason why not. */
import { readShell } from "../../src/shell/read.ts";
import type { ShellLanguage } from "../../src/shell/reading.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { surroundings } from "./reader.ts";

/** Milliseconds given to a reading; several times what it takes on a slow machine. */
const TIME = 10_000;
const LONG = 1 << 17;

/** That it comes back at all is what is tested: without a bound these texts would keep it for hours. */
function ended(text: string, language: ShellLanguage = "posix", time = TIME) {
  return readShell(text, language, surroundings({ deadline: Date.now() + time }));
}

Deno.test("bounds: a long flat line is read to its end", () => {
  for (const separator of ["; ", " && ", " || ", " | ", "\n"]) {
    const reading = ended(`true${separator}`.repeat(60_000) + "rm -rf /");
    assertEquals([reading.commands.length, reading.commands.at(-1)?.name, reading.incomplete], [
      60_001,
      "rm",
      undefined,
    ]);
  }
  assertEquals(ended("true; ".repeat(60_000) + "rm x", "powershell").commands.at(-1)?.name, "rm");
  assertEquals(ended("true & ".repeat(60_000) + "rm x", "cmd").commands.at(-1)?.name, "rm");
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
    const shallow = ended(close(open, "rm x", end, 3));
    if (open !== "((" && open !== "`") assert(shallow.commands.some(({ name }) => name === "rm"), open);
    assert(ended(close(open, "rm x", end, 10_000)).incomplete !== undefined || open === "`", open);
  }
  assertEquals(ended("$(".repeat(3_000) + "rm -rf /").incomplete !== undefined, true);
  for (const word of ["sudo ", "env ", "eval ", "command ", "nohup "]) {
    assert(ended(word.repeat(10_000) + "rm x", "posix", 1_500).incomplete !== undefined, word);
  }
  for (const open of ["(", "$(", "{", "@{", "if (", "& {"]) {
    ended(open.repeat(10_000) + "rm x", "powershell");
    ended(open.repeat(10_000) + "rm x", "cmd");
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
  for (const piece of pieces) ended(piece.repeat(LONG / piece.length), "posix", 800);
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
    ended(piece.repeat(LONG / piece.length), "powershell", 800);
    ended(piece.repeat(LONG / piece.length), "cmd", 800);
  }
});

Deno.test("bounds: a megabyte ends by its deadline", () => {
  for (const piece of ["a ", "$x ", "a=1; ", "x 'y' | ", "<<a ", "`", "f() ", "{"]) {
    ended(piece.repeat((1 << 20) / piece.length), "posix", 800);
  }
});

Deno.test("bounds: work that grows without end is cut off", () => {
  const calls = Array.from({ length: 60 }, (_unused, index) => `f${index + 1}() { f${index}; f${index}; }; `)
    .join("");
  assert(ended(`${calls}f0() { rm x; }; f60`).incomplete !== undefined);
  ended("for a in 1 2 3 4 5 6 7 8 9; do ".repeat(12) + "rm $a;" + "done;".repeat(12));
  ended("while x; do ".repeat(60) + "rm $a;" + "done;".repeat(60));
  ended(`a=xx; ${"a=$a$a; ".repeat(60)}rm $a`);
  ended(`x='rm x'; ${'x="eval $x; eval $x"; '.repeat(30)}eval "$x"`);
  ended("rm {a,b}" + "{a,b}".repeat(5_000));
  ended("alias a='b;b' b='a;a'\na");
});

Deno.test("bounds: a deadline in the past ends reading at once", () => {
  const reading = readShell("a; ".repeat(1_000), "posix", surroundings({ deadline: 0 }));
  assertEquals(reading.incomplete, "out of time");
});
