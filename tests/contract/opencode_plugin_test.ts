/** The plugin for OpenCode, run by a small model of that client: what it does with each answer, and with none. */
import { isObject, type JsonObject } from "../../src/base/json.ts";
import { loadContract } from "../../src/contract/contract.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { PROGRAM } from "../support/executable.ts";
import {
  filledPlugin,
  loadPlugin,
  type PluginSettings,
  type StandIn,
  standIn,
  until,
} from "../support/plugin.ts";
import { withScratch } from "../support/scratch.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const TEMPLATE = "opencode.plugin.js";
const EVENTS = Object.keys(loadContract(ASSETS, "opencode")!.events);
const PROJECT = "/home/dev/project";

// deno-lint-ignore no-explicit-any -- what a client hands to its plugins is of any form
type Any = any;
type Hooks = Readonly<Record<string, (input: Any, output?: Any) => Promise<void>>>;

/** The client as its plugins see it, and what it does with them. */
class OpenCode {
  readonly logs: string[] = [];
  readonly toasts: string[] = [];
  readonly prompts: Any[] = [];
  readonly parents: Record<string, string> = {};
  servers: readonly string[] = [];
  plugins: Hooks[] = [];

  readonly client = {
    app: { log: ({ body }: Any) => this.#keep(this.logs, body.message) },
    tui: { showToast: ({ body }: Any) => this.#keep(this.toasts, body.message) },
    session: {
      get: ({ path }: Any) => Promise.resolve({ data: { id: path.id, parentID: this.parents[path.id] } }),
      prompt: (call: Any) => this.#keep(this.prompts, call),
    },
    mcp: {
      status: () => Promise.resolve({ data: Object.fromEntries(this.servers.map((name) => [name, {}])) }),
    },
  };

  #keep<T>(list: T[], item: T): Promise<void> {
    list.push(item);
    return Promise.resolve();
  }

  /** Every export of a plugin file is a plugin; a file that exports anything else is not used. */
  async load(module: Readonly<Record<string, unknown>>): Promise<void> {
    for (const plugin of Object.values(module)) {
      assert(typeof plugin === "function", "Plugin export is not a function");
      this.plugins.push(await plugin({ client: this.client, directory: PROJECT, worktree: PROJECT }));
    }
  }

  async trigger(hook: string, input: Any, output: Any): Promise<void> {
    for (const plugin of this.plugins) await plugin[hook]?.(input, output);
  }

  /** A tool call: what the model reads of it, and the arguments that the tool ran with, if it ran. */
  async tool(tool: string, args: JsonObject, more: { session?: string; output?: Any } = {}) {
    const call = { tool, sessionID: more.session ?? "ses_1", callID: `call_${crypto.randomUUID()}` };
    // The client keeps its own reference to the arguments.
    const held = structuredClone(args) as JsonObject;
    try {
      await this.trigger("tool.execute.before", call, { args: held });
    } catch (error) {
      const text = (error as Error).message;
      const state = { status: "error", input: held, error: text };
      await this.event("message.part.updated", {
        part: { type: "tool", tool, callID: call.callID, sessionID: call.sessionID, state },
      });
      return { ran: undefined, text, output: undefined };
    }
    const output = more.output ?? { title: tool, output: "tool output\n", metadata: { exit: 0 } };
    await this.trigger("tool.execute.after", { ...call, args: held }, output);
    return { ran: held, text: String(output.output), output };
  }

  /** A prompt: the texts that the model reads. */
  async prompt(text: string, session = "ses_1"): Promise<string[]> {
    const message = {
      id: "msg_1",
      sessionID: session,
      agent: "build",
      model: { providerID: "p", modelID: "m" },
    };
    const own = {
      id: "prt_90e3d5c1b001XkAAAAAAAAAAAA",
      sessionID: session,
      messageID: message.id,
      type: "text",
      text,
    };
    const parts: Any[] = [own];
    await this.trigger("chat.message", { sessionID: session }, { message, parts });
    for (const part of parts.slice(1)) {
      // With any other the client ends without a request.
      assert(/^prt_[0-9a-zA-Z]{26}$/.test(part.id), part.id);
      assertEquals([part.type, part.sessionID, part.messageID, part.synthetic], [
        "text",
        session,
        "msg_1",
        true,
      ]);
    }
    return parts.sort((one, other) => one.id < other.id ? -1 : 1).map((part) => part.text);
  }

  /** An event of the bus; nobody waits for its hooks there, only the test does. */
  async event(type: string, properties: Any): Promise<void> {
    const event = { id: `evt_${crypto.randomUUID()}`, type, properties };
    await Promise.all(this.plugins.map((plugin) => plugin["event"]?.({ event })));
  }
}

interface Bench {
  readonly folder: string;
  readonly opencode: OpenCode;
  readonly program: StandIn;
  readonly load: (settings?: Partial<PluginSettings>) => Promise<void>;
}

async function onBench(body: (bench: Bench) => Promise<void>): Promise<void> {
  await withScratch(async (folder) => {
    const program = standIn(folder);
    const opencode = new OpenCode();
    await body({
      folder,
      opencode,
      program,
      load: async (settings = {}) =>
        opencode.load(
          await loadPlugin(folder, TEMPLATE, {
            command: program.command,
            leading: [],
            contract: "opencode",
            timeout: 20_000,
            events: EVENTS,
            failClosed: false,
            ...settings,
          }),
        ),
    });
  });
}

function test(name: string, body: (bench: Bench) => Promise<void>): void {
  Deno.test(`the plugin for OpenCode: ${name}`, () => onBench(body));
}

test("a loaded file exports one function and has done nothing", async ({ folder, program }) => {
  const settings = {
    command: program.command,
    leading: [],
    contract: "opencode",
    timeout: 1,
    events: EVENTS,
    failClosed: false,
  };
  const done = (globalThis as Any)[Symbol.for("garfio")];
  const module = await loadPlugin(folder, TEMPLATE, settings);
  assertEquals(Object.values(module).map((one) => typeof one), ["function"]);
  assertEquals((globalThis as Any)[Symbol.for("garfio")], done);
  assertEquals([...Deno.readDirSync(`${folder}/heard`)], []);
  const text = filledPlugin(TEMPLATE, settings);
  assert(!/\bconsole\./.test(text), "standard output belongs to the client's screen");
  assertEquals([...text.matchAll(/from "([^"]+)"/g)].map(([, name]) => name), ["node:child_process"]);
});

test("silence lets everything pass as it is", async ({ opencode, program, load }) => {
  await load();
  await opencode.event("session.created", { info: { id: "ses_1" } });
  assertEquals(await opencode.prompt("Hello."), ["Hello."]);
  const { ran, text } = await opencode.tool("bash", { command: "ls" });
  assertEquals([ran, text], [{ command: "ls" }, "tool output\n"]);
  await opencode.event("session.idle", { sessionID: "ses_1" });
  assertEquals([opencode.logs, opencode.prompts], [[], []]);
  const about = { session: "ses_1", directory: PROJECT, worktree: PROJECT };
  const [start, prompt, before, idle] = [
    "session.created",
    "chat.message",
    "tool.execute.before",
    "session.idle",
  ]
    .map((event) => program.heard(event));
  assertEquals(start, [{ hook: "session.created", ...about, source: "startup", model: "p/m" }]);
  assertEquals(prompt![0]!["prompt"], "Hello.");
  assertEquals([before![0]!["output"], before![0]!["agent"]], [{ args: { command: "ls" } }, undefined]);
  assertEquals(idle![0]!["stop_hook_active"], false);
});

test("a refusal keeps the tool from running, and the model reads why", async ({ opencode, program, load }) => {
  program.answer("tool.execute.before", { deny: "Not this one." });
  await load();
  assertEquals(await opencode.tool("bash", { command: "rm -rf /" }), {
    ran: undefined,
    text: "Not this one.",
    output: undefined,
  });
  // What we refused is no failure of the tool.
  assertEquals(program.heard("message.part.updated"), []);
});

test("a new input reaches the tool, with keys gone and nested values changed", async ({ opencode, program, load }) => {
  program.answer("tool.execute.before", { input: { command: "echo safe", options: { deep: [2] } } });
  await load();
  const { ran } = await opencode.tool("bash", {
    command: "echo",
    timeout: 5,
    options: { deep: [1], gone: true },
  });
  assertEquals(ran, { command: "echo safe", options: { deep: [2] } });
});

test("context comes with the prompt, with results, and at the start once", async ({ opencode, program, load }) => {
  program.answer("session.created", { context: "START" });
  program.answer("chat.message", { context: "PROMPT" });
  program.answer("tool.execute.after", { context: "AFTER", note: "NOTE" });
  await load();
  assertEquals(await opencode.prompt("Hello."), ["Hello.", "START", "PROMPT"]);
  assertEquals(await opencode.prompt("Again."), ["Again.", "PROMPT"]);
  assertEquals((await opencode.tool("read", { filePath: "a" })).text, "tool output\n\nAFTER");
  const output = { content: [{ type: "text", text: "1" }] };
  await opencode.tool("postgres_query", {}, { output });
  assertEquals(output.content, [{ type: "text", text: "1" }, { type: "text", text: "AFTER" }]);
  await until(() => opencode.toasts.length > 1);
  assertEquals(opencode.toasts, ["NOTE", "NOTE"]);
  // The client was not there when this session began.
  assertEquals(program.heard("session.created").map(({ source }) => source), ["resume"]);
});

test("after a compaction the start is told again, with the next result", async ({ opencode, program, load }) => {
  program.answer("session.created", { context: "START" });
  await load();
  await opencode.prompt("Hello.");
  await opencode.trigger("experimental.session.compacting", { sessionID: "ses_1" }, { context: [] });
  await opencode.event("session.compacted", { sessionID: "ses_1" });
  assertEquals((await opencode.tool("bash", { command: "ls" })).text, "tool output\n\nSTART");
  assertEquals((await opencode.tool("bash", { command: "ls" })).text, "tool output\n");
  assertEquals(program.heard("session.created").map(({ source }) => source), ["resume", "compact"]);
  assertEquals(program.heard("experimental.session.compacting").length, 1);
});

test("a refused prompt asks no model, and the operator is shown why", async ({ opencode, program, load }) => {
  program.answer("chat.message", { deny: "Not this." });
  await load();
  let reason = "";
  try {
    await opencode.prompt("Hello.");
  } catch (error) {
    reason = (error as Error).message;
  }
  await until(() => opencode.toasts.length > 0);
  assertEquals([reason, opencode.toasts], ["Not this.", ["Not this."]]);
});

const broken: readonly [string, (bench: Bench) => Partial<PluginSettings>, string][] = [
  ["is missing", ({ folder }) => ({ command: `${folder}/nowhere` }), "ENOENT"],
  ["prints no JSON", ({ program }) => {
    program.answer("tool.execute.before", "garbage");
    return {};
  }, "no JSON object"],
  ["prints a list", ({ program }) => {
    program.answer("tool.execute.before", '["deny"]');
    return {};
  }, "no JSON object"],
  ["fails", ({ program }) => {
    program.answer("tool.execute.before", { deny: "x" }, "echo broken >&2; exit 3");
    return {};
  }, "exit code 3: broken"],
  ["prints without end", ({ program }) => {
    program.answer(
      "tool.execute.before",
      "",
      "while :; do echo 0123456789012345678901234567890123456789; done",
    );
    return {};
  }, "too long"],
  ["hangs", ({ program, folder }) => {
    program.answer("tool.execute.before", "", `echo $$ > '${folder}/pid'; exec sleep 60`);
    return { timeout: 600 };
  }, "no answer within 600 ms"],
];
for (const failClosed of [false, true]) {
  for (const [what, prepare, log] of broken) {
    test(`an executable that ${what} ${failClosed ? "refuses in strict" : "lets pass"}`, async (bench) => {
      const { opencode, folder, load } = bench;
      const others: string[] = [];
      await load({ ...prepare(bench), failClosed });
      opencode.plugins.push({ "tool.execute.before": ({ tool }) => Promise.resolve(void others.push(tool)) });
      for (let round = 0; round < 2; round++) {
        const { ran, text } = await opencode.tool("bash", { command: "ls" });
        if (failClosed) {
          assertEquals(ran, undefined);
          assertStringIncludes(text, "Garfio gave no answer");
        } else assertEquals(ran, { command: "ls" });
      }
      assertEquals(others, failClosed ? [] : ["bash", "bash"]);
      const told = opencode.logs.filter((line) => line.includes("tool.execute.before"));
      assertEquals(told.length, 1, "each fault is logged once");
      assertStringIncludes(told[0]!, log);
      if (what === "hangs") await until(() => !isAlive(Number(Deno.readTextFileSync(`${folder}/pid`))));
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

test("many calls at once each get their own answer", async ({ opencode, program, load }) => {
  // The stand-in gives back a refusal that names the command it was asked about.
  program.answer(
    "tool.execute.before",
    "",
    `n=$(grep -o 'number [0-9]*' "$(ls -d heard/*" $$")" | head -1); printf '{"deny":"%s"}' "$n"; exit 0`,
  );
  await load();
  const numbers = Array.from({ length: 24 }, (_, index) => index);
  const texts = await Promise.all(
    numbers.map(async (number) => (await opencode.tool("bash", { command: `number ${number}` })).text),
  );
  assertEquals(texts, numbers.map((number) => `number ${number}`));
});

test("a sub-agent's calls are its own, and its turns are nobody's", async ({ opencode, program, load }) => {
  program.answer("session.created", { context: "START" });
  program.answer("session.idle", { deny: "Go on." });
  await load();
  await opencode.event("session.created", { info: { id: "ses_2", parentID: "ses_1" } });
  assertEquals(await opencode.prompt("Look around.", "ses_2"), ["Look around."]);
  await opencode.tool("bash", { command: "ls" }, { session: "ses_2" });
  // One whose beginning was not seen is asked for.
  opencode.parents["ses_3"] = "ses_2";
  await opencode.tool("bash", { command: "ls" }, { session: "ses_3" });
  await opencode.event("session.idle", { sessionID: "ses_2" });
  const calls = program.heard("tool.execute.before").map(({ session, agent }) => [session, agent]);
  assertEquals(calls, [["ses_1", "ses_2"], ["ses_1", "ses_3"]]);
  assertEquals([program.heard("session.idle"), opencode.prompts], [[], []]);
});

test("a turn is kept open once, with the same agent and model", async ({ opencode, program, load }) => {
  program.answer("session.idle", { deny: "Run the tests." });
  await load();
  await opencode.prompt("Hello.");
  await opencode.event("session.idle", { sessionID: "ses_1" });
  assertEquals(opencode.prompts, [{
    path: { id: "ses_1" },
    body: {
      agent: "build",
      model: { providerID: "p", modelID: "m" },
      parts: [{ type: "text", text: "Run the tests." }],
    },
  }]);
  await opencode.prompt("Run the tests.");
  await opencode.event("session.idle", { sessionID: "ses_1" });
  assertEquals(opencode.prompts.length, 1);
  assertEquals(program.heard("session.idle").map((one) => one["stop_hook_active"]), [false, true]);
  // Our own text is no prompt of the operator's.
  assertEquals(program.heard("chat.message").map(({ prompt }) => prompt), ["Hello."]);
  await opencode.prompt("Another.");
  await opencode.event("session.idle", { sessionID: "ses_1" });
  assertEquals(opencode.prompts.length, 2);
});

for (
  const [what, type, properties] of [
    ["an error", "session.error", { sessionID: "ses_1", error: { name: "MessageAbortedError" } }],
    ["a rejected permission", "permission.replied", { sessionID: "ses_1", requestID: "p", reply: "reject" }],
  ] as const
) {
  test(`a turn that ended by ${what} is not kept open`, async ({ opencode, program, load }) => {
    program.answer("session.idle", { deny: "Go on." });
    await load();
    await opencode.prompt("Hello.");
    await opencode.event(type, properties);
    await opencode.event("session.idle", { sessionID: "ses_1" });
    assertEquals([opencode.prompts, program.heard("session.idle")], [[], []]);
  });
}

test("what failed is told of; a session that is deleted ends", async ({ opencode, program, load }) => {
  await load();
  const state = { status: "error", input: { command: "x" }, error: "timed out" };
  const part = { type: "tool", tool: "bash", callID: "c", sessionID: "ses_1", state };
  await opencode.event("message.part.updated", { part: { ...part, state: { status: "running" } } });
  await opencode.event("message.part.updated", { part });
  assertEquals(program.heard("message.part.updated").map(({ input }) => input), [{ properties: { part } }]);
  await opencode.event("session.deleted", { info: { id: "ses_1" } });
  assertEquals(program.heard("session.deleted").length, 1);
});

test("tools of MCP servers have their canonical name", async ({ opencode, program, load }) => {
  opencode.servers = ["my.server", "my"];
  await load();
  for (const tool of ["my_server_do_it", "my_do", "bash", "custom_tool"]) await opencode.tool(tool, { a: 1 });
  assertEquals(program.heard("tool.execute.before").map(({ tool }) => tool), [
    "mcp__my_server__do_it",
    "mcp__my__do",
    undefined,
    undefined,
  ]);
});

test("two copies judge a call once", async ({ opencode, program, load }) => {
  program.answer("tool.execute.after", { context: "AFTER" });
  await load();
  await load();
  await opencode.prompt("Hello.");
  assertEquals((await opencode.tool("bash", { command: "ls" })).text, "tool output\n\nAFTER");
  for (const event of ["session.created", "chat.message", "tool.execute.before", "tool.execute.after"]) {
    assertEquals(program.heard(event).length, 1, event);
  }
});

test("only the events that it was registered for are handed on", async ({ opencode, program, load }) => {
  await load({ events: ["tool.execute.before"] });
  await opencode.prompt("Hello.");
  await opencode.tool("bash", { command: "ls" });
  await opencode.event("session.idle", { sessionID: "ses_1" });
  assertEquals(EVENTS.filter((event) => program.heard(event).length > 0), ["tool.execute.before"]);
});

test("what a tool put out is cut; what it is given never is", async ({ opencode, program, load }) => {
  await load();
  const long = "x".repeat(600_000);
  const output = { title: "t", output: long, metadata: {} };
  await opencode.tool("write", { filePath: "a", content: long }, { output });
  const [before] = program.heard("tool.execute.before");
  const [after] = program.heard("tool.execute.after");
  const sent = (value: unknown, ...keys: string[]) =>
    keys.reduce<unknown>((node, key) => isObject(node) ? node[key] : undefined, value);
  assertEquals(String(sent(before, "output", "args", "content")).length, long.length);
  assert(String(sent(after, "output", "output")).length < 300_000);
  assertEquals(output.output, long);
});

Deno.test("the plugin for OpenCode with the real program: refuses a delete, lets ls pass, tells after an edit", () =>
  onBench(async ({ folder, opencode, load }) => {
    const project = `${folder}/project`;
    Deno.mkdirSync(`${project}/.git`, { recursive: true });
    Deno.writeTextFileSync(`${project}/package.json`, "{}\n");
    Deno.writeTextFileSync(`${project}/eslint.config.js`, "export default [];\n");
    const home = { HOME: `${folder}/home`, GARFIO_STATE_DIR: `${folder}/state` };
    const wrapper = `${folder}/garfio`;
    const words = [...Object.entries(home).map(([name, value]) => `${name}='${value}'`), "exec"].join(" ");
    const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
    Deno.writeTextFileSync(
      wrapper,
      `#!/bin/sh\nDENO_DIR='${cache}' ${words} ${PROGRAM.map((word) => `'${word}'`).join(" ")} "$@"\n`,
      { mode: 0o755 },
    );
    await load({ command: wrapper });
    const refused = await opencode.tool("bash", { command: "rm -rf /", workdir: project });
    assertEquals(refused.ran, undefined);
    assertStringIncludes(refused.text, "Garfio hook");
    assertEquals((await opencode.tool("bash", { command: "ls" })).ran, { command: "ls" });
    const path = `${project}/eslint.config.js`;
    assertEquals(
      (await opencode.tool("edit", { filePath: path, oldString: "[]", newString: "[1]" })).ran,
      undefined,
    );
    // A tool that no table names, which writes the same file.
    assertEquals((await opencode.tool("replace", { path, text: "export default [1];" })).ran, undefined);
    const manifest = {
      filePath: `${project}/package.json`,
      oldString: "{}",
      newString: '{"dependencies":{"a":"1"}}',
    };
    const edited = await opencode.tool("edit", manifest);
    assertEquals(edited.ran, manifest);
    assertStringIncludes(edited.text, "Garfio hook");
    assertEquals(opencode.logs, []);
  }));

Deno.test("a plugin file has the line ends of Unix, whatever the checkout has", () =>
  withScratch((folder) => {
    Deno.mkdirSync(`${folder}/contracts`);
    for (const name of ["opencode.plugin.js", "pi.plugin.js", "amp.plugin.js", "plugin.ask.js"]) {
      const text = Deno.readTextFileSync(`${ASSETS}/contracts/${name}`);
      assert(!text.includes("\r"), name);
      Deno.writeTextFileSync(`${folder}/contracts/${name}`, text.replaceAll("\n", "\r\n"));
    }
    const settings = {
      command: "C:\\Program Files\\garfio.exe",
      leading: [],
      contract: "kilo",
      timeout: 1,
      events: EVENTS,
      failClosed: false,
    };
    const text = filledPlugin(TEMPLATE, settings, folder);
    assert(!text.includes("\r"));
    assert(text.startsWith("// Garfio kilo: written by garfio install, do not edit\n"));
    assertEquals(text, filledPlugin(TEMPLATE, settings));
    return Promise.resolve();
  }));
