/** What is special to Gemini CLI: names and forms of its own, and nothing of Claude Code's. */
import type { JsonObject } from "../../src/base/json.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, type Home, inHome } from "../support/home.ts";

const call = (tool: string, input: JsonObject, more: JsonObject = {}) => ({
  timestamp: "2026-01-02T03:04:05.678Z",
  tool_name: tool,
  tool_input: input,
  ...more,
});
const shell = (command: string, more: JsonObject = {}) =>
  call("run_shell_command", { command, description: "Run it", ...more });
const before = (home: Home, payload: JsonObject, around = {}) =>
  home.tell("gemini-cli", "BeforeTool", payload, around);

Deno.test("gemini-cli: a refusal is its own, at the top level", () =>
  inHome(async (home) => {
    const reply = await home.call(["--contract", "gemini-cli", "BeforeTool"], {
      session_id: "s-1",
      cwd: home.project,
      hook_event_name: "BeforeTool",
      ...shell("git commit --no-verify -m x"),
    });
    const answer = JSON.parse(reply.stdout);
    assertEquals(Object.keys(answer).sort(), ["decision", "reason"]);
    assertEquals([answer.decision, reply.code, reply.stderr], ["deny", 0, ""]);
  }));

for (const tool of ["replace", "write_file"]) {
  Deno.test(`gemini-cli: ${tool} of a linter's configuration is refused, also by a relative path`, () =>
    inHome(async (home) => {
      home.put(".eslintrc.json", '{ "root": true }\n');
      const input = { file_path: ".eslintrc.json", content: "{}", old_string: "true", new_string: "false" };
      const effect = await before(home, call(tool, input));
      assertEquals(effect.goesOn, false);
      assertStringIncludes(effect.reason ?? "", ".eslintrc.json");
    }));
}

Deno.test("gemini-cli: a changed command keeps everything else of the call", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const { input } = await before(home, shell("npm run dev", { dir_path: "web" }), {
      env: { PATH: `${home.home}/bin` },
    });
    assertEquals(Object.keys(input ?? {}).sort(), ["command", "description", "dir_path"]);
    assertEquals([input?.["description"], input?.["dir_path"]], ["Run it", "web"]);
    assertStringIncludes(`${input?.["command"]}`, "tmux");
  }));

Deno.test("gemini-cli: what is remarked on before a tool is told after it, once", () =>
  inHome(async (home) => {
    const write = call("write_file", {
      file_path: "package.json",
      content: '{ "dependencies": { "a": "*" } }',
    });
    assertEquals(await before(home, write), { goesOn: true });
    const done = { ...write, tool_response: { llmContent: "Wrote it.", returnDisplay: "" } };
    assertStringIncludes((await home.tell("gemini-cli", "AfterTool", done)).told ?? "", "dependencies");
    assertEquals((await home.tell("gemini-cli", "AfterTool", done)).told, undefined);
  }));

Deno.test("gemini-cli: a command runs in the folder that it names", () =>
  inHome(async (home) => {
    home.put("web/package.json", "{}\n");
    home.put("../other/notes.md", "notes\n");
    assertEquals((await before(home, shell("rm -rf ../dist", { dir_path: "web" }))).goesOn, true);
    assertEquals((await before(home, shell("rm -rf ../../other", { dir_path: "web" }))).goesOn, false);
  }));

Deno.test("gemini-cli: the question is what the operator reads", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      '{ "guards": { "destructive-command": "ask" } }',
    );
    const effect = await before(home, shell("git reset --hard HEAD~2"));
    assert(
      (effect.asked ?? "").length > 20 && !effect.asked!.includes("not available"),
      JSON.stringify(effect),
    );
  }));

Deno.test("gemini-cli: a server of tools is known by the name that the payload gives it", () =>
  inHome(async (home) => {
    home.put(
      `${home.home}/.config/garfio/config.jsonc`,
      JSON.stringify({
        rules: [{
          id: "no-queries",
          match: { tool: "mcp__my_db__run_query" },
          action: "deny",
          message: "Queries are for people",
          instead: "ask for the numbers",
        }],
      }),
    );
    const context = { mcp_context: { server_name: "my_db", tool_name: "run_query" } };
    const effect = await before(home, call("mcp_my_db_run_query", { sql: "SELECT 1" }, context));
    assertEquals(effect.goesOn, false, JSON.stringify(effect));
  }));

Deno.test("gemini-cli: the announcement of a compression, which comes before each request, keeps nothing", () =>
  inHome(async (home) => {
    await home.tell("gemini-cli", "PreCompress", { trigger: "auto" });
    assertEquals(home.kept().filter((path) => /compact/.test(path)), []);
  }));

Deno.test("gemini-cli: a command that failed has failed for us, too", () =>
  inHome(async (home) => {
    const failed = {
      ...shell("npm test"),
      tool_response: { llmContent: "Output: 1 failing\nExit Code: 1", returnDisplay: "" },
    };
    let told = "";
    for (let count = 0; count < 4; count++) {
      told += (await home.tell("gemini-cli", "AfterTool", failed)).told ?? "";
    }
    assert(/fail/i.test(told), told);
  }));

Deno.test("gemini-cli: times are given in milliseconds, and its own events are registered", () => {
  const { registration } = loadHarness(ASSETS, "gemini-cli", "standard");
  assertEquals(registration.timeoutUnit, "milliseconds");
  for (const { event, timeout } of registration.events) {
    assert((timeout ?? 0) >= 5_000, event);
    // The client skips an event of Claude Code with a warning at each start.
    assert(!["PreToolUse", "PostToolUse", "Stop", "UserPromptSubmit"].includes(event), event);
  }
});
