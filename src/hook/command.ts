/** The command: one process for one event. */
import { processEnvironment } from "../base/environment.ts";
import { describeError } from "../base/errors.ts";
import { thisOs } from "../base/platform.ts";
import { isSwitchedOff } from "../policy/policy.ts";
import { writeAll } from "../base/atomic.ts";
import { answerSwitchedOn } from "./answer.ts";
import { type EarlyRead, READ_LIMITS, readInput } from "./stdin.ts";

/**
 * Runs `garfio hook` with `args` on this process's standard input. The exit code is 0 unless the harness reads a
 * refusal only from its exit code.
 *
 * @param assets the folder that holds `contracts/` and `messages/`
 * @param early a read of standard input that was started before this was loaded
 * @returns the exit code
 */
export async function runHookCommand(
  args: readonly string[],
  assets: string,
  early?: EarlyRead,
): Promise<number> {
  try {
    const os = thisOs();
    // Before standard input: with hooks switched off nothing is read and nothing is waited for.
    if (isSwitchedOff({ env: processEnvironment, os })) return 0;
    const input = await readInput(Deno.stdin, READ_LIMITS, early);
    const reply = await answerSwitchedOn({
      args,
      input,
      env: processEnvironment,
      cwd: workingFolder(),
      os,
      clock: Date.now,
      parentPid: Deno.ppid,
      assets,
    });
    if (reply.stderr !== "") write(Deno.stderr, reply.stderr);
    if (reply.stdout !== "") write(Deno.stdout, `${reply.stdout}\n`);
    return reply.code;
  } catch (error) {
    write(Deno.stderr, `garfio: ${describeError(error)}\n`);
    return 0;
  }
}

function workingFolder(): string {
  try {
    return Deno.cwd();
  } catch {
    // The folder was removed under the session.
    return "/";
  }
}

function write(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  try {
    writeAll(stream, new TextEncoder().encode(text));
  } catch {
    // Nobody listens.
  }
}
