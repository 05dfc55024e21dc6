/** What holds for every hook: odd input is silence, and no decision depends on the size of what comes. */
import { environmentOf } from "../../src/base/environment.ts";
import { answer } from "../../src/hook/answer.ts";
import { asInput, parseJson } from "../../src/hook/payload.ts";
import { assertEquals } from "../support/assert.ts";
import { inSession } from "../support/session.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const ODD: Readonly<Record<string, string>> = {
  "empty": "",
  "blank": " \n",
  "not JSON": "{bad",
  "null": "null",
  "a list": "[]",
  "no input of the tool": '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":null}',
  "an input of the wrong type": '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"x"}',
  "an event that nobody knows": '{"hook_event_name":"Brandnew","tool_name":"X","tool_input":{}}',
};

for (const [name, text] of Object.entries(ODD)) {
  for (const event of ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PreCompact", "SessionEnd"]) {
    Deno.test(`protocol: ${event}, ${name}: silence`, async () => {
      const bytes = new TextEncoder().encode(text);
      const reply = await answer({
        args: [event],
        input: asInput(parseJson(bytes), bytes.length),
        env: environmentOf({}),
        cwd: "/",
        os: "linux",
        clock: Date.now,
        parentPid: 1,
        assets: ASSETS,
      });
      assertEquals([reply.stdout, reply.code], ["", 0]);
    });
  }
}

Deno.test("protocol: an event of no name is silence", async () => {
  const reply = await answer({
    args: ["Brandnew"],
    input: { payload: { tool_name: "X" } },
    env: environmentOf({}),
    cwd: "/",
    os: "linux",
    clock: Date.now,
    parentPid: 1,
    assets: ASSETS,
  });
  assertEquals([reply.stdout, reply.code], ["", 0]);
});

Deno.test("protocol: two megabytes are read whole, and judged by what they are", () =>
  inSession(async (session) => {
    session.put(".eslintrc.json", "{}");
    const big = JSON.stringify({ text: "x".repeat(2 * 1024 * 1024) });
    const write = (file: string) =>
      session.tell(["PreToolUse"], {
        tool_name: "Write",
        tool_input: { file_path: `${session.project}/${file}`, content: big },
      });
    const config = await write(".eslintrc.json");
    assertEquals(JSON.parse(config.stdout).hookSpecificOutput.permissionDecision, "deny");
    assertEquals((await write("data.json")).stdout, "");
    assertEquals(
      (await session.tell(["PreToolUse"], { tool_name: "Bash", tool_input: { command: "git status" } }))
        .stdout,
      "",
    );
  }));
