/** What is special to CodeBuddy: Claude Code's form with other consequences, and an IDE with other names of tools. */
import { plannedEntries } from "../../src/register/entry.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inHome } from "../support/home.ts";

const tool = (tool_name: string, tool_input: unknown) => ({ tool_name, tool_input, tool_use_id: "call_1" });

for (
  const [name, payload] of [
    ["Edit", tool("Edit", { file_path: ".prettierrc", old_string: "a", new_string: "b" })],
    [
      "replace_in_file with the lines of a difference",
      tool("replace_in_file", { path: ".prettierrc", diff: "-a\n+b" }),
    ],
    [
      "replace_in_file with blocks",
      tool("replace_in_file", {
        path: ".prettierrc",
        diff: "------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n",
      }),
    ],
    [
      "replace_in_file with texts",
      tool("replace_in_file", { filePath: ".prettierrc", old_str: "a", new_str: "b" }),
    ],
    ["write_to_file", tool("write_to_file", { filePath: ".prettierrc", content: "b\n" })],
    [
      "execute_command",
      tool("execute_command", { command: "echo b > .prettierrc", requires_approval: false }),
    ],
  ] as const
) {
  Deno.test(`codebuddy: ${name} does not loosen a formatter`, () =>
    inHome(async (home) => {
      home.put(".prettierrc", "a\n");
      const effect = await home.tell("codebuddy", "PreToolUse", payload);
      assertEquals([effect.goesOn, effect.fault], [false, undefined], JSON.stringify(effect));
      assertStringIncludes(effect.reason ?? "", ".prettierrc");
    }));
}

for (const name of ["delete_file", "delete_files"]) {
  Deno.test(`codebuddy: ${name} asks about a file of rules, and about one outside the project`, () =>
    inHome(async (home) => {
      home.put(".prettierrc", "a\n");
      const rules = await home.tell("codebuddy", "PreToolUse", tool(name, { target_file: ".prettierrc" }));
      assertEquals([rules.goesOn, rules.fault, rules.asked === undefined], [true, undefined, false]);
      const other = await home.tell(
        "codebuddy",
        "PreToolUse",
        tool(name, { target_file: "../../other/notes.md" }),
      );
      assertEquals([other.fault, other.asked === undefined], [undefined, false]);
    }));
}

Deno.test("codebuddy: nothing is approved, so that its own rules still count", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const env = { PATH: `${home.home}/bin` };
    const payload = { cwd: home.project, ...tool("Bash", { command: "npm run dev", description: "Serve" }) };
    const reply = await home.call(["--contract", "codebuddy", "PreToolUse"], payload, { env });
    const inner = JSON.parse(reply.stdout).hookSpecificOutput;
    assertEquals([inner.permissionDecision, inner.updatedInput.description], [undefined, "Serve"]);
    // Its documentation and its code know the changed input by different names.
    assertEquals(inner.modifiedInput, inner.updatedInput);
    assertStringIncludes(inner.updatedInput.command, "tmux");
  }));

Deno.test("codebuddy: no answer without context where the model would read the answer itself", () =>
  inHome(async (home) => {
    for (
      const [event, payload] of [["UserPromptSubmit", { prompt: "Go on." }], ["Setup", {
        trigger: "init",
      }]] as const
    ) {
      const reply = await home.call(["--contract", "codebuddy", event], { cwd: home.project, ...payload });
      assertEquals(reply, { stdout: "", stderr: "", code: 0 }, event);
    }
  }));

Deno.test("codebuddy: a session start without a working directory is about the project of its variable", () =>
  inHome(async (home) => {
    home.put(`${home.home}/.config/garfio/messages/house-rules.md`, "# House rules\n\nSpeak plainly.\n");
    const reply = await home.call(
      ["--contract", "codebuddy", "SessionStart", "house-rules"],
      { session_id: "s", hook_event_name: "SessionStart", source: "startup" },
      { env: { CODEBUDDY_PROJECT_DIR: home.project } },
    );
    assertStringIncludes(JSON.parse(reply.stdout).hookSpecificOutput.additionalContext, "Speak plainly.");
  }));

Deno.test("codebuddy: advice before a tool is told behind it", () =>
  inHome(async (home) => {
    home.put("package.json", "{}\n");
    const edit = tool("write_to_file", {
      filePath: "package.json",
      content: '{ "dependencies": { "a": "*" } }\n',
    });
    assertEquals(await home.tell("codebuddy", "PreToolUse", edit), { goesOn: true });
    const after = await home.tell("codebuddy", "PostToolUse", { ...edit, tool_response: { success: true } });
    assertStringIncludes(after.told ?? "", "package.json");
  }));

Deno.test("codebuddy: entries stand in the local settings, and a matcher has nothing to do", () => {
  const harness = loadHarness(ASSETS, "codebuddy", "strict");
  const { surfaces, defaultScope } = harness.registration;
  assertEquals(defaultScope, "local");
  for (
    const { event, handler, matcher } of plannedEntries(harness, surfaces.local!, {
      command: "C:\\Users\\dev\\garfio.exe",
      leading: [],
    }, "windows")
  ) {
    assertEquals(matcher, undefined);
    // Git Bash runs it.
    assert(
      String(handler["command"]).startsWith('"C:/Users/dev/garfio.exe" hook --contract codebuddy '),
      event,
    );
    assertEquals(Object.keys(handler), ["type", "command", "timeout"]);
  }
  const advisory = loadHarness(ASSETS, "codebuddy", "advisory").registration.events;
  assertEquals(advisory.map(({ event, messages }) => [event, messages]), [
    ["SessionStart", []],
    ["PostToolUse", ["posttooluse-proactive-compaction"]],
  ]);
});
