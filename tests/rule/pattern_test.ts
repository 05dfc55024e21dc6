/** The regular expressions of rules: the same answers as the language's own, and none that can hang. */
import fc from "fast-check";
import { compilePattern, PatternError } from "../../src/rule/pattern.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

/** What `run` throws. */
function thrown(run: () => unknown): PatternError {
  try {
    run();
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const nothing = () => {};

const SOURCES = [
  "a",
  "ab|cd",
  "a*b",
  "a+?b",
  "(?:ab)?c",
  "(a|b)+c",
  "[a-c]x",
  "[^a-c]x",
  "\\d{2,3}-\\w+",
  "^a.c$",
  "\\bfoo\\b",
  "\\Bo",
  "a{3}",
  "a{2,}b",
  "(?<name>a)b",
  "[\\d_]+x",
  "[\\W]",
  "a\\.b",
  "\\x61\\u0062",
  "x{a}",
  "",
  "(|a)b",
  "[]",
  "[^]",
  "a$|^b",
  "\\/\\-",
];

for (const source of SOURCES) {
  Deno.test(`pattern ${source} answers as the language's own does`, () => {
    const own = compilePattern(source);
    const other = new RegExp(source, "m");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abcdxfo012_-. \n/{}") }), (text) => {
        assertEquals(own.test(text, nothing), other.test(text), JSON.stringify(text));
      }),
      { numRuns: 300 },
    );
  });
}

Deno.test("(?i) ignores case", () => {
  const pattern = compilePattern("(?i)Prod[a-z]+X");
  assert(pattern.test("my PRODuctionx", nothing));
  assert(!compilePattern("Prod").test("prod", nothing));
});

const REFUSED: readonly [source: string, says: string][] = [
  ["(a+)+$", "repetition inside a repetition"],
  ["(a*)*", "repetition inside a repetition"],
  ["((ab)+c)*", "repetition inside a repetition"],
  ["(?:a+|b)+", "repetition inside a repetition"],
  ["a++", "repetition inside a repetition"],
  ["(a)\\1", "reference"],
  ["(?=a)b", "looking ahead"],
  ["(?<!a)b", "looking ahead or behind"],
  ["(a", 'has no ")"'],
  ["a)", 'has no "("'],
  ["[a", 'has no "]"'],
  ["*a", "nothing in front"],
  ["a{200}", "at most 100"],
  ["(a{100}){100}", "too large"],
  ["((((){100}){100}){100}){100}", "too large"],
  ["a{3,1}", "wrong way round"],
  ["[z-a]", "low to high"],
  ["\\p{L}", "write a class"],
  ["\\", "ends with"],
  ["^*", "anchor"],
  ["(".repeat(30) + ")".repeat(30), "nested"],
  ["a".repeat(501), "at most 500"],
];

for (const [source, says] of REFUSED) {
  Deno.test(`pattern ${source.slice(0, 40)} is refused`, () => {
    const error = thrown(() => compilePattern(source));
    assert(error.message.includes(says), error.message);
  });
}

Deno.test("patterns that hang other engines take time that grows with the text", async () => {
  for (
    const source of ["a*a*a*a*a*a*b", "(a|a|a|a)*b", "a.*a.*a.*a.*b", "(a?){50}b", "[a-z]*[a-z]*[a-z]*!$"]
  ) {
    const pattern = compilePattern(source);
    await assertGrowsWithSize(40_000, (size) => {
      assertEquals(pattern.test("a".repeat(size), nothing), false);
    }, source);
  }
});

Deno.test("a pattern looks at the clock", () => {
  let ticks = 0;
  compilePattern("b").test("a".repeat(10_000), () => ticks++);
  assert(ticks > 10);
});

Deno.test("any text is a pattern or is refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab()[]{}*+?|\\^$.-,19dwbuxk:<>=!P") }), (source) => {
      try {
        compilePattern(source).test("ab\nba", nothing);
      } catch (error) {
        assert(error instanceof PatternError, `${source}: ${error}`);
      }
    }),
    { numRuns: 3_000 },
  );
});
