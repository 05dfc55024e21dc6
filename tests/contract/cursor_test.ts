/** What is special to Cursor: an answer to everything, one question, drives with a slash, and files of Claude Code. */
import { environmentOf } from "../../src/base/environment.ts";
import { findEvent, loadContract } from "../../src/contract/contract.ts";
import { translate } from "../support/translate.ts";
import { asInput, parseJson } from "../../src/hook/payload.ts";
import { answer } from "../../src/hook/answer.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inHome } from "../support/home.ts";

const IN_CURSOR = { CURSOR_VERSION: "3.2.16", CURSOR_PROJECT_DIR: "/home/dev/project" };
const tool = (tool_name: string, tool_input: unknown) => ({
  cursor_version: "3.2.16",
  tool_name,
  tool_input,
});

Deno.test("cursor: a call that may run is answered with an empty object, never with nothing, never with leave", () =>
  inHome(async (home) => {
    for (
      const [event, payload] of [
        ["preToolUse", tool("Write", { path: "a.txt", contents: "x\n" })],
        ["beforeShellExecution", { command: "git status", cwd: home.project }],
        ["beforeMCPExecution", { tool_name: "create_issue", tool_input: "{}" }],
        ["beforeSubmitPrompt", { prompt: "Please tidy up." }],
        ["sessionEnd", { reason: "completed" }],
        ["workspaceOpen", {}],
        ["noSuchEvent", {}],
      ] as const
    ) {
      const reply = await home.call(["--contract", "cursor", event], { cwd: home.project, ...payload });
      assertEquals([reply.stdout, reply.code], ["{}", 0], event);
    }
  }));

for (
  const [name, args, env] of [
    ["its own entry", ["--contract", "cursor", "preToolUse"], {}],
    ["an entry of Claude Code that it runs", ["PreToolUse"], IN_CURSOR],
  ] as const
) {
  Deno.test(`cursor: with hooks switched off ${name} still lets calls run`, () =>
    inHome(async (home) => {
      const payload = tool("Write", { path: "a.txt", contents: "x\n" });
      const off = { env: { ...env, GARFIO_HOOKS_DISABLE: "1" } };
      assertEquals((await home.call(args, payload, off)).stdout, "{}");
    }));
}

Deno.test("cursor: Claude Code itself is still answered with nothing", () =>
  inHome(async (home) => {
    const off = { env: { GARFIO_HOOKS_DISABLE: "1" } };
    const payload = { tool_name: "Read", tool_input: { file_path: "a" } };
    assertEquals((await home.call(["PreToolUse"], payload, off)).stdout, "");
    assertEquals((await home.call(["PreToolUse"], payload)).stdout, "");
  }));

Deno.test("cursor: a payload that cannot be read is no reason to keep the call from running", () =>
  inHome(async (home) => {
    const reply = await answer({
      args: ["--contract", "cursor", "beforeShellExecution"],
      input: asInput(undefined, 0),
      env: environmentOf({ HOME: home.home, GARFIO_STATE_DIR: home.state }),
      cwd: home.project,
      os: "linux",
      clock: Date.now,
      parentPid: 1,
      assets: ASSETS,
    });
    assertEquals([reply.stdout, reply.code], ["{}", 0]);
    assertStringIncludes(reply.stderr, "no payload");
  }));

Deno.test("cursor: a byte order mark before the payload hides no command", () =>
  inHome(async (home) => {
    const text = JSON.stringify({ command: "rm -rf /", cwd: home.project });
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)]);
    const reply = await answer({
      args: ["--contract", "cursor", "beforeShellExecution"],
      input: asInput(parseJson(bytes), bytes.length),
      env: environmentOf({ HOME: home.home, GARFIO_STATE_DIR: home.state }),
      cwd: home.project,
      os: "linux",
      clock: Date.now,
      parentPid: 1,
      assets: ASSETS,
    });
    assertEquals([JSON.parse(reply.stdout).permission, reply.code], ["deny", 0]);
  }));

for (
  const [name, payload, reason] of [
    ["a deletion outside the project", tool("Delete", { path: "../../other/notes.md" }), "notes.md"],
    [
      "a linter's configuration, created",
      tool("Write", { path: ".eslintrc.json", contents: "{}\n" }),
      ".eslintrc",
    ],
    [
      "a linter's configuration, changed",
      tool("StrReplace", {
        path: ".eslintrc.json",
        old_string: "error",
        new_string: "off",
      }),
      ".eslintrc",
    ],
    [
      "a patch that is a text alone",
      tool(
        "ApplyPatch",
        "*** Begin Patch\n*** Update File: .eslintrc.json\n@@\n-error\n+off\n*** End Patch\n",
      ),
      ".eslintrc",
    ],
    ["a file of secrets", tool("Read", { path: ".env" }), ".env"],
  ] as const
) {
  Deno.test(`cursor: ${name} is refused in words for the model and for the operator`, () =>
    inHome(async (home) => {
      home.put(".eslintrc.json", '{ "rules": { "x": "error" } }\n');
      home.put(".env", "TOKEN=1\n");
      const effect = await home.tell("cursor", "preToolUse", payload);
      assertEquals([effect.goesOn, effect.fault], [false, undefined], JSON.stringify(effect));
      assertStringIncludes(effect.reason ?? "", reason);
    }));
}

Deno.test("cursor: only before a shell command and an MCP tool somebody is asked; elsewhere a loss is refused", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      '{ "guards": { "destructive-command": "ask", "config-protection": "ask" } }',
    );
    home.put(".eslintrc.json", "{}\n");
    const shell = await home.tell("cursor", "beforeShellExecution", { command: "git reset --hard HEAD~2" });
    assertEquals([shell.goesOn, shell.fault, shell.asked === undefined], [true, undefined, false]);
    const lost = await home.tell("cursor", "preToolUse", tool("Delete", { path: "../../other/notes.md" }));
    assertEquals([lost.goesOn, lost.fault], [false, undefined]);
    const config = await home.tell(
      "cursor",
      "preToolUse",
      tool("Write", { path: ".eslintrc.json", contents: "{ }\n" }),
    );
    assertEquals([config.goesOn, config.asked, config.fault], [true, undefined, undefined]);
  }));

Deno.test("cursor: what belongs before a tool is told behind it", () =>
  inHome(async (home) => {
    home.put("package.json", "{}\n");
    const edit = tool("Write", { path: "package.json", contents: '{ "dependencies": { "a": "*" } }\n' });
    assertEquals(await home.tell("cursor", "preToolUse", edit), { goesOn: true });
    const after = await home.tell("cursor", "postToolUse", { ...edit, tool_output: "{}" });
    assertStringIncludes(after.told ?? "", "package.json");
    assertEquals((await home.tell("cursor", "postToolUse", { ...edit, tool_output: "{}" })).told, undefined);
  }));

Deno.test("cursor: the start of a session is one object, whatever the operator has to say", () =>
  inHome(async (home) => {
    home.put(`${home.home}/.config/garfio/messages/house-rules.md`, "# House rules\n\nSpeak plainly.\n");
    const reply = await home.call(["--contract", "cursor", "sessionStart", "house-rules"], {
      hook_event_name: "sessionStart",
      workspace_roots: [home.project],
    });
    assertStringIncludes(JSON.parse(reply.stdout).additional_context, "Speak plainly.");
  }));

Deno.test("cursor: a session that both files tell of starts once, and the second answer is a valid one", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.cursor/hooks.json`,
      '{ "version": 1, "hooks": { "sessionStart": [{ "command": "\\"/opt/garfio\\" hook --contract cursor sessionStart" }] } }',
    );
    const payload = { cursor_version: "3.1.0", session_id: "c1", workspace_roots: [home.project] };
    const second = await home.call(["SessionStart"], { ...payload, hook_event_name: "sessionStart" }, {
      env: IN_CURSOR,
    });
    assertEquals(second.stdout, "{}");
  }));

Deno.test("cursor: a large edit is an ordinary one", () =>
  inHome(async (home) => {
    const effect = await home.tell(
      "cursor",
      "preToolUse",
      tool("Write", { file_path: "x.sql", content: "INSERT INTO t VALUES (1);\n".repeat(100_000) }),
    );
    assertEquals(effect, { goesOn: true });
  }));

for (
  const [event, payload, around, cwd] of [
    ["afterFileEdit", { workspace_roots: ["/c:/Users/dev/proj"], file_path: "/c:/Users/dev/proj/src/a.ts" }, {
      os: "windows",
      cwd: "C:\\Users\\dev\\.cursor",
    }, "C:\\Users\\dev\\proj"],
    [
      "sessionStart",
      { workspace_roots: ["/home/dev/proj"] },
      { os: "linux", cwd: "/home/dev/.cursor" },
      "/home/dev/proj",
    ],
    ["preToolUse", { cwd: "", workspace_roots: ["/home/dev/proj"] }, {
      os: "linux",
      cwd: "/home/dev/.cursor",
      env: { CURSOR_PROJECT_DIR: "/home/dev/proj" },
    }, "/home/dev/proj"],
  ] as const
) {
  Deno.test(`cursor: ${event} with ${JSON.stringify(payload).slice(0, 50)} is about ${cwd}`, () => {
    const contract = loadContract(ASSETS, "cursor")!;
    const env = environmentOf("env" in around ? around.env : {});
    const event_ = translate(contract, findEvent(contract, event)!.event, payload, { ...around, env });
    assertEquals(event_.cwd, cwd);
    if ("file_path" in payload) {
      assertEquals(event_.toolInput?.["file_path"], "C:\\Users\\dev\\proj\\src\\a.ts");
    }
  });
}

Deno.test("cursor: its shell on Windows is PowerShell, whichever event tells of it", () => {
  const contract = loadContract(ASSETS, "cursor")!;
  const around = { cwd: "C:\\p", env: environmentOf({}), os: "windows" as const };
  for (
    const [event, payload] of [
      ["beforeShellExecution", { command: "dir", cwd: "C:\\p" }],
      ["preToolUse", { tool_name: "Shell", tool_input: { command: "dir" }, cwd: "C:\\p" }],
    ] as const
  ) {
    assertEquals(translate(contract, contract.events[event]!, payload, around).toolName, "PowerShell");
  }
});

Deno.test("cursor: the held turn is told by its count of follow-ups", () => {
  const contract = loadContract(ASSETS, "cursor")!;
  const around = { cwd: "/p", env: environmentOf({}), os: "linux" as const };
  const held = (loop_count: number) =>
    translate(contract, contract.events["stop"]!, { status: "completed", loop_count }, around).stopHookActive;
  assertEquals([held(0), held(1)], [false, true]);
});

Deno.test("cursor: one event of each pair is registered, so that nothing is judged twice", () => {
  const harness = loadHarness(ASSETS, "cursor", "strict");
  const entries = plannedEntries(
    harness,
    harness.registration.surfaces.project!,
    { command: "C:\\Program Files\\garfio.exe", leading: [] },
    "windows",
  );
  const general = new RegExp(entries.find(({ event }) => event === "preToolUse")!.matcher!);
  for (const one of ["Write", "StrReplace", "Delete", "Read", "Grep", "Task", "ShellOut", "Anything"]) {
    assert(general.test(one), one);
  }
  for (const one of ["Shell", "MCP:create_issue"]) assert(!general.test(one), one);
  for (const event of ["beforeReadFile", "afterFileEdit", "afterShellExecution", "afterMCPExecution"]) {
    assert(!entries.some((entry) => entry.event === event), event);
  }
  for (const { event, handler, row } of entries) {
    assertStringIncludes(
      String(handler["command"]),
      `& "C:\\Program Files\\garfio.exe" hook --contract cursor ${event}`,
    );
    assertEquals(handler["failClosed"], row.failClosed === true ? true : undefined);
  }
  const advisory = loadHarness(ASSETS, "cursor", "advisory").registration.events;
  assertEquals(advisory.map(({ event, messages }) => [event, messages]), [["sessionStart", []]]);
});
