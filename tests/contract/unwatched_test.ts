/** What is special to Junie and to Continue, which nobody has watched: the answers hold whatever they read. */
import { assertEquals } from "../support/assert.ts";
import { loadContract } from "../../src/contract/contract.ts";
import { ASSETS, inHome } from "../support/home.ts";
import { playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("junie", [
  ["a delete outside the project", "before-bash", { "tool_input.command": "rm -rf ~/work" }, "work"],
  ["a delete by another name of the tool", "before-terminal", {
    "tool_input.command": "rm -rf ~/work",
  }, "work"],
]);

refuses("continue", [
  ["a delete outside the project", "before-bash", { "tool_input.command": "rm -rf ~/work" }, "work"],
  ["a secret in one of many edits", "before-multiedit", {
    "tool_input.edits": [{ old_string: "a", new_string: `"${TOKEN}"` }],
  }, "secret"],
]);

Deno.test("junie: a refusal says the same on both streams, and by the exit code", () =>
  inHome(async (home) => {
    const { reply } = await playerOf(home, "junie")("before-bash", { "tool_input.command": "rm -rf ~/work" });
    const { hookSpecificOutput } = JSON.parse(reply.stdout);
    assertEquals([reply.code, reply.stderr.trim()], [2, hookSpecificOutput.permissionDecisionReason]);
  }));

for (const id of ["junie", "continue", "amp"]) {
  Deno.test(`${id}: what is not known of it is said`, () => {
    assertEquals(/^[A-Z].{40,}\.$/s.test(loadContract(ASSETS, id)!.unknown ?? ""), true);
  });
}
