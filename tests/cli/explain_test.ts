import { environmentOf } from "../../src/base/environment.ts";
import { EXPLAIN } from "../../src/cli/explain.ts";
import { runCommand } from "../../src/cli/main.ts";
import type { Io } from "../../src/cli/io.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

async function explain(folder: string, args: readonly string[]) {
  let out = "";
  let err = "";
  const io = {
    write: (text: string) => out += text,
    error: (text: string) => err += text,
    env: environmentOf({ HOME: `${folder}/home` }),
    os: "linux",
    cwd: folder,
    assets: new URL("../../", import.meta.url).pathname.replace(/\/$/, ""),
  } as unknown as Io;
  const code = await runCommand(["explain", ...args], io, [EXPLAIN]);
  return { code, out, err };
}

Deno.test("explain shows the commands, what each guard said, and the answer", () =>
  withScratch(async (folder) => {
    const { code, out } = await explain(folder, ['cd src && sudo git commit -m "TM-10: x"']);
    assertEquals(code, 0);
    assertStringIncludes(out, "via sudo; conditional");
    assert(/pretooluse-bash +advise +advise by profile standard/.test(out), out);
    assertStringIncludes(out, "hookSpecificOutput");
  }));

Deno.test("explain tells the same as JSON", () =>
  withScratch(async (folder) => {
    const { out } = await explain(folder, ["git status", "--json"]);
    const report = JSON.parse(out);
    assertEquals(report.commands[0].words, ["git", "status"]);
    assertEquals(report.reply.stdout, undefined);
    assert(report.guards.length > 2);
  }));

Deno.test("explain reads any event from a file", () =>
  withScratch(async (folder) => {
    Deno.writeTextFileSync(
      `${folder}/event.json`,
      JSON.stringify({
        hook_event_name: "PreToolUse",
        tool_name: "Write",
        tool_input: { file_path: "package.json", content: "{}" },
      }),
    );
    const { out } = await explain(folder, ["--event", "event.json"]);
    assert(/pretooluse-dependency-guard +advise/.test(out), out);
  }));

Deno.test("explain without anything to explain says what it takes", () =>
  withScratch(async (folder) => {
    for (const args of [[], ["a", "b"], ["ls", "--event", "x"], ["--event", "missing.json"]]) {
      const { code, err } = await explain(folder, args);
      assertEquals(code, 1);
      assertStringIncludes(err, "garfio explain");
    }
  }));
