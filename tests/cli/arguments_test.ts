import { type Option, readOptions, UsageError } from "../../src/cli/arguments.ts";
import { assertEquals, assertThrows } from "../support/assert.ts";

const OPTIONS: readonly Option[] = [
  { name: "scope", value: "SCOPE", choices: ["user", "project"], summary: "" },
  { name: "project", value: "DIR", summary: "" },
  { name: "json", summary: "" },
  { name: "help", summary: "" },
];

Deno.test("arguments: values and switches", () => {
  const values = readOptions(["--scope", "user", "--project=/a=b", "--json"], OPTIONS);
  assertEquals([values.text("scope"), values.text("project"), values.has("json"), values.has("help")], [
    "user",
    "/a=b",
    true,
    false,
  ]);
  assertEquals(readOptions(["-h"], OPTIONS).has("help"), true);
  assertEquals(readOptions([], OPTIONS).text("scope"), undefined);
  assertEquals(readOptions(["--project", "123"], OPTIONS).text("project"), "123");
});

const WRONG: readonly [string[], string][] = [
  [["--nope"], "no option --nope"],
  [["--nope=1"], "no option --nope."],
  [["-x"], "no option -x"],
  [["left"], '"left" is one argument too many'],
  [["--", "left"], '"left" is one argument too many'],
  [["--scope"], "--scope needs a value"],
  [["--scope="], "--scope needs a value"],
  [["--scope", "--json"], "--scope needs a value"],
  [["--scope", "world"], "--scope takes user, project"],
];

for (const [args, part] of WRONG) {
  Deno.test(`arguments: ${args.join(" ")} is wrong`, () => {
    assertThrows(() => readOptions(args, OPTIONS), UsageError, part);
  });
}
