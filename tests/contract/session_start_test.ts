/** What a session is told when it starts, also where the harness has no event for it that anybody reads. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { inHome } from "../support/home.ts";
import { playerOf } from "../support/played.ts";

const START = "# House rules\n\nSpeak of otters.\n";
const put = (home: string) => `${home}/.config/garfio/messages/sessionstart.md`;

/** Harness, the events that come before anything can be told, the one that tells, one after it. */
const ROWS: readonly [string, readonly string[], string, string][] = [
  ["antigravity", ["before-run"], "pre-invocation", "pre-invocation"],
  ["auggie", ["session-start", "prompt", "before-launch"], "after-launch", "after-launch"],
  ["cline", [], "task-start", "prompt"],
  ["cline", ["sdk-agent_start", "sdk-prompt_submit"], "sdk-before-run", "sdk-after"],
  ["crush", [], "before-bash", "before-view"],
  ["droid", [], "session-start", "prompt"],
  [
    "grok",
    ["captured-SessionStart", "captured-UserPromptSubmit"],
    "captured-PreToolUse-run_terminal_command",
    "captured-PostToolUse-run_terminal_command",
  ],
  ["junie", [], "session-start", "prompt"],
  ["kimi-code", ["SessionStart"], "prompt", "prompt"],
  ["opencode", [], "session.created", "chat.message"],
  ["vibe", ["before-bash"], "after-bash", "after-bash"],
];

for (const [id, silent, first, second] of ROWS) {
  Deno.test(`${id}: the text of a session's start comes with ${first}, once`, () =>
    inHome(async (home) => {
      home.put(put(home.home), START);
      const play = playerOf(home, id);
      for (const name of silent) {
        const { reply, fault } = await play(name);
        assertEquals([name, reply.stdout, fault], [name, "", undefined]);
      }
      const begun = await play(first);
      assertEquals([begun.goesOn, begun.fault], [true, undefined]);
      assertStringIncludes(begun.told ?? "", "otters");
      assert(!((await play(second)).told ?? "").includes("otters"));
    }));
}

/** Harness, a call, the values that make it a loss, the text of a sub-agent's or another session. */
const REFUSED: readonly [string, string, JsonObject, string, JsonObject][] = [
  ["crush", "before-bash", { "tool_input.command": "git reset --hard HEAD~2" }, "before-bash", {
    session_id: "other",
  }],
  ["vibe", "before-bash", { "tool_input.command": "git reset --hard HEAD~2" }, "after-bash", {
    session_id: "other",
  }],
];

for (const [id, call, loss, told, other] of REFUSED) {
  Deno.test(`${id}: beside a refusal the start is not told, and not lost; each session has its own`, () =>
    inHome(async (home) => {
      home.put(put(home.home), START);
      const play = playerOf(home, id);
      const refused = await play(call, loss);
      assertEquals([refused.goesOn, refused.fault], [false, undefined]);
      assert(!refused.reply.stdout.includes("otters"));
      for (const changes of [{}, other]) {
        assertStringIncludes((await play(told, changes)).told ?? "", "otters");
        assertEquals((await play(told, changes)).told?.includes("otters") ?? false, false);
      }
    }));
}

for (const id of ["goose", "kimi"]) {
  Deno.test(`${id}: nothing is told, since nobody would read it`, () =>
    inHome(async (home) => {
      home.put(put(home.home), START);
      const play = playerOf(home, id);
      const folder = new URL(`../fixtures/contracts/${id}/`, import.meta.url);
      for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
        const { reply, goesOn, told, fault } = await play(name.replace(".json", ""));
        assertEquals([name, told, fault, reply.stderr, reply.code], [name, undefined, undefined, "", 0]);
        if (goesOn) assertEquals([name, reply.stdout], [name, ""]);
      }
    }));
}
