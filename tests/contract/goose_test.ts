/** What is special to goose: it reads refusals, and nothing else. */
import { assertEquals } from "../support/assert.ts";
import { inHome } from "../support/home.ts";
import { MANIFEST, playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("goose", [
  ["a delete outside the project", "before-shell", { "tool_input.command": "rm -rf ~/work" }, "work"],
  ["a delete by the short name of the tool", "before-shell-short", {
    "tool_input.command": "rm -rf ~/work",
  }, "work"],
  ["a secret by one of the commands of the editor", "before-text-editor-replace", {
    "tool_input.new_str": `"${TOKEN}"`,
  }, "secret"],
  ["a file that the editor writes", "before-text-editor-write", { "tool_input.file_text": TOKEN }, "secret"],
  ["an edit of a linter's configuration", "before-edit", { "tool_input.path": ".eslintrc.json" }, "eslint"],
]);

Deno.test("goose: what is only remarked on is not said", () =>
  inHome(async (home) => {
    const changes = { "tool_input.path": "package.json", "tool_input.content": MANIFEST };
    const { reply } = await playerOf(home, "goose")("before-write", changes);
    assertEquals(reply, { stdout: "", stderr: "", code: 0 });
  }));
