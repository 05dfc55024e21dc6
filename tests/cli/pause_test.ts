/** Pausing is the operator's, in a terminal, and ends by itself. */
import { environmentOf } from "../../src/base/environment.ts";
import type { Io } from "../../src/cli/io.ts";
import { pauseCommand, readLength, resumeCommand } from "../../src/cli/pause.ts";
import { isSwitchedOff, LONGEST_PAUSE, pausedUntil } from "../../src/policy/policy.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { runProgram } from "../support/executable.ts";
import { withScratch } from "../support/scratch.ts";

const NOW = Date.parse("2030-01-01T10:00:00Z");

function place(
  home: string,
  given: { input?: boolean; output?: boolean; env?: Record<string, string> } = {},
) {
  const said = { out: "", err: "" };
  const io = {
    write: (text: string) => said.out += text,
    error: (text: string) => said.err += text,
    isTerminal: given.output ?? true,
    env: environmentOf({ HOME: home, ...given.env }),
    os: "linux",
    now: () => new Date(NOW),
  } as unknown as Io;
  const terminal = { input: () => given.input ?? true };
  const values = (length?: string) => ({ text: () => length, has: () => false, operands: [] });
  return {
    io,
    said,
    pause: (length: string) => pauseCommand(terminal).run(values(length), io, []),
    resume: () => resumeCommand(terminal).run(values(), io, []),
  };
}

Deno.test("a pause holds until its end, and resume ends it before", () =>
  withScratch(async (home) => {
    const { io, said, pause, resume } = place(home);
    assertEquals(await pause("10m"), 0);
    assertStringIncludes(said.out, "2030-01-01T10:10:00.000Z");
    const file = `${home}/.config/garfio/disabled`;
    assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
    assertEquals(isSwitchedOff(io, NOW + 599_000), true);
    assertEquals(isSwitchedOff(io, NOW + 600_000), false);
    assertEquals(pausedUntil(io, NOW), NOW + 600_000);
    assertEquals(await pause("1h30m"), 0);
    assertEquals(pausedUntil(io, NOW), NOW + 5_400_000);
    assertEquals(await resume(), 0);
    assertEquals(isSwitchedOff(io, NOW), false);
    assertEquals(await resume(), 0);
    assertStringIncludes(said.out, "There is no pause.");
  }));

Deno.test("nothing is paused without terminals, or in a shell that a harness started", () =>
  withScratch(async (home) => {
    for (const given of [{ input: false }, { output: false }, { env: { CLAUDECODE: "1" } }]) {
      const { io, said, pause, resume } = place(home, given);
      assertEquals([await pause("10m"), await resume()], [1, 1]);
      assertStringIncludes(said.err, "operator's command");
      assertEquals(isSwitchedOff(io, NOW), false);
    }
  }));

Deno.test("a switch without an end is neither shortened nor taken away", () =>
  withScratch(async (home) => {
    Deno.mkdirSync(`${home}/.config/garfio`, { recursive: true });
    Deno.writeTextFileSync(`${home}/.config/garfio/disabled`, "");
    const { io, pause, resume } = place(home);
    assertEquals([await pause("10m"), await resume()], [1, 1]);
    assertEquals(isSwitchedOff(io, NOW + 1e12), true);
  }));

Deno.test("a file that holds anything else pauses nothing", () =>
  withScratch((home) => {
    Deno.mkdirSync(`${home}/.config/garfio`, { recursive: true });
    const { io } = place(home);
    const write = (text: string) => Deno.writeTextFileSync(`${home}/.config/garfio/disabled`, text);
    for (
      const text of [
        "soon",
        "2030-01-01T10:",
        "2030-13-45T99:00:00Z",
        new Date(NOW - 1).toISOString(),
        new Date(NOW + LONGEST_PAUSE + 1).toISOString(),
        "x".repeat(10_000),
      ]
    ) {
      write(text);
      assertEquals(isSwitchedOff(io, NOW), false, text);
    }
    write("\n");
    assertEquals(isSwitchedOff(io, NOW), true);
  }));

Deno.test("how long a pause may be", () => {
  assertEquals([readLength("30s"), readLength("10m"), readLength("1h30m")], [30_000, 600_000, 5_400_000]);
  for (const text of [undefined, "", "10", "0m", "-5m", "13h", "12h1s", "m", "1d", "10m5h"]) {
    let refused = false;
    try {
      readLength(text);
    } catch {
      refused = true;
    }
    assert(refused, String(text));
  }
});

Deno.test("the program refuses a pause from a pipe", () =>
  withScratch(async (home) => {
    const { code, stderr } = await runProgram({
      args: ["pause", "--for", "10m"],
      stdin: "yes\n",
      env: { HOME: home },
      cwd: home,
    });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "no terminal");
  }));
