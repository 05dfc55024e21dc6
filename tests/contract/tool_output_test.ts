/** The output of a command, from whichever harness. */
import { toolOutput } from "../../src/contract/tool_output.ts";
import { assertEquals } from "../support/assert.ts";
import { bash, callOf } from "../support/call.ts";

const read = (response: unknown, event = "PostToolUse", payload?: Record<string, unknown>) =>
  toolOutput({ ...callOf({ ...bash("x"), event, response }).event, payload });

Deno.test("text, errors and exit code", () => {
  const rows: [unknown, string, number | undefined, boolean][] = [
    [{ stdout: "a", stderr: "b", interrupted: false }, "a", undefined, false],
    [{ stdout: "a", stderr: "", interrupted: true }, "a", undefined, true],
    ["a", "a", undefined, false],
    ['{"exitCode":2,"stdout":"a"}', "a", 2, true],
    ['{"name":"x"}', '{"name":"x"}', undefined, false],
    ["Output:\na\n\nExit Code: 1", "Output:\na\n\nExit Code: 1", 1, true],
    ["a\n<shellId: 0 completed with exit code 0>", "a\n<shellId: 0 completed with exit code 0>", 0, false],
    [{ output: "a", metadata: { exit: 3 } }, "a", 3, true],
    [{ output: [97], output_for_prompt: "exit: 3\na", exit_code: 3 }, "exit: 3\na", 3, true],
    [{ success: false, output: "", error: "no" }, "", undefined, true],
    [{ content: [{ type: "text", text: "a" }, { type: "text", text: "b" }] }, "a\nb", undefined, false],
    [undefined, "", undefined, false],
    [7, "", undefined, false],
  ];
  for (const [response, text, code, failed] of rows) {
    const output = read(response);
    assertEquals([output.text, output.code, output.failed], [text, code, failed], JSON.stringify(response));
  }
});

Deno.test("an event for failures carries its error", () => {
  const output = read(undefined, "PostToolUseFailure", { error: "Exit code 3\n1 test failed" });
  assertEquals([output.code, output.failed, output.errors.trim()], [3, true, "Exit code 3\n1 test failed"]);
});
