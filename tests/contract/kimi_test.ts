/** What is special to Kimi, whose two products call the same things differently, and listen differently. */
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { loadContract } from "../../src/contract/contract.ts";
import { render } from "../../src/contract/render.ts";
import { kimiCode } from "./readers/kimi.ts";
import { NOTHING } from "../support/golden.ts";
import { ASSETS, inHome } from "../support/home.ts";
import { MANIFEST, playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("kimi", [
  ["a delete outside the project", "before-shell", { "tool_input.command": "rm -rf ~/work" }, "work"],
  ["a secret in the one edit", "before-replace", { "tool_input.edit.new": `"${TOKEN}"` }, "secret"],
  ["a secret in one of many edits", "before-replace-many", {
    "tool_input.edit": [{ old: "a", new: "b" }, { old: "c", new: `"${TOKEN}"` }],
  }, "secret"],
  [
    "an edit of a linter's configuration",
    "before-replace",
    { "tool_input.path": ".eslintrc.json" },
    "eslint",
  ],
]);

refuses("kimi-code", [
  ["a delete from another folder", "before-bash-cwd", {
    "tool_input.command": "rm -rf ../../work",
    "tool_input.cwd": "/srv/app/api",
  }, "work"],
  ["a delete outside the project", "before-bash", { "tool_input.command": "rm -rf ~/work" }, "work"],
  ["a secret in an edit", "before-edit", { "tool_input.new_string": `"${TOKEN}"` }, "secret"],
]);

Deno.test("kimi: what is only remarked on is not said, since nobody reads it", () =>
  inHome(async (home) => {
    const play = playerOf(home, "kimi");
    const write = { "tool_input.path": "package.json", "tool_input.content": MANIFEST };
    for (const [name, changes] of [["before-write", write], ["prompt", {}], ["after-shell", {}]] as const) {
      assertEquals([name, (await play(name, changes)).reply.stdout], [name, ""]);
    }
  }));

Deno.test("kimi-code: a text for a prompt is plain, and a refusal beside it is not lost", () => {
  const contract = loadContract(ASSETS, "kimi-code")!;
  const addressee = {
    contract,
    native: "UserPromptSubmit",
    event: contract.events["UserPromptSubmit"]!,
  };
  const context = "A rule.";
  assertEquals(render(addressee, { ...NOTHING, context }).stdout, context);
  const decision = { action: "deny" as const, reason: "A secret.", protects: true };
  const effect = kimiCode.read("UserPromptSubmit", render(addressee, { ...NOTHING, context, decision }), {});
  assertEquals([effect.goesOn, effect.fault], [false, undefined]);
  assertStringIncludes(effect.reason ?? "", "A secret.");
});
