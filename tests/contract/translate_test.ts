/** Payloads of the real client and of others, in canonical form. */
import { environmentOf } from "../../src/base/environment.ts";
import { findEvent, loadContract } from "../../src/contract/contract.ts";
import { translate } from "../support/translate.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { assert, assertEquals } from "../support/assert.ts";

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

function translated(
  id: string,
  event: string,
  payload: JsonObject | undefined,
  env: Record<string, string> = {},
) {
  const contract = loadContract(assets, id)!;
  const found = findEvent(contract, event)!;
  return translate(contract, found.event, payload, { cwd: "/here", env: environmentOf(env), os: "linux" });
}

for (const { name } of Deno.readDirSync(`${assets}/tests/fixtures/claude-code`)) {
  Deno.test(`Claude Code's ${name} is canonical as it is`, () => {
    const payload = JSON.parse(Deno.readTextFileSync(`${assets}/tests/fixtures/claude-code/${name}`));
    const event = translated("claude-code", payload.hook_event_name, payload);
    assertEquals(event.payload, payload);
    // An inline command of a skill is judged as a call of the shell.
    const inline = payload.hook_event_name === "PreSkillShellCommand";
    assertEquals(event.name, inline ? "PreToolUse" : payload.hook_event_name);
    assertEquals(event.sessionId, payload.session_id);
    assertEquals(event.cwd, payload.cwd);
    assertEquals(event.toolName, payload.tool_name);
    assertEquals(event.toolInput, payload.tool_input);
  });
}

Deno.test("Copilot's camelCase and snake_case payloads say the same", () => {
  const camel = translated("copilot", "postToolUse", {
    sessionId: "s",
    cwd: "/p",
    toolName: "create",
    toolArgs: { path: "/p/a", file_text: "x" },
    toolResult: { textResultForLlm: "done" },
  });
  const snake = translated("copilot", "postToolUse", {
    session_id: "s",
    cwd: "/p",
    tool_name: "create",
    tool_input: '{"path":"/p/a","file_text":"x"}',
    tool_result: { text_result_for_llm: "done" },
  });
  for (const event of [camel, snake]) {
    assertEquals([event.sessionId, event.toolName, event.toolResponse], ["s", "Write", "done"]);
    assertEquals([event.toolInput?.["file_path"], event.toolInput?.["content"]], ["/p/a", "x"]);
  }
});

Deno.test("Cursor's project is in its workspace roots, Devin's in its environment", () => {
  const cursor = translated("cursor", "sessionStart", { conversation_id: "c", workspace_roots: ["/p"] });
  assertEquals([cursor.sessionId, cursor.cwd, cursor.name], ["c", "/p", "SessionStart"]);
  assertEquals(
    translated("devin", "SessionStart", { session_id: "d" }, { DEVIN_PROJECT_DIR: "/q" }).cwd,
    "/q",
  );
});

Deno.test("a key of a wrong type counts as missing", () => {
  for (const odd of [null, 7, true, [], {}, [null]]) {
    const event = translated("claude-code", "PreToolUse", {
      session_id: odd,
      cwd: odd,
      transcript_path: odd,
      tool_name: odd,
      tool_input: odd,
      source: odd,
      stop_hook_active: odd === true ? "true" : odd,
    });
    assertEquals([event.sessionId, event.transcriptPath, event.toolName, event.source], [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    assertEquals(event.cwd, "/here");
    assertEquals(event.stopHookActive, false);
  }
  assertEquals(translated("claude-code", "Stop", undefined).payload, undefined);
  assert(translated("claude-code", "PreToolUse", { cwd: "relative" }).cwd === "/here");
});
