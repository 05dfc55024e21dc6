/** Values that a table makes of several, and what a table can say in an answer. */
import { assertEquals } from "../support/assert.ts";
import type { JsonObject } from "../../src/base/json.ts";
import {
  type Contract,
  type Conversion,
  findEvent,
  loadContract,
  toldEvent,
} from "../../src/contract/contract.ts";
import { convert } from "../../src/contract/convert.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import { render } from "../../src/contract/render.ts";
import { nativeInput } from "../../src/contract/rewrite.ts";
import { translate } from "../support/translate.ts";
import { NOTHING } from "../support/golden.ts";
import { ASSETS } from "../support/home.ts";

const EDITS: Conversion = { from: "e", as: "edits", keys: { old_string: "old", new_string: "new" } };
/** The harness's own keys stay. */
const EDIT = { old: "a", new: "b", old_string: "a", new_string: "b" };
const LINES: Conversion = { from: ["all", "one"], as: "lines", keys: { text: "program", arguments: "args" } };

for (
  const [name, conversion, input, expected] of [
    ["a list of edits", EDITS, { e: [{ old: "a", new: "b" }] }, [EDIT]],
    ["one edit", EDITS, { e: { old: "a", new: "b" } }, [EDIT]],
    ["a text where edits should be", EDITS, { e: "a" }, undefined],
    ["no edits", EDITS, {}, undefined],
    ["texts and objects", { from: "q", as: "texts" }, { q: ["a", { text: "b" }, 7, { other: "c" }] }, [
      "a",
      "b",
    ]],
    ["nothing that is a text", { from: "q", as: "texts" }, { q: [7, null] }, undefined],
    ["commands", LINES, { all: ["cd x", "ls"] }, "cd x\nls"],
    ["one command", LINES, { one: "ls" }, "ls"],
    [
      "a program with its arguments",
      LINES,
      { all: [{ program: "git", args: ["commit", "-m", "it's a; b", 7] }] },
      "git commit -m 'it'\\''s a; b'",
    ],
    ["a program alone", LINES, { all: [{ program: "make" }] }, "make"],
  ] as const satisfies readonly (readonly [string, Conversion, JsonObject, unknown])[]
) {
  Deno.test(`conversion: ${name}`, () => assertEquals(convert(conversion, input), expected));
}

Deno.test("what was converted has no place in the native input, so that it is not changed there", () => {
  const contract = loadContract(ASSETS, "cline")!;
  const payload = {
    hookName: "tool_call",
    taskId: "t",
    tool_call: { id: "1", name: "run_commands", input: { commands: ["a", "b"] } },
  };
  const event = translate(contract, contract.events["tool_call"]!, payload, {
    cwd: "/p",
    env: () => undefined,
    os: "linux",
  });
  assertEquals(event.toolInput?.["command"], "a\nb");
  const after = { ...event.toolInput, command: "c" };
  assertEquals(nativeInput(event.toolInput!, after, event.nativeInput!), undefined);
});

Deno.test("a key of the harness that means something else is not read as the canonical one", () => {
  const contract = loadContract(ASSETS, "grok")!;
  const toolInput = { file_path: "a.json", old_string: "", new_string: "{}" };
  const payload = { hookEventName: "pre_tool_use", toolName: "search_replace", toolInput };
  const event = translate(contract, contract.events["PreToolUse"]!, payload, {
    cwd: "/p",
    env: () => undefined,
    os: "linux",
  });
  assertEquals([event.toolName, event.toolInput], ["Write", { file_path: "a.json", content: "{}" }]);
  const whole = nativeInput(event.toolInput!, { ...event.toolInput, content: "[]" }, event.nativeInput!);
  assertEquals(whole, { ...toolInput, new_string: "[]" });
});

function answerOf(channels: Contract["events"][string]["channels"], outcome: Partial<Outcome>): string {
  const contract = loadContract(ASSETS, "claude-code")!;
  const event = { canonical: "UserPromptSubmit", channels };
  return render({ contract, native: "UserPromptSubmit", event }, { ...NOTHING, ...outcome }).stdout;
}

Deno.test("a template can hold a list", () => {
  assertEquals(
    answerOf({ context: { steps: [{ say: "$text" }, 1] } }, { context: "x" }),
    '{"steps":[{"say":"x"},1]}',
  );
});

Deno.test("a refusal stays beside a channel that is plain text", () => {
  const decision = { action: "deny" as const, reason: "No.", protects: true };
  const channels = { context: "$text", deny: { decision: "deny", reason: "$text" } };
  assertEquals(JSON.parse(answerOf(channels, { context: "x", decision })).reason, "No.");
});

Deno.test("an event that the payload names counts only where it stands for the same canonical one", () => {
  const contract = loadContract(ASSETS, "vibe")!;
  for (
    const [entry, told, native] of [
      ["pre_tool", undefined, "pre_tool"],
      ["pre_tool", "before_tool", "before_tool"],
      ["pre_tool", "post_tool", "pre_tool"],
      ["pre_tool", "unheard", "pre_tool"],
      ["PreToolUse", "before_tool", "before_tool"],
      ["unheard", "unheard", undefined],
    ] as const
  ) assertEquals([entry, told, findEvent(contract, entry, told)?.native], [entry, told, native]);
});

Deno.test("the name of an event is looked for where the table says, and has to be a text", () => {
  assertEquals(toldEvent(loadContract(ASSETS, "cline")!, { hookName: "tool_call" }), "tool_call");
  assertEquals(toldEvent(loadContract(ASSETS, "claude-code")!, { hookName: "tool_call" }), undefined);
  assertEquals(toldEvent(loadContract(ASSETS, "claude-code")!, { hook_event_name: 7 }), undefined);
  assertEquals(toldEvent(loadContract(ASSETS, "claude-code")!, undefined), undefined);
});
