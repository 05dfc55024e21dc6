/** What is special to Claude Code: what may fail closed, and commands that are no calls of a tool. */
import { loadHarness, type RegisteredEvent } from "../../src/register/registration.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { matchesTools } from "../../src/register/registered.ts";
import { GUARDS } from "../../src/guard/registry.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { ASSETS, inHome } from "../support/home.ts";

const GUARDED = ["PreToolUse", "PreSkillShellCommand"];

function entries(profile: "advisory" | "standard" | "strict"): { row: RegisteredEvent; handler: unknown }[] {
  const harness = loadHarness(ASSETS, "claude-code", profile);
  const surface = harness.registration.surfaces.user!;
  return plannedEntries(harness, surface, { command: "/opt/garfio", leading: [] }, "linux");
}

Deno.test("claude-code: in strict the guards before a tool refuse where they fail, and nothing else does", () => {
  const strict = entries("strict");
  const closed = strict.filter(({ handler }) => "onFailure" in (handler as object));
  for (const { row, handler } of closed) {
    assert(GUARDED.includes(row.event), row.event);
    // Any other value would keep the client from running a single hook of the file.
    assertEquals((handler as Record<string, unknown>)["onFailure"], "block");
  }
  const open = strict.filter((one) => GUARDED.includes(one.row.event) && !closed.includes(one));
  assertEquals(open.map(({ row }) => row.matcher), ["AskUserQuestion"]);
  for (const profile of ["advisory", "standard"] as const) {
    assert(!JSON.stringify(entries(profile)).includes("onFailure"), profile);
  }
});

Deno.test("claude-code: a command that a skill brings along is judged like a call of the shell", () =>
  inHome(async (home) => {
    const inline = (command: string) => ({
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "toolu_1",
      command_name: "tidy",
      invoked_by: "user",
    });
    const refused = await home.tell("claude-code", "PreSkillShellCommand", inline("rm -rf ~/Documents"));
    assertEquals([refused.goesOn, refused.fault], [false, undefined]);
    assertEquals(await home.tell("claude-code", "PreSkillShellCommand", inline("git status")), {
      goesOn: true,
    });
    // It is refused if anybody changes it.
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const server = await home.tell("claude-code", "PreSkillShellCommand", inline("npm run dev"), {
      env: { PATH: `${home.home}/bin` },
    });
    assertEquals([server.goesOn, server.input], [true, undefined]);
  }));

Deno.test("claude-code: a command that is only watched is a command", () =>
  inHome(async (home) => {
    const watch = { tool_name: "Monitor", tool_input: { command: "rm -rf ~/Documents" } };
    assertEquals((await home.tell("claude-code", "PreToolUse", watch)).goesOn, false);
    const stop = { tool_name: "Monitor", tool_input: { shell_id: "s1" } };
    assertEquals(await home.tell("claude-code", "PreToolUse", stop), { goesOn: true });
  }));

type Expected = "refused" | "silent" | "told";
const CALLS: readonly (readonly [string, string, string, Record<string, unknown>, Expected])[] = [
  ["an apostrophe in the path", "PreToolUse", "Bash", { command: "git status" }, "silent"],
  ["an ordinary build", "PreToolUse", "Bash", { command: "npm run build" }, "silent"],
  ["a delete of everything", "PreToolUse", "Bash", { command: "rm -rf /" }, "refused"],
  ["a flag in a bundle", "PreToolUse", "Bash", { command: "git commit -anm 'wip'" }, "refused"],
  [
    "hooks from nowhere",
    "PreToolUse",
    "Bash",
    { command: "git -c core.hooksPath=/dev/null commit -m 'x'" },
    "refused",
  ],
  ["a shortened flag", "PreToolUse", "Bash", { command: "git commit --no-verif -m x" }, "refused"],
  ["several edits", "PreToolUse", "MultiEdit", {
    file_path: "biome.json",
    edits: [{ old_string: '"recommended": true', new_string: '"recommended": false' }],
  }, "refused"],
  ["a cell with a secret", "PreToolUse", "NotebookEdit", {
    notebook_path: "a.ipynb",
    new_source: `TOKEN='ghp_${"a1B2c3D4e5F6".repeat(3)}'`,
    edit_mode: "replace",
  }, "refused"],
  ["the client's own settings", "PreToolUse", "NotebookEdit", {
    notebook_path: ".claude/settings.json",
    new_source: "{}",
    edit_mode: "replace",
  }, "refused"],
  ["a cell that evaluates", "PostToolUse", "NotebookEdit", {
    notebook_path: "a.ipynb",
    new_source: "value = eval(request_text)",
    edit_mode: "insert",
  }, "told"],
  ["a name like a linter's", "PreToolUse", "Edit", {
    file_path: "src/eslint-helper.ts",
    old_string: "a",
    new_string: "b",
  }, "silent"],
  ["the client's plan", "PreToolUse", "Write", {
    file_path: "~/.claude/plans/quiet-river.md",
    content: "1. read\n2. change",
  }, "silent"],
];
for (const [name, event, tool, input, expected] of CALLS) {
  Deno.test(`claude-code: ${name} is ${expected}`, () =>
    inHome(async (home) => {
      home.put("biome.json", "{}\n");
      home.put("a.ipynb", "{}\n");
      const file = input["file_path"];
      const effect = await home.tell("claude-code", event, {
        ...(name.startsWith("an apostrophe") ? { cwd: `${home.home}/bob's repo` } : {}),
        permission_mode: "dontAsk",
        agent_id: "ag9",
        agent_type: "Explore",
        tool_name: tool,
        tool_input: {
          ...input,
          ...(typeof file === "string" ? { file_path: file.replace(/^~/, home.home) } : {}),
        },
        ...(event === "PostToolUse" ? { tool_response: { ok: true } } : {}),
      });
      assertEquals(effect.fault, undefined);
      assertEquals(effect.goesOn, expected !== "refused", JSON.stringify(effect));
      if (expected !== "refused") assertEquals(effect.told !== undefined, expected === "told", effect.told);
    }));
}

Deno.test("claude-code: the end of a turn is never held twice, and that of a sub-agent not at all", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      '{ "sessionEnd": { "enabled": true, "minStops": 1 } }',
    );
    const stop = (event: string, active: boolean) =>
      home.tell("claude-code", event, { stop_hook_active: active });
    assertEquals(await stop("Stop", true), { goesOn: true });
    assertEquals(await stop("SubagentStop", false), { goesOn: true });
    assert((await stop("Stop", false)).told !== undefined);
    assertEquals(await stop("Stop", false), { goesOn: true });
  }));

Deno.test("claude-code: each entry lists every guard that may have something to say about its calls", () => {
  const rows = entries("standard").map(({ row }) => row);
  /** Bound to every tool, but without a word about these. */
  const beside = (id: string, tool: string): boolean =>
    (id === "mcp-health" && !tool.startsWith("mcp__")) ||
    (id === "destructive-command" && !/^(?:Write|.*Edit|Bash|PowerShell|mcp__.*)$/.test(tool)) ||
    // A cell of a notebook names no dependency; what it evaluates is known before.
    (id === "pretooluse-dependency-guard" && tool === "NotebookEdit");
  for (
    const tool of ["Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "PowerShell", "Read", "Grep", "Glob"]
      .concat("LS", "mcp__a__b", "AskUserQuestion", "Agent", "WebFetch", "WebSearch", "Skill", "ExitPlanMode")
  ) {
    for (const event of ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop"]) {
      const listed = rows.filter((row) => row.event === event && matchesTools(row.matcher, [tool]))
        .flatMap(({ messages }) => messages);
      const bound = GUARDS.filter(({ id, events, tools }) =>
        events.includes(event) && (tools.length === 0 || tools.includes(tool)) && !beside(id, tool) &&
        !(id === "pretooluse-eval-guard" && event === "PostToolUse") &&
        // A question has a matcher of its own, which the guard of questions needs for itself.
        !(id === "custom-rules" && tool === "AskUserQuestion")
      );
      assertEquals(bound.map(({ id }) => id).filter((id) => !listed.includes(id)), [], `${event} ${tool}`);
    }
  }
});
