/** The extension for Pi, run by a small model of that client. */
import type { JsonObject } from "../../src/base/json.ts";
import { loadContract } from "../../src/contract/contract.ts";
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { loadPlugin, type PluginSettings, type StandIn, standIn } from "../support/plugin.ts";
import { withScratch } from "../support/scratch.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const EVENTS = Object.keys(loadContract(ASSETS, "pi")!.events);

// deno-lint-ignore no-explicit-any -- what a client hands to its extensions is of any form
type Any = any;

/** The client as its extensions see it. */
class Pi {
  readonly handlers: [string, (event: Any, ctx: Any) => Any][] = [];
  readonly notes: string[] = [];
  readonly asked: string[] = [];
  readonly sent: unknown[] = [];
  hasUI = true;
  answersYes = true;

  readonly api = {
    on: (event: string, handler: (event: Any, ctx: Any) => Any) => this.handlers.push([event, handler]),
    sendUserMessage: (text: string, options: unknown) => this.sent.push([text, options]),
  };

  readonly ctx = {
    cwd: "/home/dev/project",
    sessionManager: { getSessionId: () => "s1" },
    ui: {
      notify: (text: string) => this.notes.push(text),
      confirm: (_title: string, text: string) => {
        this.asked.push(text);
        return Promise.resolve(this.answersYes);
      },
    },
  };

  async emit(type: string, event: Any): Promise<Any[]> {
    const whole = { type, ...event };
    const ctx = { ...this.ctx, hasUI: this.hasUI };
    const results: Any[] = [];
    for (const [name, handler] of this.handlers) {
      if (name === type) results.push(await handler(whole, ctx));
    }
    return results.filter((result) => result !== undefined);
  }

  /** A tool call: why it is blocked, or the input that the tool runs with. */
  async tool(toolName: string, input: JsonObject): Promise<JsonObject | string> {
    const held = structuredClone(input) as JsonObject;
    const results = await this.emit("tool_call", { toolName, toolCallId: "c1", input: held });
    const blocked = results.find(({ block }) => block === true);
    return blocked === undefined ? held : blocked.reason;
  }

  /** The texts that an extension adds to a prompt. */
  async prompt(prompt: string): Promise<string[]> {
    const results = await this.emit("before_agent_start", { prompt, systemPrompt: "" });
    return results.map(({ message }) => message.content);
  }

  end(stopReason = "stop"): Promise<unknown> {
    return this.emit("agent_end", { messages: [{ role: "user" }, { role: "assistant", stopReason }] });
  }
}

interface Bench {
  readonly pi: Pi;
  readonly program: StandIn;
  readonly load: (settings?: Partial<PluginSettings>) => Promise<void>;
}

function test(name: string, body: (bench: Bench) => Promise<void>): void {
  Deno.test(`the extension for Pi: ${name}`, () =>
    withScratch(async (folder) => {
      const program = standIn(folder);
      const pi = new Pi();
      const settings = {
        command: program.command,
        leading: [],
        contract: "pi",
        timeout: 20_000,
        events: EVENTS,
      };
      await body({
        pi,
        program,
        load: async (more = {}) => {
          const module = await loadPlugin(folder, "pi.plugin.js", {
            ...settings,
            failClosed: false,
            ...more,
          });
          assertEquals(Object.keys(module), ["default"]);
          await (module["default"] as (api: unknown) => unknown)(pi.api);
        },
      });
    }));
}

test("silence lets everything pass", async ({ pi, program, load }) => {
  await load();
  await pi.emit("session_start", { reason: "startup" });
  assertEquals(await pi.prompt("Hello."), []);
  assertEquals(await pi.tool("bash", { command: "ls" }), { command: "ls" });
  await pi.end();
  assertEquals([pi.notes, pi.sent], [[], []]);
  assertEquals(program.heard("tool_call"), [{
    hook: "tool_call",
    session: "s1",
    directory: "/home/dev/project",
    tool: "bash",
    call: "c1",
    input: { command: "ls" },
  }]);
});

test("refuses, and changes an input in place", async ({ pi, program, load }) => {
  await load();
  program.answer("tool_call", { deny: "Not this one.", note: "NOTE" });
  assertEquals(await pi.tool("bash", { command: "rm -rf /" }), "Not this one.");
  assertEquals(pi.notes, ["NOTE"]);
  program.answer("tool_call", { input: { command: "echo safe" } });
  assertEquals(await pi.tool("bash", { command: "echo", timeout: 5 }), { command: "echo safe" });
});

test("asks the operator, and refuses where nobody is there", async ({ pi, program, load }) => {
  program.answer("tool_call", { ask: "Really?" });
  await load();
  assertEquals(await pi.tool("bash", { command: "x" }), { command: "x" });
  pi.answersYes = false;
  assertEquals(await pi.tool("bash", { command: "x" }), "Really?");
  pi.hasUI = false;
  pi.answersYes = true;
  assertEquals(await pi.tool("bash", { command: "x" }), "Really?");
  assertEquals(pi.asked, ["Really?", "Really?"]);
});

test("tells the start with the first prompt, and again after a compaction", async ({ pi, program, load }) => {
  program.answer("session_start", { context: "START" });
  program.answer("before_agent_start", { context: "PROMPT" });
  await load();
  await pi.emit("session_start", { reason: "new" });
  assertEquals(await pi.prompt("Hello."), ["START\n\nPROMPT"]);
  assertEquals(await pi.prompt("Again."), ["PROMPT"]);
  await pi.emit("session_compact", {});
  assertEquals(await pi.prompt("Again."), ["START\n\nPROMPT"]);
  assertEquals(program.heard("session_start").map(({ source }) => source), ["new", "compact"]);
});

test("adds context to a result", async ({ pi, program, load }) => {
  program.answer("tool_result", { context: "AFTER" });
  await load();
  const content = [{ type: "text", text: "output" }];
  const told = { toolName: "bash", toolCallId: "c1", input: { command: "ls" }, content, isError: true };
  assertEquals(await pi.emit("tool_result", told), [{
    content: [...content, { type: "text", text: "AFTER" }],
  }]);
  assertEquals(program.heard("tool_result")[0]!["result"], { content, isError: true });
});

test("keeps a turn open once, and never one that was stopped", async ({ pi, program, load }) => {
  program.answer("agent_end", { deny: "Run the tests." });
  await load();
  await pi.end("aborted");
  assertEquals(pi.sent, []);
  await pi.prompt("Hello.");
  await pi.end();
  await pi.prompt("Run the tests.");
  await pi.end();
  assertEquals(pi.sent, [["Run the tests.", { deliverAs: "followUp" }]]);
  assertEquals(program.heard("before_agent_start").map(({ prompt }) => prompt), ["Hello."]);
  assertEquals(program.heard("agent_end").map((one) => one["stop_hook_active"]), [false, true]);
  await pi.prompt("Another.");
  await pi.end();
  assertEquals(pi.sent.length, 2);
});

test("without an answer a call passes, and is refused in strict", async ({ pi, load }) => {
  await load({ command: "/nowhere/garfio" });
  assertEquals(await pi.tool("bash", { command: "ls" }), { command: "ls" });
  assertStringIncludes(pi.notes.join(), "ENOENT");
  pi.handlers.length = 0;
  await load({ command: "/nowhere/garfio", failClosed: true });
  assertStringIncludes(String(await pi.tool("bash", { command: "ls" })), "Garfio gave no answer");
});
