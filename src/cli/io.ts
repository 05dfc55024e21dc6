import { writeAll } from "../base/atomic.ts";
import { processEnvironment } from "../base/environment.ts";
import { join } from "../base/path.ts";
import { thisOs } from "../base/platform.ts";
import type { Place } from "../register/change.ts";
import type { Self } from "../register/program.ts";

/** Everything that a command takes from its surroundings. */
export interface Io extends Place {
  /** To standard output. */
  readonly write: (text: string) => void;
  /** To standard error. */
  readonly error: (text: string) => void;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly cwd: string;
  /** The folder that holds `contracts/` and `messages/`. */
  readonly assets: string;
  readonly self: Self;
  /** All variables of the environment, for programs that a command starts. */
  readonly environment: () => Readonly<Record<string, string>>;
}

/** The surroundings of this process. `assets` is the folder of `main.ts`. */
export function processIo(assets: string): Io {
  const os = thisOs();
  const encoder = new TextEncoder();
  return {
    write: (text) => writeAll(Deno.stdout, encoder.encode(text)),
    error: (text) => writeAll(Deno.stderr, encoder.encode(text)),
    isTerminal: Deno.stdout.isTerminal(),
    env: processEnvironment,
    environment: () => Deno.env.toObject(),
    os,
    cwd: Deno.cwd(),
    now: () => new Date(),
    assets,
    self: { path: Deno.execPath(), compiled: Deno.build.standalone, main: join(assets, "main.ts", os) },
  };
}
