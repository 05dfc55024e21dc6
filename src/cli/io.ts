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

/** Writes to a reader that may have gone (`garfio … | head`): the work goes on without it. */
function tell(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  try {
    writeAll(stream, bytes);
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** The surroundings of this process. `assets` is the folder of `main.ts`. */
export function processIo(assets: string): Io {
  const os = thisOs();
  const encoder = new TextEncoder();
  return {
    write: (text) => tell(Deno.stdout, encoder.encode(text)),
    error: (text) => tell(Deno.stderr, encoder.encode(text)),
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
