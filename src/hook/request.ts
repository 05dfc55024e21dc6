/** One call of the hook, as values: the same for the command and for a resident process. */
import type { Surroundings } from "../base/folders.ts";
import type { JsonObject } from "../base/json.ts";
import type { loadContract } from "../contract/contract.ts";
import type { Call } from "../guard/call.ts";
import type { Finding } from "../guard/finding.ts";
import type { Action } from "../policy/action.ts";
import type { readConfiguration } from "../policy/configuration.ts";
import type { Sourced } from "../policy/policy.ts";

/** What came on standard input. */
export type Input =
  /** A JSON object. */
  | { readonly payload: JsonObject }
  /** Nothing that can be used, and why. */
  | { readonly payload: undefined; readonly why: string };

/** Everything that an answer depends on, files apart. */
export interface Request extends Surroundings {
  /** The words behind `garfio hook`. */
  readonly args: readonly string[];
  readonly input: Input;
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The process that called us, for sessions without an id. */
  readonly parentPid: number;
  /** The folder that holds `contracts/` and `messages/`. */
  readonly assets: string;
  /** How contracts and configurations are read, where not anew for each call. */
  readonly readers?: Readers;
  /** For `garfio explain`: is told what was looked at and what came of it. */
  readonly observer?: Observer;
}

/** Read what the functions of the same kind read. */
export interface Readers {
  readonly contract: typeof loadContract;
  readonly configuration: typeof readConfiguration;
}

/** Looks on while a call is answered. */
export interface Observer {
  /** The call, once, before the first guard. */
  readonly call: (call: Call) => void;
  /** A guard or context that was asked, and what it said. */
  readonly heard: (seen: Seen) => void;
}

/** What came of one guard or context. */
export interface Seen {
  readonly id: string;
  /** What the policy says, and which layer says it. */
  readonly policy: Sourced<Action>;
  readonly finding: Finding | undefined;
  /** What is done about it; undefined for nothing. */
  readonly action: Action | undefined;
}
