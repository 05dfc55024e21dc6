/** The executable for a target: compiled, and then looked at, since a wrong runtime file is taken without a word. */
import { compileProgram } from "../compile.ts";
import { firstBytes, targetOfProgram } from "./platform.ts";

/**
 * Compiles the bundle in `folder` for `target` to `output`.
 *
 * @throws Error that says how to get the runtime file
 */
export async function compileFor(target: string, folder: string, output: string): Promise<void> {
  const given = Deno.env.get("DENORT_BIN");
  if (given !== undefined) checkRuntime(given, target);
  try {
    await compileProgram(folder, "main.js", output, target);
  } catch (error) {
    throw new Error(
      `${target}: ${error instanceof Error ? error.message : error}. ` +
        `The runtime file for that target has to be downloaded, or given as DENORT_BIN.`,
    );
  }
  checkProgram(output, target);
}

/**
 * Refuses a runtime file for another target.
 *
 * @throws Error
 */
export function checkRuntime(path: string, target: string): void {
  const found = targetOfProgram(firstBytes(path));
  if (found === target) return;
  throw new Error(
    `${target}: its runtime file cannot be had here. DENORT_BIN is a file for ${
      found ?? "an unknown platform"
    }. ` +
      `Unset DENORT_BIN to download the right one, or give it, and run: deno task release --target ${target}`,
  );
}

/**
 * Refuses an executable for another target.
 *
 * @throws Error
 */
export function checkProgram(path: string, target: string): void {
  const found = targetOfProgram(firstBytes(path));
  if (found !== target) {
    throw new Error(`${path} is made for ${found ?? "no platform of ours"}, not for ${target}`);
  }
}
