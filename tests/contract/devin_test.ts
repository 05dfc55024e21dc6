/** What is special to Devin: one way to block, no question, no working directory, and its own names of tools. */
import { plannedEntries } from "../../src/register/entry.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inHome } from "../support/home.ts";

const tool = (tool_name: string, tool_input: unknown) => ({
  tool_name,
  tool_input,
  tool_use_id: "functions.x:1",
});

for (
  const [name, payload, reason] of [
    ["a loss", tool("exec", { command: "rm -rf ~/Documents", shell_id: "main" }), "Documents"],
    [
      "an edit of a linter",
      tool("edit", { file_path: ".eslintrc.json", old_string: "error", new_string: "off" }),
      ".eslintrc",
    ],
    [
      "a patch of a linter",
      tool(
        "apply_patch",
        "*** Begin Patch\n*** Update File: .eslintrc.json\n@@\n-error\n+off\n*** End Patch",
      ),
      ".eslintrc",
    ],
    ["a file of secrets", tool("read", { file_path: ".env" }), ".env"],
  ] as const
) {
  Deno.test(`devin: ${name} is blocked with a decision and a reason, and no other key`, () =>
    inHome(async (home) => {
      home.put(".eslintrc.json", '{ "rules": { "x": "error" } }\n');
      home.put(".env", "TOKEN=1\n");
      const reply = await home.call(["--contract", "devin", "PreToolUse"], { cwd: home.project, ...payload });
      assertEquals([reply.code, reply.stderr], [0, ""]);
      const answer = JSON.parse(reply.stdout);
      assertEquals([Object.keys(answer), answer.decision], [["decision", "reason"], "block"]);
      assertStringIncludes(answer.reason, reason);
    }));
}

Deno.test("devin: without a working directory in the payload the project is that of its variable", () =>
  inHome(async (home) => {
    home.put("sub/.eslintrc.json", "{}\n");
    const env = { DEVIN_PROJECT_DIR: `${home.project}/sub` };
    const payload = tool("write", { file_path: ".eslintrc.json", content: "{ }\n" });
    const reply = await home.call(["--contract", "devin", "PreToolUse"], payload, { env });
    assertEquals(JSON.parse(reply.stdout).decision, "block");
  }));

Deno.test("devin: a question about a loss is a refusal, any other is told behind the tool", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      '{ "guards": { "destructive-command": "ask", "config-protection": "ask" } }',
    );
    home.put(".eslintrc.json", "{}\n");
    const loss = await home.tell("devin", "PreToolUse", tool("exec", { command: "git reset --hard HEAD~2" }));
    assertEquals([loss.goesOn, loss.fault], [false, undefined]);
    const edit = tool("write", { file_path: ".eslintrc.json", content: "{ }\n" });
    assertEquals(await home.tell("devin", "PreToolUse", edit), { goesOn: true });
    const after = { ...edit, tool_response: { success: true, output: "", error: null } };
    assertStringIncludes((await home.tell("devin", "PostToolUse", after)).told ?? "", ".eslintrc");
  }));

Deno.test("devin: a changed command keeps the keys of its own", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const env = { PATH: `${home.home}/bin` };
    const effect = await home.tell(
      "devin",
      "PreToolUse",
      tool("exec", { command: "npm run dev", shell_id: "main" }),
      { env },
    );
    assertEquals([effect.goesOn, effect.fault, effect.input?.["shell_id"]], [true, undefined, "main"]);
    assertStringIncludes(`${effect.input?.["command"]}`, "tmux");
  }));

Deno.test("devin: entries stand in the file that is not committed, without a matcher", () => {
  const harness = loadHarness(ASSETS, "devin", "advisory");
  const { surfaces, defaultScope } = harness.registration;
  assertEquals([defaultScope, surfaces.local!.exclude], ["local", true]);
  const entries = plannedEntries(harness, surfaces.local!, { command: "/opt/garfio", leading: [] }, "linux");
  assertEquals(entries.map(({ event, matcher, row }) => [event, matcher, row.messages]), [
    ["SessionStart", undefined, []],
    ["PostToolUse", undefined, ["posttooluse-proactive-compaction"]],
  ]);
  // The map of events is the file itself here, and one key of the others.
  assertEquals([surfaces.project!.container, surfaces.user!.container], [[], ["hooks"]]);
});
