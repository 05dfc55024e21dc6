/** What is special to Auggie: an answer is read as a whole or not at all, and only two things in it go anywhere. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inHome } from "../support/home.ts";
import { ASKING, playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("auggie", [
  ["the removal of a file outside the project", "before-remove", {
    "tool_input.file_paths": ["src/a.ts", "../../notes.md"],
  }, "notes.md"],
  [
    "a secret in the second of two edits",
    "before-replace",
    { "tool_input.new_str_2": `"${TOKEN}"` },
    "secret",
  ],
  ["a secret in a line to put in", "before-insert", { "tool_input.new_str_1": `"${TOKEN}"` }, "secret"],
  [
    "an edit of a linter's configuration",
    "before-replace",
    { "tool_input.path": ".eslintrc.json" },
    "eslint",
  ],
  ["a delete from another folder", "before-launch", {
    "tool_input.command": "rm -rf ../../work",
    "tool_input.cwd": "/srv/app/api",
  }, "work"],
]);

Deno.test("auggie: a refusal names its event, and holds no key of another one", () =>
  inHome(async (home) => {
    const { reply } = await playerOf(home, "auggie")("before-launch", {
      "tool_input.command": "git reset --hard HEAD~2",
    });
    const { hookSpecificOutput, ...rest } = JSON.parse(reply.stdout);
    assertEquals(rest, {});
    assertEquals(Object.keys(hookSpecificOutput).sort(), [
      "hookEventName",
      "permissionDecision",
      "permissionDecisionReason",
    ]);
    assertEquals([hookSpecificOutput.hookEventName, reply.code, reply.stderr], ["PreToolUse", 0, ""]);
  }));

Deno.test("auggie: a question about a loss is a refusal that says why", () =>
  inHome(async (home) => {
    home.put(`${home.home}/.config/garfio/config.jsonc`, ASKING);
    const loss = await playerOf(home, "auggie")("before-launch", {
      "tool_input.command": "git reset --hard HEAD~2",
    });
    assertStringIncludes(loss.reason ?? "", "asking is not available here");
  }));

Deno.test("auggie: a changed command leaves the rest of the input", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const played = await playerOf(home, "auggie")("before-launch", {
      "tool_input.command": "npm run dev",
      "tool_input.cwd": home.project,
    }, { env: { PATH: `${home.home}/bin` } });
    assert(`${played.input?.["command"]}`.includes("tmux"));
    assertEquals([played.input?.["wait"], played.input?.["max_wait_seconds"]], [true, 60]);
  }));
