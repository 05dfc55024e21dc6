/** What is special to Cline: two builds with different payloads run the same scripts. */
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { findEvent, loadContract, toldEvent } from "../../src/contract/contract.ts";
import { ASSETS, inHome } from "../support/home.ts";
import { canonicalOf } from "../support/golden.ts";
import { recordedOf } from "../support/dialect.ts";
import { MANIFEST, playerOf, refuses, TOKEN } from "../support/played.ts";

const contract = loadContract(ASSETS, "cline")!;

refuses("cline", [
  ["a delete outside the project", "before-command", {
    "preToolUse.parameters.command": "rm -rf ~/work",
  }, "work"],
  ["the second of several commands", "sdk-before-run", {
    "tool_call.input.commands": ["npm ci", "rm -rf ~/work"],
  }, "work"],
  ["a program with its arguments", "sdk-before-run-argv", {
    "tool_call.input.commands": [{ command: "git", args: ["commit", "--no-verify", "-m", "a b"] }],
  }, "no-verify"],
  ["one command that is no list", "sdk-before-run", {
    "tool_call.input.commands": { command: "git", args: ["reset", "--hard", "HEAD~2"] },
  }, "reset"],
  ["a secret in a block to replace", "before-replace", {
    "preToolUse.parameters.diff": `------- SEARCH\na\n=======\nconst t = "${TOKEN}";\n+++++++ REPLACE\n`,
  }, "secret"],
  [
    "a secret that is put in",
    "sdk-before-editor-insert",
    { "tool_call.input.new_text": `"${TOKEN}"` },
    "secret",
  ],
  ["a patch of a linter's configuration", "sdk-before-patch", {
    "tool_call.input.input":
      "*** Begin Patch\n*** Update File: eslint.config.js\n@@\n-{}\n+{ }\n*** End Patch",
  }, "eslint"],
]);

for (
  const [entry, told, native] of [
    ["PreToolUse", "tool_call", "tool_call"],
    ["PreToolUse", "PreToolUse", "PreToolUse"],
    ["PreToolUse", "tool_result", "PreToolUse"],
    ["TaskStart", "agent_start", "agent_start"],
    ["SessionShutdown", "session_shutdown", "session_shutdown"],
  ] as const
) {
  Deno.test(`cline: the script ${entry}, called for ${told}, is ${native}`, () => {
    assertEquals(findEvent(contract, entry, toldEvent(contract, { hookName: told }))?.native, native);
  });
}

Deno.test("cline: the script answers each build in its own way", () =>
  inHome(async (home) => {
    const play = playerOf(home, "cline");
    const write = { "preToolUse.parameters.path": "package.json", "preToolUse.parameters.content": MANIFEST };
    assertStringIncludes((await play("before-write", write)).told ?? "", "dependencies");
    // The one of the command line cannot be told anything with a prompt.
    assertEquals((await play("sdk-prompt_submit")).reply.stdout, "");
  }));

Deno.test("cline: an agent is only one that has a parent", () => {
  const by = (name: string) => recordedOf(ASSETS, "cline").find((one) => one.name === `${name}.json`)!;
  assertEquals(canonicalOf(contract, by("sdk-before-run")).agentId, undefined);
  assertEquals(typeof canonicalOf(contract, by("sdk-before-subagent")).agentId, "string");
});

Deno.test("cline: a list of commands is not changed, since no one of them is the changed one", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const played = await playerOf(home, "cline")("sdk-before-run", {
      "tool_call.input.commands": ["npm run dev"],
    }, { env: { PATH: `${home.home}/bin` } });
    assertEquals([played.goesOn, played.fault, played.input], [true, undefined, undefined]);
  }));
