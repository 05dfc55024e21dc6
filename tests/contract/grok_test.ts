/** What is special to Grok Build: new and old spellings in one payload, and a remark beside a call that runs. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { loadContract } from "../../src/contract/contract.ts";
import { ASSETS, inHome } from "../support/home.ts";
import { ASKING, MANIFEST, playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("grok", [
  ["a delete outside the project", "before-shell", { "toolInput.command": "rm -rf ~/work" }, "work"],
  ["a delete by the older name of the tool", "before-shell-old", {
    "toolInput.command": "rm -rf ~/work",
  }, "work"],
  ["a secret in a new file", "before-create", { "toolInput.new_string": `"${TOKEN}"` }, "secret"],
  [
    "an edit of a linter's configuration",
    "before-replace",
    { "toolInput.file_path": ".eslintrc.json" },
    "eslint",
  ],
]);

Deno.test("grok: a remark goes out beside the call, and approves nothing", () =>
  inHome(async (home) => {
    const played = await playerOf(home, "grok")("before-create", {
      "toolInput.file_path": "package.json",
      "toolInput.new_string": MANIFEST,
    });
    assertEquals([played.goesOn, played.fault, played.asked], [true, undefined, undefined]);
    assertStringIncludes(played.told ?? "", "left-pad 1.0.0`");
    assert(!played.told!.includes("does not parse"));
    assert(!played.reply.stdout.includes("ecision"));
  }));

Deno.test("grok: a question is put to the operator", () =>
  inHome(async (home) => {
    home.put(`${home.home}/.config/garfio/config.jsonc`, ASKING);
    const asked = await playerOf(home, "grok")("captured-PreToolUse-run_terminal_command", {
      "toolInput.command": "git reset --hard HEAD~2",
    });
    assertEquals([asked.goesOn, asked.fault], [true, undefined]);
    assertStringIncludes(asked.asked ?? "", "reset");
  }));

Deno.test("grok: the end of a turn is held by a reason alone, since a remark would hold it too", () => {
  const { Stop } = loadContract(ASSETS, "grok")!.events;
  assertEquals(Object.keys(Stop!.channels), ["deny"]);
});
