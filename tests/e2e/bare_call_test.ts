/** The program without a word behind it, as a harness runs it that takes over entries and leaves out their arguments. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { runProgram } from "../support/executable.ts";
import { withScratch } from "../support/scratch.ts";

const call = { session_id: "s-1", tool_name: "Bash", tool_input: { command: "git commit --no-verify -m x" } };

const bare = async (stdin: string): Promise<{ code: number; stdout: string; stderr: string }> => {
  let ran = { code: -1, stdout: "", stderr: "" };
  await withScratch(async (folder) => {
    ran = await runProgram({
      args: [],
      stdin,
      env: { HOME: folder, GARFIO_STATE_DIR: `${folder}/state` },
      cwd: folder,
    });
  });
  return ran;
};

Deno.test("a call of Claude Code's that lost its arguments is answered", async () => {
  const { code, stdout } = await bare(
    JSON.stringify({ ...call, hook_event_name: "PreToolUse", transcript_path: "/t.jsonl" }),
  );
  assertEquals(code, 0);
  assertEquals(JSON.parse(stdout).hookSpecificOutput.permissionDecision, "deny");
});

Deno.test("a call of another harness is answered in its own dialect", async () => {
  const { code, stdout } = await bare(
    JSON.stringify({ ...call, hook_event_name: "PreToolUse", timestamp: "2026-01-02T03:04:05.678Z" }),
  );
  assertEquals(code, 0);
  assertEquals(JSON.parse(stdout).permissionDecision, "deny");
});

Deno.test("an event that is not named is left alone, in silence", async () => {
  assertEquals(await bare(JSON.stringify(call)), { code: 0, stdout: "", stderr: "" });
});

Deno.test("without an event it is a person who asks", async () => {
  for (const stdin of ["", "\n", "not JSON"]) {
    const { code, stdout } = await bare(stdin);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "Usage: garfio");
    assert(!stdout.startsWith("{"));
  }
});
