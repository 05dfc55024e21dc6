/** What is special to Droid: no question, no exit code, and a changed input without an approval. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inHome } from "../support/home.ts";
import { ASKING, playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("droid", [
  ["a delete outside the project", "before-execute", { "tool_input.command": "rm -rf ~/work" }, "work"],
  ["a patch of a linter's configuration", "before-apply-patch", {
    "tool_input.input": "*** Begin Patch\n*** Update File: eslint.config.js\n@@\n-{}\n+{ }\n*** End Patch",
  }, "eslint"],
  ["a secret in one of many edits", "before-multiedit", {
    "tool_input.edits": undefined,
    "tool_input.changes": [{ old_str: "a", new_str: "b" }, {
      old_str: "c",
      new_str: `const t = "${TOKEN}";`,
    }],
  }, "secret"],
]);

Deno.test("droid: a question is never put, since a question counts as an approval", () =>
  inHome(async (home) => {
    home.put(`${home.home}/.config/garfio/config.jsonc`, ASKING);
    const play = playerOf(home, "droid");
    const loss = await play("before-execute", { "tool_input.command": "git reset --hard HEAD~2" });
    assertEquals([loss.goesOn, loss.fault], [false, undefined]);
    assertStringIncludes(loss.reason ?? "", "asking is not available here");
    const style = await play("before-execute", { "tool_input.command": 'git commit -m "stuff"' });
    assertEquals([style.goesOn, style.fault, style.reply.stdout], [true, undefined, ""]);
  }));

Deno.test("droid: a changed command approves nothing", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const played = await playerOf(home, "droid")("before-execute", { "tool_input.command": "npm run dev" }, {
      env: { PATH: `${home.home}/bin` },
    });
    assertStringIncludes(`${played.input?.["command"]}`, "tmux");
    assertEquals(played.input?.["riskLevel"], "low");
    assert(!played.reply.stdout.includes("permissionDecision"));
  }));
