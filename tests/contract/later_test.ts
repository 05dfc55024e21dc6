/** Harnesses that do not read a remark where it is made: it is told with the next event on which they do, and once. */
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inHome } from "../support/home.ts";
import { MANIFEST, playerOf } from "../support/played.ts";

/** Harness, the write and the values that make it one of a manifest, the event that tells of it. */
const ROWS: readonly [string, string, Record<string, string>, string][] = [
  ["antigravity", "before-write", {
    "toolCall.args.TargetFile": "package.json",
    "toolCall.args.CodeContent": MANIFEST,
  }, "pre-invocation"],
  [
    "auggie",
    "before-save",
    { "tool_input.path": "package.json", "tool_input.file_content": MANIFEST },
    "after-launch",
  ],
  [
    "droid",
    "before-create",
    { "tool_input.file_path": "package.json", "tool_input.content": MANIFEST },
    "after-execute",
  ],
  ["junie", "before-edit", {
    "tool_name": "Write",
    "tool_input.file_path": "package.json",
    "tool_input.content": MANIFEST,
  }, "prompt"],
  [
    "kimi-code",
    "before-write",
    { "tool_input.path": "package.json", "tool_input.content": MANIFEST },
    "prompt",
  ],
  ["opencode", "before-write", {
    "output.args.filePath": "package.json",
    "output.args.content": MANIFEST,
  }, "captured-tool.execute.after-bash"],
  [
    "vibe",
    "before-write",
    { "tool_input.path": "package.json", "tool_input.content": MANIFEST },
    "after-bash",
  ],
];

for (const [id, write, changes, next] of ROWS) {
  Deno.test(`${id}: what is remarked on before a tool is told with ${next}, once`, () =>
    inHome(async (home) => {
      const play = playerOf(home, id);
      // What the start of a session brings is told by now.
      await play(next);
      const before = await play(write, changes);
      assertEquals([before.goesOn, before.reply.stdout, before.fault], [true, "", undefined]);
      const told = await play(next);
      assertEquals(told.fault, undefined);
      assertStringIncludes(told.told ?? "", "dependencies");
      assertEquals((await play(next)).told?.includes("dependencies") ?? false, false);
    }));
}
