/** Entries that were written for Claude Code and run by another harness: it is known, and answered in its own dialect. */
import { environmentOf } from "../../src/base/environment.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { callerOf } from "../../src/contract/caller.ts";
import { findEvent, loadContract, toldEvent } from "../../src/contract/contract.ts";
import type { Reply } from "../../src/contract/outcome.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { recordedOf } from "../support/dialect.ts";
import { textsIn } from "../support/hook_case.ts";
import { ASSETS, type Home, inHome } from "../support/home.ts";
import { READERS } from "./readers/all.ts";
import type { Effect } from "./readers/reader.ts";

const CLAUDE = loadContract(ASSETS, "claude-code")!;
const TIME = "2026-01-02T03:04:05.678Z";

/** What a harness sends to an entry of Claude Code's, as far as it matters; `tool` puts in a call. */
interface Host {
  readonly id: string;
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly payload: JsonObject;
  readonly tool: (command: string) => JsonObject;
}

const plain = (command: string): JsonObject => ({ tool_name: "Bash", tool_input: { command } });
const common = { session_id: "s-1", hook_event_name: "PreToolUse", cwd: "{project}" };
const withTranscript = { ...common, transcript_path: "/home/dev/t.jsonl", permission_mode: "default" };
const cursor = {
  conversation_id: "c-1",
  generation_id: "g-1",
  hook_event_name: "preToolUse",
  workspace_roots: ["{project}"],
  session_id: "c-1",
  transcript_path: null,
};

const HOSTS: readonly Host[] = [
  {
    id: "cursor",
    env: { CURSOR_VERSION: "3.1.0", CURSOR_PROJECT_DIR: "/p" },
    payload: { ...cursor, cursor_version: "3.1.0" },
    tool: (command) => ({ tool_name: "Shell", tool_input: { command }, tool_use_id: "u", cwd: "{project}" }),
  },
  {
    id: "cursor",
    name: "cursor without its version",
    payload: cursor,
    tool: (command) => ({ tool_name: "Shell", tool_input: { command } }),
  },
  {
    id: "devin",
    env: { DEVIN_PROJECT_DIR: "{project}" },
    payload: { session_id: "quiet-harbor", hook_event_name: "PreToolUse", prompt_id: "p" },
    tool: (command) => ({ tool_name: "exec", tool_input: { command } }),
  },
  { id: "copilot", payload: { ...common, timestamp: TIME }, tool: plain },
  {
    id: "copilot",
    name: "copilot in VS Code",
    payload: { ...common, timestamp: TIME, transcript_path: "/home/dev/t.jsonl", tool_use_id: "u" },
    tool: (command) => ({ tool_name: "run_in_terminal", tool_input: { command, explanation: "x" } }),
  },
  {
    id: "gemini-cli",
    env: { GEMINI_SESSION_ID: "s-1" },
    payload: { ...common, hook_event_name: "BeforeTool", transcript_path: "", timestamp: TIME },
    tool: (command) => ({ tool_name: "run_shell_command", tool_input: { command } }),
  },
  {
    id: "qwen-code",
    env: { QWEN_PROJECT_DIR: "/p", GEMINI_PROJECT_DIR: "/p" },
    payload: { ...withTranscript, timestamp: TIME },
    tool: (command) => ({ tool_name: "run_shell_command", tool_input: { command } }),
  },
  {
    id: "codex",
    env: { PLUGIN_ROOT: "/p", CLAUDE_PLUGIN_ROOT: "/p" },
    payload: { ...withTranscript, turn_id: "t" },
    tool: plain,
  },
  {
    id: "grok",
    env: { GROK_SESSION_ID: "s-1", GROK_HOOK_EVENT: "pre_tool_use" },
    payload: {
      sessionId: "s-1",
      hookEventName: "pre_tool_use",
      // Newer ones also have Claude Code's keys.
      hook_event_name: "PreToolUse",
      session_id: "s-1",
      cwd: "{project}",
      workspaceRoot: "{project}",
    },
    tool: (command) => ({ toolName: "run_terminal_command", toolInput: { command } }),
  },
  {
    id: "auggie",
    env: { AUGMENT_HOOK_EVENT: "PreToolUse" },
    payload: { hook_event_name: "PreToolUse", conversation_id: "a", workspace_roots: ["{project}"] },
    tool: (command) => ({ tool_name: "launch-process", tool_input: { command, cwd: "{project}" } }),
  },
  { id: "continue", env: { CONTINUE_PROJECT_DIR: "/p" }, payload: withTranscript, tool: plain },
  { id: "codebuddy", env: { CODEBUDDY_PROJECT_DIR: "/p" }, payload: withTranscript, tool: plain },
  {
    id: "droid",
    env: { FACTORY_PROJECT_DIR: "/p" },
    payload: withTranscript,
    tool: (command) => ({ tool_name: "Execute", tool_input: { command } }),
  },
];

/** Every variable by which one of the others is known, as a Claude Code that was started inside them has it. */
const EVERY_VARIABLE = Object.fromEntries(
  [...CLAUDE.importerVariables, ...CLAUDE.callers!.flatMap(({ variables = [] }) => variables)].map((name) => [
    name,
    "/elsewhere",
  ]),
);

const filled = (value: JsonObject, project: string): JsonObject =>
  JSON.parse(JSON.stringify(value).replaceAll("{project}", project));
const titleOf = ({ id, name }: Host) => name ?? id;

for (const host of HOSTS) {
  Deno.test(`${titleOf(host)} is known when it runs an entry of Claude Code's`, () => {
    const payload = { ...host.payload, ...host.tool("ls") };
    assertEquals(callerOf(CLAUDE, payload, environmentOf(host.env ?? {}))?.id, host.id);
  });
}

Deno.test("what a real client sends tells who it is", () => {
  for (
    const [id, env] of [["gemini-cli", { GEMINI_SESSION_ID: "s" }], ["qwen-code", {}], ["codex", {}]] as const
  ) {
    const told = recordedOf(ASSETS, id).map((one) => ({
      name: one.name,
      caller: callerOf(CLAUDE, one.payload, environmentOf({ ...env, ...one.env }))?.id,
    }));
    // Codex says nothing of itself at a start or an end, where Claude Code's form is its own.
    const known = told.filter(({ name }) => id !== "codex" || !/Session(Start|End)/.test(name));
    assertEquals(known.filter(({ caller }) => caller !== id), []);
  }
});

Deno.test("Claude Code is never taken for another, wherever it was started", () => {
  for (const { name, payload } of recordedOf(ASSETS, "claude-code")) {
    const session = { CLAUDE_CODE_SESSION_ID: `${payload["session_id"]}` };
    const caller = callerOf(CLAUDE, payload, environmentOf({ ...EVERY_VARIABLE, ...session }));
    assertEquals(caller?.id, undefined, name);
    // Older versions do not name the session in the environment; what they send is theirs alone all the same.
    assertEquals(callerOf(CLAUDE, payload, environmentOf({}))?.id, undefined, name);
  }
});

Deno.test("a harness that was started by Claude Code's shell is known all the same", () => {
  for (const host of HOSTS) {
    const env = environmentOf({ ...host.env, CLAUDE_CODE_SESSION_ID: "another", CLAUDECODE: "1" });
    assertEquals(callerOf(CLAUDE, { ...host.payload, ...host.tool("ls") }, env)?.id, host.id);
  }
});

/** The answer to a call through an entry of Claude Code's, and what the host makes of it. */
async function throughClaude(
  home: Home,
  host: Host,
  words: readonly string[],
  more: JsonObject,
): Promise<{ reply: Reply; effect: Effect }> {
  const payload = filled({ ...host.payload, ...more }, home.project);
  const env = filled(host.env ?? {}, home.project) as Record<string, string>;
  const reply = await home.call(words, payload, { env });
  return { reply, effect: readBy(host.id, words[0]!, reply, payload) };
}

/** A harness without a table of its own, or without that event, reads what it runs the entry for: Claude Code's form. */
function readBy(id: string, event: string, reply: Reply, payload: JsonObject): Effect {
  const contract = loadContract(ASSETS, id);
  const found = contract === undefined ? undefined : findEvent(contract, event, toldEvent(contract, payload));
  if (found === undefined) return READERS["claude-code"]!.read(event, reply, payload);
  const reader = READERS[id];
  assert(reader !== undefined, `there is no model of ${id}`);
  return reader.read(found.native, reply, payload);
}

for (const host of HOSTS) {
  Deno.test(`${titleOf(host)}: a refusal through an entry of Claude Code's is one that it honours`, () =>
    inHome(async (home) => {
      const { reply, effect } = await throughClaude(
        home,
        host,
        ["PreToolUse", "destructive-command"],
        host.tool("rm -rf ~/Documents"),
      );
      assertEquals([effect.goesOn, effect.fault], [false, undefined], JSON.stringify({ reply, effect }));
      assert((effect.reason ?? "").length > 20, JSON.stringify(effect));
      // Twice within a moment is refused twice: a refusal is never what was said already.
      const again = await throughClaude(home, host, ["PreToolUse"], host.tool("rm -rf ~/Documents"));
      assertEquals(again.effect.goesOn, false);
    }));

  Deno.test(`${titleOf(host)}: what may run is left to it in silence`, () =>
    inHome(async (home) => {
      const { effect } = await throughClaude(home, host, ["PreToolUse"], host.tool("git status"));
      assertEquals([effect.goesOn, effect.fault, effect.told], [true, undefined, undefined]);
    }));
}

/** Where the host's own entry stands, and one in each form that an entry has. */
const OWN: readonly (readonly [string, string, (event: string) => string])[] = [
  ["cursor", ".cursor/hooks.json", (event) => line("cursor", event)],
  ["copilot", ".github/hooks/garfio.json", (event) => apart("copilot", event)],
  ["devin", ".devin/config.local.json", (event) => line("devin", event)],
  ["qwen-code", ".qwen/settings.json", (event) => line("qwen-code", event)],
  ["gemini-cli", ".gemini/settings.json", (event) => line("gemini-cli", event)],
];
const line = (id: string, event: string) =>
  JSON.stringify(
    { hooks: { [event]: [{ command: `"/opt/garfio" hook --contract ${id} ${event}` }] } },
    null,
    2,
  );
const apart = (id: string, event: string) =>
  JSON.stringify(
    { hooks: { [event]: [{ exec: "/opt/garfio", args: ["hook", "--contract", id, event] }] } },
    null,
    2,
  );

for (const [id, file, write] of OWN) {
  const host = HOSTS.find((one) => one.id === id)!;
  const contract = loadContract(ASSETS, id)!;
  const nameOf = (canonical: string) =>
    Object.entries(contract.events).find(([, event]) => event.canonical === canonical)?.[0];

  Deno.test(`${id}: with an entry of its own beside Claude Code's a session is told once, and both refuse`, () =>
    inHome(async (home) => {
      const start = nameOf("SessionStart")!;
      const before = nameOf("PreToolUse");
      home.put(file, write(start));
      const source = { source: "startup", hook_event_name: start };
      const copy = await throughClaude(home, host, ["SessionStart"], source);
      assertEquals(textsIn(copy.reply.stdout).join(""), "");
      const own = await home.call(
        ["--contract", id, start],
        filled({ ...host.payload, ...source }, home.project),
        { env: filled(host.env ?? {}, home.project) as Record<string, string> },
      );
      assert(own.stdout.length > 20, own.stdout);
      if (before === undefined) return;
      home.put(file, write(before));
      const refused = await throughClaude(home, host, ["PreToolUse"], host.tool("rm -rf ~/Documents"));
      assertEquals(refused.effect.goesOn, false);
    }));
}

Deno.test("a start that reaches us through two sets of entries is told once, whichever comes first", async () => {
  for (const order of [["own", "copy"], ["copy", "own"]]) {
    await inHome(async (home) => {
      const host = HOSTS.find(({ id }) => id === "devin")!;
      const env = filled(host.env ?? {}, home.project) as Record<string, string>;
      const payload = filled(
        { ...host.payload, hook_event_name: "SessionStart", source: "startup" },
        home.project,
      );
      let told = 0;
      for (const who of order) {
        const words = who === "own" ? ["--contract", "devin", "SessionStart"] : ["SessionStart"];
        const reply = await home.call(words, payload, { env, now: 1_000_000 });
        told += reply.stdout.length > 20 ? 1 : 0;
      }
      assertEquals(told, 1, order.join(", "));
    });
  }
});

Deno.test("a remark that reaches us through two sets of entries is told once", () =>
  inHome(async (home) => {
    const host = HOSTS.find(({ id }) => id === "devin")!;
    const env = filled(host.env ?? {}, home.project) as Record<string, string>;
    const payload = filled({
      ...host.payload,
      hook_event_name: "PostToolUse",
      tool_name: "notebook_edit",
      tool_input: { notebook_path: "a.ipynb", new_source: "value = eval(request_text)", edit_mode: "insert" },
      tool_response: { success: true, output: "", error: null },
    }, home.project);
    const said = [];
    for (const words of [["PostToolUse"], ["--contract", "devin", "PostToolUse"]]) {
      const reply = await home.call([...words, "pretooluse-eval-guard"], payload, { env, now: 1_000_000 });
      said.push(/eval/.test(reply.stdout));
    }
    assertEquals(said, [true, false]);
  }));

Deno.test("where the caller's own table lacks the event, the answer is in the form that the entry was written for", () =>
  inHome(async (home) => {
    const host = HOSTS.find(({ id }) => id === "codex")!;
    const { reply } = await throughClaude(home, host, ["PreSkillShellCommand"], {
      hook_event_name: "PreSkillShellCommand",
      ...plain("rm -rf ~/Documents"),
    });
    assertEquals(JSON.parse(reply.stdout).hookSpecificOutput.permissionDecision, "deny");
  }));

Deno.test("copilot: its own entry tells, also where the two sets name the event differently", () =>
  inHome(async (home) => {
    const host = HOSTS.find(({ id }) => id === "copilot")!;
    home.put(".github/hooks/garfio.json", apart("copilot", "preToolUse"));
    const write = {
      tool_name: "Write",
      tool_input: { path: `${home.project}/requirements.txt`, file_text: "requests\n" },
    };
    const copy = await throughClaude(home, host, ["PreToolUse"], write);
    assertEquals(textsIn(copy.reply.stdout).join(""), "");
    const own = await home.call(["--contract", "copilot", "preToolUse"], {
      sessionId: "s-1",
      timestamp: 1_700_000_000_000,
      cwd: home.project,
      toolName: "create",
      toolArgs: write.tool_input,
    });
    assertEquals(own.stdout.includes("dependencies"), true, own.stdout);
  }));
