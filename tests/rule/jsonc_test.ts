import fc from "fast-check";
import { JsoncError, readJsonc } from "../../src/rule/jsonc.ts";
import { assert, assertEquals } from "../support/assert.ts";

/** What `run` throws. */
function thrown(run: () => unknown): JsoncError {
  try {
    run();
  } catch (error) {
    if (error instanceof JsoncError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

Deno.test("comments and trailing commas are understood, and lines are known", () => {
  const { value, lineOf } = readJsonc(
    '\ufeff// a\n{\n  /* b\n */ "rules": [\n    { "id": "x", },\n    2,\n  ],\n}\n',
  );
  assertEquals(JSON.parse(JSON.stringify(value)), { rules: [{ id: "x" }, 2] });
  assertEquals([
    lineOf(""),
    lineOf("rules"),
    lineOf("rules/0/id"),
    lineOf("rules/1"),
    lineOf("rules/0/nothing"),
  ], [
    2,
    4,
    5,
    6,
    5,
  ]);
});

Deno.test("JSON is read as JSON", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value);
    if (/(?:[[{][^\]}]*){20}/.test(text)) return;
    assertEquals(JSON.stringify(readJsonc(text).value), JSON.stringify(JSON.parse(text)));
  }));
});

const BROKEN: readonly [text: string, line: number, says: string][] = [
  ["", 1, "ends too early"],
  ["{", 1, "ends before"],
  ['{\n  "a": 1\n  "b": 2\n}', 3, "comma"],
  ["{\n a: 1 }", 2, "double quotes"],
  ["{ \"a\": 'x' }", 1, 'text stands in double quotes: "x"'],
  ['{ "a": yes }', 1, "is no value"],
  ['{ "a" 1 }', 1, "colon"],
  ['{ "a": }', 1, "a value is missing"],
  ['{ "a": 1, "a": 2 }', 1, "is there twice"],
  ['{ "a": "x\n" }', 1, "closing"],
  ['{ "a": "\\d" }', 1, "backslash"],
  ["{} {}", 1, "more text behind"],
  ["/* {", 1, "no */"],
  ["[1, 2", 1, "ends before"],
  ["[".repeat(100_000), 1, "nested"],
  ['{"a":'.repeat(100_000), 1, "nested"],
];

for (const [text, line, says] of BROKEN) {
  Deno.test(`broken: ${JSON.stringify(text.slice(0, 40))}`, () => {
    const error = thrown(() => readJsonc(text));
    assertEquals(error.line, line);
    assert(error.message.includes(says), error.message);
  });
}

Deno.test("names of the language mean nothing", () => {
  const { value } = readJsonc('{ "__proto__": { "polluted": 1 }, "constructor": 2 }');
  assertEquals(({} as Record<string, unknown>)["polluted"], undefined);
  assertEquals(Object.keys(value as object), ["__proto__", "constructor"]);
});
