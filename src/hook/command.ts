/** The command: one process for one event. */
import { Absences } from "../base/absences.ts";
import { processEnvironment } from "../base/environment.ts";
import { describeError } from "../base/errors.ts";
import { type Os, thisOs } from "../base/platform.ts";
import { isSwitchedOff } from "../policy/policy.ts";
import { writeAll } from "../base/atomic.ts";
import { answerSwitchedOn } from "./answer.ts";
import type { Input } from "./request.ts";
import { silenceFor } from "./silence.ts";
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
  let said = false;
  try {
    const os = thisOs();
    const absent = new Absences(os, false).forEvent();
    const off = isSwitchedOff({ env: processEnvironment, os, absent });
    const resident = args.includes("--resident");
    // Before standard input: with hooks switched off nothing is read and nothing is waited for. Only a resident has to
    // be told whose session that is.
    if (off) {
      sayNothing(args, assets);
      said = true;
    }
    if (off && !resident) return 0;
    const input = await readInput(Deno.stdin, READ_LIMITS, early);
    if (off) {
      await keep(input, assets, os, off);
      return 0;
    }
    const reply = await answerSwitchedOn({
      args,
      input,
      env: processEnvironment,
      // Both are seldom asked for, and the system is asked only then.
      get cwd() {
        return workingFolder();
      },
      os,
      absent,
      clock: Date.now,
      get parentPid() {
        return Deno.ppid;
      },
      assets,
    });
    if (reply.stderr !== "") write(Deno.stderr, reply.stderr);
    if (reply.stdout !== "") write(Deno.stdout, `${reply.stdout}\n`);
    if (resident) await keep(input, assets, os, off);
    return reply.code;
  } catch (error) {
    write(Deno.stderr, `garfio: ${describeError(error)}\n`);
    if (!said) sayNothing(args, assets);
    return 0;
  }
}

/** Says nothing, in the way of the harness that listens. */
function sayNothing(args: readonly string[], assets: string): void {
  try {
    const silence = silenceFor({ args, assets, env: processEnvironment });
    if (silence !== "") write(Deno.stdout, `${silence}\n`);
  } catch {
    // Nothing is said, then.
  }
}

/** Nothing that goes wrong here changes what was answered. */
async function keep(input: Input, assets: string, os: Os, off: boolean): Promise<void> {
  try {
    const { keepResident } = await import("./keep_resident.ts");
    const problem = await keepResident({
      payload: input.payload,
      variables: Deno.env.toObject(),
      cwd: workingFolder(),
      os,
      assets,
      off,
    });
    if (problem !== undefined) write(Deno.stderr, `garfio: ${problem}\n`);
  } catch (error) {
    write(Deno.stderr, `garfio: the resident cannot be kept: ${describeError(error)}\n`);
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
