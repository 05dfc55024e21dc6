/** Reading the audit log. */
import { readSince } from "../../src/cli/log.ts";
import { readLog } from "../../src/state/audit_read.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";
import { inSandbox, type Sandbox } from "../register/sandbox.ts";

const NOW = new Date("2026-11-30T12:00:00Z");

function place(box: Sandbox): string {
  const folder = `${box.home}/.local/state/garfio/audit`;
  const line = (time: string, more: Record<string, unknown>) =>
    `${
      JSON.stringify({
        time,
        kind: "decision",
        event: "PreToolUse",
        harness: "claude-code",
        session: "abc-1",
        ...more,
      })
    }\n`;
  box.put(
    `${folder}/2026-11-29.jsonl`,
    line("2026-11-29T10:00:00.000Z", { guard: "no-verify", action: "deny" }),
  );
  box.put(
    `${folder}/2026-11-30.jsonl`,
    `${line("2026-11-30T09:00:00.000Z", { guard: "no-verify", action: "ask", session: "xyz-2" })}{ broken\n` +
      line("2026-11-30T11:30:00.000Z", {
        kind: "operation",
        guard: "operation-log",
        operation: "delete",
        what: "rm -rf",
        path: "/p/\u001b[31m",
      }) +
      line("2026-11-30T11:45:00.000Z", { guard: "secret-read", action: "deny", harness: "codex" }),
  );
  return folder;
}

const guards = (out: string) =>
  out.trim().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line).guard);

Deno.test("log: everything, oldest first, and each filter", () =>
  inSandbox(async (box) => {
    place(box);
    const read = async (args: string) =>
      guards((await box.run(`log --json ${args}`.trim(), { now: () => NOW })).out);
    assertEquals(await read(""), ["no-verify", "no-verify", "operation-log", "secret-read"]);
    assertEquals(await read("--since 1h"), ["operation-log", "secret-read"]);
    assertEquals(await read("--since 2026-11-30"), ["no-verify", "operation-log", "secret-read"]);
    assertEquals(await read("--since 2d --guard no-verify"), ["no-verify", "no-verify"]);
    assertEquals(await read("--action deny"), ["no-verify", "secret-read"]);
    assertEquals(await read("--harness codex"), ["secret-read"]);
    assertEquals(await read("--session xyz"), ["no-verify"]);
  }));

Deno.test("log: for people, one line each, and nothing in it steers the terminal", () =>
  inSandbox(async (box) => {
    place(box);
    const { out, code } = await box.run("log --since 1h", { now: () => NOW });
    assertEquals(code, 0);
    assertEquals(out.trim().split("\n").length, 2);
    assertStringIncludes(out, "2026-11-30T11:30:00Z  delete");
    assertStringIncludes(out, "claude-code/PreToolUse/abc-1  what=rm -rf");
    assert(!out.includes("\u001b"), out);
    const none = await box.run("log --guard nobody", { now: () => NOW });
    assertEquals([none.code, none.out], [0, "There is nothing to show.\n"]);
  }));

Deno.test("log: what is followed comes once, when its line is whole", () =>
  inSandbox((box) => {
    const folder = place(box);
    const seen = new Map<string, number>();
    const filter = {
      since: undefined,
      harness: undefined,
      session: undefined,
      guard: undefined,
      action: undefined,
    };
    const next = () => readLog(folder, filter, seen, "linux").map(({ fields }) => fields["guard"]);
    assertEquals(next().length, 4);
    assertEquals(next(), []);
    const file = `${folder}/2026-11-30.jsonl`;
    Deno.writeTextFileSync(file, '{"time":"2026-11-30T11:50:00.000Z",', { append: true });
    assertEquals(next(), []);
    Deno.writeTextFileSync(file, '"guard":"late"}\n', { append: true });
    assertEquals(next(), ["late"]);
  }));

Deno.test("log: times, and times that are none", () => {
  const now = NOW.getTime();
  assertEquals(readSince(undefined, now), undefined);
  assertEquals(readSince("90s", now), now - 90_000);
  assertEquals(readSince("3d", now), now - 3 * 86_400_000);
  assertEquals(readSince("2026-11-30T10:00Z", now), Date.parse("2026-11-30T10:00Z"));
  for (const text of ["yesterday", "5", "5w", "2026-13-45", "-1h"]) {
    assertThrows(() => readSince(text, now), undefined, "--since");
  }
});

Deno.test("log: wrong options are said, -f is --follow", () =>
  inSandbox(async (box) => {
    assertEquals((await box.run("log --action off")).code, 1);
    assertEquals((await box.run("log --since soon")).code, 1);
    assertStringIncludes((await box.run("log --help")).out, "--follow, -f");
  }));
