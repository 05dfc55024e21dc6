/** What is special to Qwen Code: it reads neither context nor another input before a tool. */
import type { JsonObject } from "../../src/base/json.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { type Home, inHome } from "../support/home.ts";

const call = (tool: string, input: JsonObject) => ({
  timestamp: "2026-01-02T03:04:05.678Z",
  permission_mode: "default",
  tool_name: tool,
  tool_input: input,
  tool_use_id: "toolu_1",
});
const shell = (command: string, more: JsonObject = {}) =>
  call("run_shell_command", { command, is_background: false, ...more });
const after = (payload: JsonObject) => ({
  ...payload,
  tool_response: { llmContent: "done", returnDisplay: "done" },
});
const before = (home: Home, payload: JsonObject, around = {}) =>
  home.tell("qwen-code", "PreToolUse", payload, around);

for (const os of ["linux", "windows"] as const) {
  Deno.test(`qwen-code on ${os}: a refusal is JSON with exit code 0, which no shell flattens`, () =>
    inHome(async (home) => {
      const reply = await home.call(["--contract", "qwen-code", "PreToolUse"], {
        session_id: "s-1",
        cwd: os === "windows" ? "C:\\Users\\dev\\project" : home.project,
        hook_event_name: "PreToolUse",
        ...shell(os === "windows" ? "Remove-Item -Recurse -Force $HOME\\work" : "rm -rf ~/work"),
      }, { os });
      assertEquals(reply.code, 0);
      const answer = JSON.parse(reply.stdout);
      // Of several hooks the last `permissionDecision` counts, but any refusal at the top level does.
      assertEquals([answer.decision, answer.hookSpecificOutput.permissionDecision], ["deny", "deny"]);
      assertEquals(answer.reason, answer.hookSpecificOutput.permissionDecisionReason);
    }));
}

Deno.test("qwen-code: what is remarked on before a tool is told after it, once", () =>
  inHome(async (home) => {
    const write = call("write_file", {
      file_path: `${home.project}/package.json`,
      content: '{ "dependencies": { "left-pad": "*" } }\n',
    });
    assertEquals(await before(home, write), { goesOn: true });
    const told = await home.tell("qwen-code", "PostToolUse", after(write));
    assertStringIncludes(told.told ?? "", "dependencies");
    assertEquals((await home.tell("qwen-code", "PostToolUse", after(write))).told, undefined);
  }));

Deno.test("qwen-code: where the tool does not run it is told with the request that follows", () =>
  inHome(async (home) => {
    home.put(".eslintrc.json", "{}\n");
    home.put("package.json", "{}\n");
    const write = call("edit", {
      file_path: `${home.project}/package.json`,
      old_string: "{}",
      new_string: '{ "dependencies": { "left-pad": "*" } }',
    });
    await before(home, write);
    const next = await home.tell("qwen-code", "UserPromptSubmit", { prompt: "" });
    assertStringIncludes(next.told ?? "", "dependencies");
  }));

Deno.test("qwen-code: a command is never moved aside, as that would not happen, but remarked on", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const around = { env: { PATH: `${home.home}/bin` } };
    assertEquals(await before(home, shell("npm run dev"), around), { goesOn: true });
    const told = (await home.tell("qwen-code", "PostToolUse", after(shell("npm run dev")), around)).told ??
      "";
    assertStringIncludes(told, "npm run dev");
    assertEquals((await before(home, shell("npm run dev", { is_background: true }), around)).told, undefined);
    assertEquals(
      (await home.tell("qwen-code", "UserPromptSubmit", { prompt: "" }, around)).told,
      undefined,
      "in the background it keeps nobody waiting",
    );
  }));

Deno.test("qwen-code: a command runs in the folder that it names", () =>
  inHome(async (home) => {
    home.put("web/package.json", "{}\n");
    home.put("../other/notes.md", "notes\n");
    const inside = await before(home, shell("rm -rf ../dist", { directory: `${home.project}/web` }));
    assertEquals(inside.goesOn, true);
    const outside = await before(home, shell("rm -rf ../../other", { directory: `${home.project}/web` }));
    assertEquals(outside.goesOn, false);
    assertEquals((await before(home, call("monitor", { command: "rm -rf ~/Documents" }))).goesOn, false);
  }));

Deno.test("qwen-code: a program of its code mode is not read as a command line", () =>
  inHome(async (home) => {
    const effect = await before(home, call("exec", { script: "const rm = 1; // rm -rf ~/Documents" }));
    assertEquals(effect, { goesOn: true });
  }));

Deno.test("qwen-code: what a person typed is judged, not what the client goes on with", () =>
  inHome(async (home) => {
    const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const typed = await home.tell("qwen-code", "UserPromptSubmit", {
      prompt: "Expanded text.",
      submitted_prompt: `Use ${secret} please`,
    });
    assertStringIncludes(JSON.stringify(typed), "GitHub token");
    const goesOn = await home.tell("qwen-code", "UserPromptSubmit", { prompt: "" });
    assertEquals(goesOn, { goesOn: true });
  }));

Deno.test("qwen-code: a fault of ours is not written where the model reads it", () =>
  inHome(async (home) => {
    const payload = { session_id: "s", cwd: home.project, source: "startup" };
    const silent = await home.call(["--contract", "qwen-code", "SessionStart", "no-such-message"], payload);
    assertEquals([silent.stdout, silent.stderr, silent.code], ["", "", 0]);
    const heard = await home.call(["--contract", "qwen-code", "Stop", "no-such-message"], payload);
    assertStringIncludes(heard.stderr, "no-such-message");
  }));

Deno.test("qwen-code: a question is put, with its reason", () =>
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
