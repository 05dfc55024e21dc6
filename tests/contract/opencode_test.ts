/** What is special to OpenCode on the side of the executable; the plugin has a test of its own. */
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inHome } from "../support/home.ts";
import { ASKING, playerOf, refuses, TOKEN } from "../support/played.ts";

const BASH = "captured-tool.execute.before-bash";

refuses("opencode", [
  ["a delete of everything", BASH, { "output.args.command": "rm -rf /" }, "rm"],
  ["a delete outside the project", BASH, { "output.args.command": "rm -rf ~/work" }, "work"],
  ["a delete from another folder", "before-bash-workdir", {
    "output.args.command": "rm -rf ../../work",
    "output.args.workdir": "/srv/app/api",
  }, "work"],
  ["an edit of a linter's configuration", "captured-tool.execute.before-edit", {
    "output.args.filePath": ".eslintrc.json",
  }, "eslint"],
  ["a patch of a linter's configuration", "before-apply_patch", {
    "output.args.patchText":
      "*** Begin Patch\n*** Update File: eslint.config.js\n@@\n-{}\n+{ }\n*** End Patch",
  }, "eslint"],
  ["an edit by a tool of another plugin", "before-other-edit", {
    "output.args.path": ".eslintrc.json",
  }, "eslint"],
  [
    "a secret by a tool of another plugin",
    "before-other-edit",
    { "output.args.text": `"${TOKEN}"` },
    "secret",
  ],
]);

Deno.test("opencode: a question about a loss is a refusal that says why, any other is not put", () =>
  inHome(async (home) => {
    home.put(`${home.home}/.config/garfio/config.jsonc`, ASKING);
    const play = playerOf(home, "opencode");
    const loss = await play(BASH, { "output.args.command": "git reset --hard HEAD~2" });
    assertStringIncludes(loss.reason ?? "", "asking is not available here");
    const style = await play(BASH, { "output.args.command": 'git commit -m "stuff"' });
    assertEquals([style.goesOn, style.fault, style.reply.stdout], [true, undefined, ""]);
  }));

Deno.test("opencode: a changed command leaves the rest of the arguments", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const played = await playerOf(home, "opencode")(BASH, { "output.args.command": "npm run dev" }, {
      env: { PATH: `${home.home}/bin` },
    });
    assertStringIncludes(`${played.input?.["command"]}`, "tmux");
    assertEquals(played.input?.["description"], "run it");
  }));
