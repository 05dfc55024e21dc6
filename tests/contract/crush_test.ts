/** What is special to Crush: one event, before a tool, on which everything is said. */
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inHome } from "../support/home.ts";
import { MANIFEST, playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("crush", [
  ["a delete outside the project", "before-bash", { "tool_input.command": "rm -rf ~/work" }, "work"],
  ["a delete from another folder", "before-bash", {
    "tool_input.command": "rm -rf ../../work",
    "tool_input.working_dir": "/srv/app/api",
  }, "work"],
  ["a secret in one of many edits", "before-multiedit", {
    "tool_input.edits": [{ old_string: "a", new_string: `"${TOKEN}"` }],
  }, "secret"],
  [
    "an edit of a linter's configuration",
    "before-edit",
    { "tool_input.file_path": ".eslintrc.json" },
    "eslint",
  ],
]);

Deno.test("crush: a remark reaches the model at once, and approves nothing", () =>
  inHome(async (home) => {
    const played = await playerOf(home, "crush")("before-write", {
      "tool_input.file_path": "package.json",
      "tool_input.content": MANIFEST,
    });
    assertEquals([played.goesOn, played.fault], [true, undefined]);
    assertStringIncludes(played.told ?? "", "dependencies");
    assertEquals(Object.hasOwn(JSON.parse(played.reply.stdout), "decision"), false);
  }));

Deno.test("crush: a changed command leaves the rest of the input", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const played = await playerOf(home, "crush")("before-bash", {
      "tool_input.command": "npm run dev",
      "tool_input.working_dir": home.project,
    }, { env: { PATH: `${home.home}/bin` } });
    assertEquals([played.goesOn, played.fault], [true, undefined]);
    assertStringIncludes(`${played.input?.["command"]}`, "tmux");
    assertEquals(played.input?.["description"], "t");
  }));
