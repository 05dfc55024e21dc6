/** The plugin for Amp, run by a small model of that client. */
import type { JsonObject } from "../../src/base/json.ts";
import { loadContract } from "../../src/contract/contract.ts";
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { loadPlugin, type PluginSettings, type StandIn, standIn, until } from "../support/plugin.ts";
import { withScratch } from "../support/scratch.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const EVENTS = Object.keys(loadContract(ASSETS, "amp")!.events);

// deno-lint-ignore no-explicit-any -- what a client hands to its plugins is of any form
type Any = any;

/** The client as its plugins see it. Each event has one handler here. */
class Amp {
  readonly handlers: Record<string, (event: Any, ctx: Any) => Any> = {};
  readonly logs: string[] = [];
  readonly notes: string[] = [];
  confirms: "yes" | "no" | "nobody" = "yes";

  readonly api = {
    on: (event: string, handler: (event: Any, ctx: Any) => Any) => {
      this.handlers[event] = handler;
    },
  };

  readonly ctx = {
    logger: { log: (text: string) => this.logs.push(text) },
    ui: {
      notify: (text: string) => this.notes.push(text),
      confirm: () => {
        if (this.confirms === "nobody") return Promise.reject(new Error("Plugin UI is not available"));
        return Promise.resolve(this.confirms === "yes");
      },
    },
  };

  emit(type: string, event: JsonObject): Any {
    return this.handlers[type]?.({ thread: { id: "T-1" }, ...event }, this.ctx);
  }

  tool(tool: string, input: JsonObject): Promise<Any> {
    return this.emit("tool.call", { tool, toolUseID: "t1", input });
  }
}

interface Bench {
  readonly amp: Amp;
  readonly program: StandIn;
  readonly load: (settings?: Partial<PluginSettings>) => Promise<void>;
}

function test(name: string, body: (bench: Bench) => Promise<void>): void {
  Deno.test(`the plugin for Amp: ${name}`, () =>
    withScratch(async (folder) => {
      const program = standIn(folder);
      const amp = new Amp();
      const settings = {
        command: program.command,
        leading: [],
        contract: "amp",
        timeout: 20_000,
        events: EVENTS,
      };
      await body({
        amp,
        program,
        load: async (more = {}) => {
          const module = await loadPlugin(folder, "amp.plugin.js", {
            ...settings,
            failClosed: false,
            ...more,
          });
          assertEquals(Object.keys(module), ["default"]);
          (module["default"] as (api: unknown) => unknown)(amp.api);
        },
      });
    }));
}

test("silence allows, with the tool's own input", async ({ amp, program, load }) => {
  await load();
  assertEquals(await amp.tool("Bash", { cmd: "ls" }), { action: "allow" });
  assertEquals(await amp.emit("agent.start", { message: "Hello.", id: 1 }), {});
  assertEquals(await amp.emit("agent.end", { message: "Hello.", status: "done", messages: [] }), undefined);
  const [{ directory, ...heard }] = program.heard("tool.call") as [JsonObject];
  assertEquals(heard, { hook: "tool.call", session: "T-1", tool: "Bash", call: "t1", input: { cmd: "ls" } });
  assertEquals(directory, Deno.cwd());
});

test("refuses, changes an input, and asks", async ({ amp, program, load }) => {
  await load();
  program.answer("tool.call", { deny: "Not this one.", note: "NOTE" });
  const refused = { action: "reject-and-continue", message: "Not this one." };
  assertEquals(await amp.tool("Bash", { cmd: "rm -rf /" }), refused);
  await until(() => amp.notes.length > 0);
  assertEquals(amp.notes, ["NOTE"]);
  program.answer("tool.call", { input: { cmd: "echo safe" } });
  assertEquals(await amp.tool("Bash", { cmd: "x" }), { action: "modify", input: { cmd: "echo safe" } });
  program.answer("tool.call", { ask: "Really?" });
  assertEquals(await amp.tool("Bash", { cmd: "x" }), { action: "allow" });
  for (const confirms of ["no", "nobody"] as const) {
    amp.confirms = confirms;
    assertEquals(await amp.tool("Bash", { cmd: "x" }), { action: "reject-and-continue", message: "Really?" });
  }
});

test("tells the start with the first prompt, and beside results", async ({ amp, program, load }) => {
  program.answer("session.start", { context: "START" });
  program.answer("agent.start", { context: "PROMPT" });
  program.answer("tool.result", { context: "AFTER" });
  await load();
  await amp.emit("session.start", {});
  assertEquals(await amp.emit("agent.start", { message: "Hello." }), {
    message: { content: "START\n\nPROMPT" },
  });
  assertEquals(await amp.emit("agent.start", { message: "Again." }), { message: { content: "PROMPT" } });
  const result = { tool: "Bash", toolUseID: "t1", input: { cmd: "ls" }, status: "done" };
  assertEquals((await amp.emit("tool.result", { ...result, output: "text\n" })).output, "text\n\nAFTER");
  const blocks = [{ type: "text", text: "a" }];
  assertEquals((await amp.emit("tool.result", { ...result, output: blocks })).output, [
    ...blocks,
    { type: "text", text: "AFTER" },
  ]);
  // A result of another form is left alone, and the text comes with the next prompt.
  assertEquals(await amp.emit("tool.result", { ...result, output: { exitCode: 1 } }), undefined);
  assertEquals(await amp.emit("agent.start", { message: "More." }), {
    message: { content: "AFTER\n\nPROMPT" },
  });
});

test("keeps a turn open once, and never one that failed", async ({ amp, program, load }) => {
  program.answer("agent.end", { deny: "Run the tests." });
  await load();
  const end = (status: string) => amp.emit("agent.end", { message: "m", status, messages: [] });
  assertEquals(await end("cancelled"), undefined);
  await amp.emit("agent.start", { message: "Hello." });
  assertEquals(await end("done"), { action: "continue", userMessage: "Run the tests." });
  await amp.emit("agent.start", { message: "Run the tests." });
  assertEquals(await end("done"), undefined);
  assertEquals(program.heard("agent.start").map(({ prompt }) => prompt), ["Hello."]);
  assertEquals(program.heard("agent.end").map((one) => one["stop_hook_active"]), [false, true]);
});

test("without an answer a call passes, and is refused in strict", async ({ amp, load }) => {
  await load({ command: "/nowhere/garfio" });
  assertEquals(await amp.tool("Bash", { cmd: "ls" }), { action: "allow" });
  assertStringIncludes(amp.logs.join(), "ENOENT");
  await load({ command: "/nowhere/garfio", failClosed: true });
  assertStringIncludes((await amp.tool("Bash", { cmd: "ls" })).message, "Garfio gave no answer");
});
