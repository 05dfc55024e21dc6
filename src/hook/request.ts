/** One call of the hook, as values: the same for the command and for a resident process. */
import type { Environment } from "../base/environment.ts";
import type { JsonObject } from "../base/json.ts";
import type { Os } from "../base/platform.ts";

/** What came on standard input. */
export type Input =
  /** A JSON object. */
  | { readonly payload: JsonObject }
  /** Nothing that can be used, and why. */
  | { readonly payload: undefined; readonly why: string };

/** Everything that an answer depends on, files apart. */
export interface Request {
  /** The words behind `garfio hook`. */
  readonly args: readonly string[];
  readonly input: Input;
  readonly env: Environment;
  readonly cwd: string;
  readonly os: Os;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The process that called us, for sessions without an id. */
  readonly parentPid: number;
  /** The folder that holds `contracts/` and `messages/`. */
  readonly assets: string;
}
