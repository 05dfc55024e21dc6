/** What is special to Copilot: three programs that read one file, each with its own names, and one answer for all. */
import { environmentOf } from "../../src/base/environment.ts";
import { findEvent, loadContract } from "../../src/contract/contract.ts";
import { translate } from "../support/translate.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { loadHarness, SCOPES } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inHome } from "../support/home.ts";

const terminal = (toolName: string, toolArgs: unknown) => ({
  sessionId: "s-1",
  timestamp: 1,
  toolName,
  toolArgs,
});
const pascal = (tool_name: string, tool_input: unknown) => ({
  timestamp: "2026-01-02T03:04:05.000Z",
  tool_name,
  tool_input,
});
const editor = (tool_name: string, tool_input: unknown) => ({
  ...pascal(tool_name, tool_input),
  hook_event_name: "PreToolUse",
  tool_use_id: "call_1",
});

const LOSS = "rm -rf ~/Documents";
for (
  const [name, event, payload] of [
    ["the command line", "preToolUse", terminal("bash", { command: LOSS })],
    ["the command line, by the names of Claude Code", "PreToolUse", pascal("Bash", { command: LOSS })],
    [
      "VS Code, which takes the entry of the command line over",
      "preToolUse",
      editor("run_in_terminal", { command: LOSS }),
    ],
    ["VS Code, by its own names", "PreToolUse", editor("run_in_terminal", { command: LOSS })],
    [
      "a task of VS Code",
      "preToolUse",
      editor("create_and_run_task", {
        workspaceFolder: "/home/dev/project",
        task: { label: "x", type: "shell", command: "rm", args: ["-rf", "/home/dev/Documents"] },
      }),
    ],
    ["a running shell", "preToolUse", terminal("write_bash", { shellId: "0", input: LOSS })],
  ] as const
) {
  Deno.test(`copilot: a loss in ${name} is refused with exit code 0`, () =>
    inHome(async (home) => {
      const reply = await home.call(["--contract", "copilot", event], { cwd: home.project, ...payload });
      assertEquals([reply.code, reply.stderr], [0, ""]);
      const effect = await home.tell("copilot", event, payload);
      assertEquals([effect.goesOn, effect.fault], [false, undefined], JSON.stringify(effect));
      assert((effect.reason ?? "").length > 20);
    }));
}

Deno.test("copilot: a refusal in PowerShell says it at the top, where the command line reads it", () =>
  inHome(async (home) => {
    const reply = await home.call(
      ["--contract", "copilot", "preToolUse"],
      { cwd: home.project, ...terminal("powershell", { command: "Remove-Item -Recurse -Force /srv/work" }) },
    );
    assertEquals(reply.code, 0);
    const answer = JSON.parse(reply.stdout);
    assertEquals(answer.permissionDecision, "deny");
    assert(answer.permissionDecisionReason.length > 20);
    assertEquals(answer.hookSpecificOutput.hookEventName, "PreToolUse");
  }));

Deno.test("copilot: a call that may run is answered with nothing at all", () =>
  inHome(async (home) => {
    for (const event of ["preToolUse", "PreToolUse"]) {
      const payload = { cwd: home.project, ...terminal("bash", { command: "git status" }) };
      const reply = await home.call(["--contract", "copilot", event], payload);
      assertEquals(reply, { stdout: "", stderr: "", code: 0 });
    }
  }));

for (
  const [name, payload] of [
    ["create", terminal("create", { path: ".eslintrc.json", file_text: "{}\n" })],
    ["edit", terminal("edit", { path: ".eslintrc.json", old_str: "error", new_str: "off" })],
    [
      "str_replace_editor",
      terminal("str_replace_editor", {
        command: "str_replace",
        path: ".eslintrc.json",
        old_str: "error",
        new_str: "off",
      }),
    ],
    [
      "apply_patch",
      terminal(
        "apply_patch",
        "*** Begin Patch\n*** Update File: .eslintrc.json\n@@\n-error\n+off\n*** End Patch\n",
      ),
    ],
    ["Write with the keys of Copilot", pascal("Write", { path: ".eslintrc.json", file_text: "{}\n" })],
    ["create_file", editor("create_file", { filePath: ".eslintrc.json", content: "{}\n" })],
    [
      "replace_string_in_file",
      editor("replace_string_in_file", {
        filePath: ".eslintrc.json",
        oldString: "error",
        newString: "off",
      }),
    ],
    [
      "multi_replace_string_in_file",
      editor("multi_replace_string_in_file", {
        replacements: [
          { filePath: "a.txt", oldString: "a", newString: "b" },
          { filePath: ".eslintrc.json", oldString: "error", newString: "off" },
        ],
      }),
    ],
    ["insert_edit_into_file", editor("insert_edit_into_file", { filePath: ".eslintrc.json", code: "{}" })],
  ] as const
) {
  Deno.test(`copilot: ${name} does not loosen a linter`, () =>
    inHome(async (home) => {
      home.put(".eslintrc.json", '{ "rules": { "x": "error" } }\n');
      const event = name.startsWith("Write") ? "PreToolUse" : "preToolUse";
      const effect = await home.tell("copilot", event, payload);
      assertEquals([effect.goesOn, effect.fault], [false, undefined], JSON.stringify(effect));
      assertStringIncludes(effect.reason ?? "", ".eslintrc");
    }));
}

for (
  const [name, event, payload] of [
    [
      "the command line",
      "preToolUse",
      terminal("create", { path: "package.json", file_text: '{ "dependencies": {} }' }),
    ],
    [
      "Claude Code's names",
      "PreToolUse",
      pascal("Write", { path: "package.json", file_text: '{ "dependencies": {} }' }),
    ],
    [
      "VS Code",
      "preToolUse",
      editor("create_file", { filePath: "package.json", content: '{ "dependencies": {} }' }),
    ],
  ] as const
) {
  Deno.test(`copilot: advice before a tool reaches the model in the dialect of ${name}, once`, () =>
    inHome(async (home) => {
      const effect = await home.tell("copilot", event, payload);
      assertEquals([effect.goesOn, effect.fault], [true, undefined]);
      assertEquals(effect.told?.match(/Full procedure:/g)?.length, 1, effect.told ?? "nothing");
    }));
}

for (
  const [event, payload] of [
    ["userPromptSubmitted", { prompt: "Go on." }],
    ["UserPromptSubmit", { prompt: "Go on." }],
    ["userPromptSubmitted", {
      prompt: "Go on.",
      hook_event_name: "UserPromptSubmit",
      transcript_path: "/x/GitHub.copilot-chat/t.jsonl",
    }],
  ] as const
) {
  Deno.test(`copilot: a text for the end of a turn waits for ${event} (${Object.keys(payload).length})`, () =>
    inHome(async (home) => {
      home.put(
        `${home.home}/.config/garfio/config.jsonc`,
        '{ "sessionEnd": { "enabled": true, "minStops": 1 } }',
      );
      const stop = await home.tell("copilot", "agentStop", {
        stopReason: "end_turn",
        stop_hook_active: false,
      });
      assertEquals(stop, { goesOn: true });
      assertStringIncludes((await home.tell("copilot", event, payload)).told ?? "", "Session end");
    }));
}

Deno.test("copilot: its shell of the name Bash is PowerShell on Windows, like VS Code's terminal", () => {
  const contract = loadContract(ASSETS, "copilot")!;
  const of = (tool_name: string, cwd: string, os: "linux" | "windows") =>
    translate(contract, findEvent(contract, "PreToolUse")!.event, pascal(tool_name, { command: "dir" }), {
      cwd,
      os,
      env: environmentOf({}),
    }).toolName;
  for (const name of ["Bash", "run_in_terminal"]) {
    assertEquals([of(name, "C:\\p", "windows"), of(name, "/p", "linux")], ["PowerShell", "Bash"]);
  }
  assertEquals(of("bash", "C:\\p", "windows"), "Bash");
});

Deno.test("copilot: what it registers is read by each program that reads the file", () => {
  for (const scope of SCOPES) {
    const harness = loadHarness(ASSETS, "copilot", "strict");
    const surface = harness.registration.surfaces[scope]!;
    const program = { command: "/opt/my tools/garfio", leading: [] };
    for (
      const { event, handler, matcher, arguments: words } of plannedEntries(
        harness,
        surface,
        program,
        "linux",
      )
    ) {
      // An empty or starred matcher is an error, or fits nothing, under the names of these events.
      assertEquals([matcher, handler["matcher"]], [undefined, undefined]);
      assertEquals(handler["type"], "command");
      assert(/^[a-z]/.test(event), event);
      if (scope === "local") {
        // Only the command line reads it, and it starts programs without a shell.
        assertEquals([handler["exec"], handler["args"], handler["bash"]], [
          program.command,
          words,
          undefined,
        ]);
      } else {
        assertEquals(handler["bash"], `"/opt/my tools/garfio" hook --contract copilot ${event}`);
        assertEquals(handler["powershell"], `& "/opt/my tools/garfio" hook --contract copilot ${event}`);
        assertEquals(handler["exec"], undefined);
      }
    }
  }
  const advisory = loadHarness(ASSETS, "copilot", "advisory").registration.events;
  assertEquals(advisory.map(({ event, messages }) => [event, messages]), [
    ["sessionStart", []],
    ["postToolUse", ["posttooluse-proactive-compaction"]],
  ]);
});
