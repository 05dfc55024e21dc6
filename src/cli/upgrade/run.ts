/** A program run without a shell and without input. */
import { runProgram } from "../../register/run_program.ts";

/** How it ended and what it said. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it for at most `milliseconds`; undefined where there is no such program. */
export async function runQuiet(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  milliseconds: number,
): Promise<Outcome | undefined> {
  try {
    const result = await runProgram({ command, args, cwd: ".", environment, stdin: "", milliseconds });
    const decoder = new TextDecoder();
    const stderr = decoder.decode(result.stderr);
    return {
      code: result.timedOut ? 124 : result.code,
      stdout: decoder.decode(result.stdout),
      stderr: result.timedOut ? `${stderr} no end within ${milliseconds / 1000} s` : stderr,
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
