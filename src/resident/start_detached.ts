/** Starts a resident that outlives whoever started it. */
import { baseName, dirName, separator } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import type { OwnProgram } from "./program.ts";
import type { Residence } from "./residence.ts";

/**
 * Starts `garfio serve` with `words` in a session of its own: what ends a harness's group of processes or closes its
 * terminal does not reach it, it holds no pipe that the harness waits for, and no folder that somebody may want to
 * remove. Deno's own way of starting a process cannot do that in the version we run on; Node's is part of it.
 */
export async function startDetached(
  program: OwnProgram,
  words: readonly string[],
  residence: Residence,
): Promise<void> {
  const { os } = residence.place;
  const { spawn } = await import("node:child_process");
  const child = spawn(isCompiled(program) ? byAnotherName(program.command, os) : program.command, [
    ...program.leading,
    "serve",
    ...words,
  ], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
    cwd: dirName(residence.lockFile, os),
    env: { ...residence.variables },
  });
  // A program that cannot be started is noticed by who looks for the resident; without this it would end us.
  child.on("error", () => {});
  child.unref();
}

const isCompiled = ({ leading }: OwnProgram): boolean => leading.length === 0;

/**
 * `path` with a `.` in it. What Node's part of Deno is to start under the very name of this executable it takes for a
 * Deno, and gives it the arguments of one.
 */
function byAnotherName(path: string, os: Os): string {
  const slash = separator(os);
  return [dirName(path, os), ".", baseName(path)].join(slash);
}
