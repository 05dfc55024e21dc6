/** What is wrong in a rule file is told with what to write instead, and the rest counts. */
import Ajv from "ajv";
import { checkFile } from "../../src/rule/check.ts";
import { readJsonc } from "../../src/rule/jsonc.ts";
import { readRuleFile } from "../../src/rule/load.ts";
import { PACKS } from "../../src/policy/rule_sources.ts";
import { PLACES, VERBS } from "../../src/rule/rule.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

const ROOT = new URL("../../", import.meta.url);
const SCHEMA = JSON.parse(Deno.readTextFileSync(new URL("rules/rules.schema.json", ROOT)));
const validate = new Ajv.default({ allErrors: true, strict: false }).compile(SCHEMA);

const good = { id: "a", match: { command: { name: "git" } }, action: "deny", message: "No" };
const one = (change: Record<string, unknown>) => ({ rules: [{ ...good, ...change }] });

const WRONG: readonly [value: unknown, path: string, says: string][] = [
  [17, "", 'a rule file holds { "rules"'],
  [{}, "rules", 'holds "rules", a list'],
  [{ rules: {} }, "rules", "a list"],
  [{ rules: [7] }, "rules/0", "a rule is an object"],
  [{ rules: [null] }, "rules/0", "a rule is an object"],
  [{ rules: [], packs: [] }, "packs", "is not known"],
  [one({ id: undefined }), "rules/0", 'a rule has an "id"'],
  [one({ id: "No Push!" }), "rules/0/id", "is made of"],
  [one({ id: 7 }), "rules/0/id", "takes a text"],
  [one({ action: "block" }), "rules/0/action", 'Write "deny"'],
  [one({ action: "warn" }), "rules/0/action", 'Write "advise"'],
  [one({ action: "Deny" }), "rules/0/action", 'Write "deny"'],
  [one({ action: undefined }), "rules/0", 'has no "action"'],
  [one({ action: ["deny"] }), "rules/0/action", "not a list"],
  [one({ action: "off" }), "rules/0/action", "a project cannot switch"],
  [one({ match: undefined }), "rules/0", 'has no "match"'],
  [one({ match: {} }), "rules/0/match", "would fit every call"],
  [one({ match: [] }), "rules/0/match", "takes an object"],
  [one({ match: "git" }), "rules/0/match", "takes an object"],
  [one({ match: { comand: {} } }), "rules/0/match/comand", 'did you mean "command"?'],
  [one({ match: { command: {} } }), "rules/0/match/command", "empty"],
  [one({ match: { command: "git" } }), "rules/0/match/command", "takes an object"],
  [one({ match: { command: { name: 7 } } }), "rules/0/match/command/name", "takes a text"],
  [one({ match: { command: { name: [] } } }), "rules/0/match/command/name", "is empty"],
  [one({ match: { command: { name: "{a" } } }), "rules/0/match/command/name", "braces"],
  [one({ match: { command: { flags: "force" } } }), "rules/0/match/command/flags", "is no option"],
  [one({ match: { effect: { verb: "remove" } } }), "rules/0/match/effect/verb", "takes delete"],
  [one({ match: { effect: { target: "hom" } } }), "rules/0/match/effect/target", 'Write "home"'],
  [one({ match: { effect: {} } }), "rules/0/match/effect", "empty"],
  [one({ match: { pattern: "(a+)+" } }), "rules/0/match/pattern", "repetition"],
  [one({ match: { pattern: 7 } }), "rules/0/match/pattern", "regular expression"],
  [one({ match: { tool: "x".repeat(301) } }), "rules/0/match/tool", "at most 300"],
  [one({ match: { tool: Array(101).fill("x") } }), "rules/0/match/tool", "more than 100"],
  [one({ message: undefined }), "rules/0", 'has no "message"'],
  [one({ message: "x".repeat(141) }), "rules/0/message", "say it shorter"],
  [one({ message: "a\nb" }), "rules/0/message", "one line"],
  [one({ mesage: "No" }), "rules/0/mesage", 'did you mean "message"?'],
  [one({ event: "PreTool" }), "rules/0/event", 'Write "PreToolUse"'],
  [one({ profile: "hard" }), "rules/0/profile", "takes advisory"],
  [{ rules: [good, good] }, "rules/1/id", "is there twice"],
];

for (const [value, path, says] of WRONG) {
  Deno.test(`wrong: ${JSON.stringify(value).slice(0, 80)}`, () => {
    // As it would be read from a file: keys without a value are not there.
    const { problems } = checkFile(readJsonc(JSON.stringify(value)).value, { mayLoosen: false });
    assertEquals(problems[0]?.path, path, JSON.stringify(problems));
    assertStringIncludes(problems.map(({ text }) => text).join("\n"), says);
  });
}

Deno.test("a wrong rule is left out and the others count", () => {
  const { rules, problems } = checkFile({ rules: [{ ...good, id: "b", action: "stop" }, good] }, {
    mayLoosen: false,
  });
  assertEquals(rules.map(({ id }) => id), ["a"]);
  assertEquals(problems.length, 1);
});

Deno.test("only the operator may switch a rule off", () => {
  const off = { rules: [{ id: "git/push-to-main", action: "off" }] };
  assertEquals(checkFile(off, { mayLoosen: true }).rules.length, 1);
  assertEquals(checkFile(off, { mayLoosen: false }).rules.length, 0);
});

Deno.test("hostile files end in a problem, soon", () =>
  withScratch((folder) => {
    const big = `{ "rules": [${`${JSON.stringify(good)},`.repeat(2_000)}] }`;
    const texts: readonly (string | Uint8Array)[] = [
      "x".repeat(300 * 1024),
      "[".repeat(200_000),
      big,
      new Uint8Array([0xff, 0xfe, 0x00]),
      `{ "rules": [ { "id": "${"x".repeat(100_000)}" } ] }`,
      `{ ${Array.from({ length: 10_000 }, (_, at) => `"k${at}": 1`).join(",")} }`,
      JSON.stringify(one({ match: { pattern: "(((((a{100}){100}){100}){100}){100})" } })),
      JSON.stringify(one({ match: { command: { arguments: "{a,b}".repeat(50) } } })),
    ];
    for (const [at, text] of texts.entries()) {
      const file = `${folder}/${at}.jsonc`;
      Deno.writeFileSync(file, typeof text === "string" ? new TextEncoder().encode(text) : text);
      const { problems } = readRuleFile(file, false);
      assert(problems.length > 0, `file ${at}`);
      for (const problem of problems.slice(0, 20)) assert(problem.text.length < 2_000);
    }
    assertEquals(readRuleFile(folder, false).problems[0]?.text, "this is not a file");
    assertEquals(readRuleFile(`${folder}/none`, false).problems[0]?.text, "there is no such file");
  }));

for (const pack of PACKS) {
  Deno.test(`pack ${pack}: right, by the check and by the schema`, () => {
    const file = new URL(`rules/${pack}.jsonc`, ROOT).pathname;
    const { rules, problems } = readRuleFile(file, false);
    assertEquals(problems, []);
    assert(rules.length > 3);
    const { value } = readJsonc(Deno.readTextFileSync(file));
    assert(validate(JSON.parse(JSON.stringify(value))), JSON.stringify(validate.errors));
  });
}

Deno.test("there is a file for every pack and a pack for every file", () => {
  const names = [...Deno.readDirSync(new URL("rules/", ROOT))].map(({ name }) => name).filter((name) =>
    name.endsWith(".jsonc")
  );
  assertEquals(names.sort(), PACKS.map((id) => `${id}.jsonc`).sort());
});

Deno.test("the schema names what the check takes", () => {
  assertEquals(SCHEMA.definitions.verb.enum, VERBS);
  assertEquals(SCHEMA.definitions.place.enum, PLACES);
  assert(validate(one({})));
  for (const [value] of WRONG.filter(([value]) => JSON.stringify(value).includes("comand"))) {
    assert(!validate(JSON.parse(JSON.stringify(value))));
  }
});
