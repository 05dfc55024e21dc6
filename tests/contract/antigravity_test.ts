/** What is special to Antigravity: before a tool everything but silence and three decisions refuses. */
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inHome } from "../support/home.ts";
import { ASKING, playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("antigravity", [
  ["a delete outside the project", "before-run", { "toolCall.args.CommandLine": "rm -rf ~/work" }, "work"],
  ["a delete from another folder", "before-run", {
    "toolCall.args.CommandLine": "rm -rf ../../work",
    "toolCall.args.Cwd": "/srv/app/api",
  }, "work"],
  ["a secret in a chunk", "before-replace-chunks", {
    "toolCall.args.ReplacementChunks": [
      { TargetContent: "a", ReplacementContent: "b" },
      { TargetContent: "c", ReplacementContent: `"${TOKEN}"` },
    ],
  }, "secret"],
  ["an edit of a linter's configuration", "before-multi", {
    "toolCall.args.TargetFile": ".eslintrc.json",
  }, "eslint"],
]);

Deno.test("antigravity: a question is put to the operator", () =>
  inHome(async (home) => {
    home.put(`${home.home}/.config/garfio/config.jsonc`, ASKING);
    const play = playerOf(home, "antigravity");
    const asked = await play("before-run", { "toolCall.args.CommandLine": "git reset --hard HEAD~2" });
    assertEquals([asked.goesOn, asked.fault], [true, undefined]);
    assertStringIncludes(asked.asked ?? "", "reset");
    assertEquals(Object.keys(JSON.parse(asked.reply.stdout)).sort(), ["decision", "reason"]);
  }));

Deno.test("antigravity: what may run is answered with nothing, never with an object", () =>
  inHome(async (home) => {
    const play = playerOf(home, "antigravity");
    for (const name of ["before-run", "before-grep", "after-run", "post-invocation", "stop"]) {
      assertEquals([name, (await play(name)).reply], [name, { stdout: "", stderr: "", code: 0 }]);
    }
  }));
