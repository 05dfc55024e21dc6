/** Programs that are started: bounded in time and output. */
import { startProgram } from "../../src/automation/start.ts";
import { assert, assertEquals } from "../support/assert.ts";

const ignore = Deno.build.os === "windows";

const shell = (script: string, time = 5_000, input?: string) =>
  startProgram({
    program: "/bin/sh",
    args: ["-c", script],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    time,
    ...(input === undefined ? {} : { input }),
  });

Deno.test("output, exit code and standard input", { ignore }, async () => {
  assertEquals(await shell("cat; echo bad >&2; exit 3", 5_000, "in"), {
    out: "in",
    err: "bad\n",
    code: 3,
    late: false,
  });
  assertEquals((await shell("cat")).out, "");
});

Deno.test("a program that reads nothing may be given much", { ignore }, async () => {
  assertEquals((await shell("exit 0", 5_000, "x".repeat(2_000_000))).code, 0);
});

Deno.test(
  "a program that does not end is ended, with a child that holds its output",
  { ignore },
  async () => {
    const { late, out } = await shell("echo begun; sleep 600 & sleep 600", 300);
    assert(late);
    assertEquals(out, "begun\n");
    assertEquals((await shell("echo never", 0)).late, true);
  },
);

Deno.test("only the beginning of long output is kept", { ignore }, async () => {
  const { out, code } = await shell("yes | head -c 5000000");
  assertEquals([out.length, code], [256 * 1024, 0]);
});
