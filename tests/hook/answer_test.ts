/** The function that both transports call: what holds whatever the event is. */
import { environmentOf } from "../../src/base/environment.ts";
import { asInput, parseJson } from "../../src/hook/payload.ts";
import { answer } from "../../src/hook/answer.ts";
import type { Request } from "../../src/hook/request.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { textsIn } from "../support/hook_case.ts";
import { withScratch } from "../support/scratch.ts";

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

function request(
  folder: string,
  args: readonly string[],
  payload: unknown,
  more: Partial<Request> = {},
): Request {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return {
    args,
    input: asInput(parseJson(bytes), bytes.length),
    env: environmentOf({ HOME: `${folder}/home`, GARFIO_STATE_DIR: `${folder}/state` }),
    cwd: folder,
    os: "linux",
    clock: Date.now,
    parentPid: 1,
    assets,
    ...more,
  };
}

const manifest = {
  session_id: "s",
  tool_name: "Write",
  tool_input: { file_path: "/p/package.json", content: "{}" },
};

const question = {
  question: "Which one?",
  multiSelect: false,
  options: [{ label: "First (Recommended)" }, { label: "Second" }],
};
const fresh: [string, readonly string[], Record<string, unknown>][] = [
  ["a Write of app.py", ["PreToolUse"], {
    tool_name: "Write",
    tool_input: { file_path: "app.py", content: "print('ok')\n" },
  }],
  ["an edit", ["PreToolUse"], {
    tool_name: "Edit",
    tool_input: { file_path: "app.py", old_string: "a", new_string: "b" },
  }],
  ["a notebook cell", ["PreToolUse"], {
    tool_name: "NotebookEdit",
    tool_input: { notebook_path: "n.ipynb", new_source: "1 + 1" },
  }],
  ["ls", ["PreToolUse"], { tool_name: "Bash", tool_input: { command: "ls -la" } }],
  ["a well-formed question", ["PreToolUse"], {
    tool_name: "AskUserQuestion",
    tool_input: { questions: [question] },
  }],
  ["a small answer", ["PostToolUse"], { tool_name: "Read", tool_response: "x".repeat(64) }],
  ["the end of a turn", ["Stop", "stop"], { stop_hook_active: false }],
  ["the end of a sub-agent's turn", ["SubagentStop"], { stop_hook_active: false }],
  ["a compaction", ["PreCompact"], { trigger: "auto" }],
  ["the end of a compaction", ["PostCompact"], { trigger: "auto" }],
  ["a prompt", ["UserPromptSubmit"], { prompt: "Please tidy up." }],
];
for (const [what, args, payload] of fresh) {
  Deno.test(`a fresh session says nothing on ${what}`, () =>
    withScratch(async (folder) => {
      const reply = await answer(request(folder, args, { session_id: "s", cwd: folder, ...payload }));
      assertEquals(reply, { stdout: "", stderr: "", code: 0 });
    }));
}

Deno.test("guards that take too long end in silence, with a line for the operator", () =>
  withScratch(async (folder) => {
    let now = Date.now();
    // Every look at the clock takes ten seconds.
    const reply = await answer(
      request(folder, ["PreToolUse", "pretooluse-dependency-guard"], manifest, {
        clock: () => now += 10_000,
      }),
    );
    assertEquals([reply.stdout, reply.code], ["", 0]);
    assertStringIncludes(reply.stderr, "time for guards");
  }));

Deno.test("a guard that throws is nothing found, stops no other, and is written down", () =>
  withScratch(async (folder) => {
    const broken = { get: () => 1 };
    const odd = { ...manifest, tool_input: new Proxy(manifest.tool_input, broken) };
    const args = ["PreToolUse", "pretooluse-dependency-guard", "no-such-message"];
    const reply = await answer({ ...request(folder, args, manifest), input: { payload: odd as never } });
    assertEquals(reply.code, 0);
    assertEquals(reply.stderr.split("\n").length, 2);
  }));

Deno.test("a message of the operator's own is told as it is, cut where it is too long", () =>
  withScratch(async (folder) => {
    Deno.mkdirSync(`${folder}/home/.config/garfio/messages`, { recursive: true });
    const own = (text: string) =>
      Deno.writeTextFileSync(`${folder}/home/.config/garfio/messages/house-rules.md`, text);
    const say = async () => {
      const reply = await answer(
        request(folder, ["SessionStart", "house-rules"], { session_id: "s", source: "startup" }),
      );
      return textsIn(reply.stdout).join("\n");
    };
    own("<!-- SPDX-License-Identifier: MIT -->\n# House rules\n\nSpeak plainly.\n\n## Bindings\n\n- none\n");
    const text = await say();
    assertStringIncludes(text, "Speak plainly.");
    assert(!text.includes("SPDX") && !text.includes("Bindings"));
    for (const long of ["rule text. ".repeat(1_700), "規則".repeat(6_000)]) {
      own(long);
      const cut = await say();
      assert(cut.length <= 10_100, String(cut.length));
      assertStringIncludes(cut, "[Cut here");
      assert(cut.isWellFormed());
    }
  }));

Deno.test("a strict question is refused by variable or option, and never in the advisory profile", () =>
  withScratch(async (folder) => {
    const payload = {
      session_id: "s",
      tool_name: "AskUserQuestion",
      tool_input: { questions: [{ question: "?", options: [{ label: "A (recommended)" }, { label: "B" }] }] },
    };
    const id = "pretooluse-askuserquestion-recommended";
    const decide = async (args: readonly string[], env: Record<string, string>) => {
      const reply = await answer(
        request(folder, args, payload, { env: environmentOf({ GARFIO_STATE_DIR: `${folder}/s`, ...env }) }),
      );
      return JSON.parse(reply.stdout).hookSpecificOutput.permissionDecision;
    };
    assertEquals(await decide(["PreToolUse", id], {}), undefined);
    assertEquals(await decide(["--strict", "PreToolUse", id], {}), "deny");
    assertEquals(await decide(["PreToolUse", id], { GARFIO_CONFORMITY_STRICT: "on" }), "deny");
    assertEquals(await decide(["PreToolUse", id], { APOTHEM_CONFORMITY_STRICT: "1" }), "deny");
    assertEquals(await decide(["--strict", "PreToolUse", id], { GARFIO_PROFILE: "advisory" }), undefined);
  }));
