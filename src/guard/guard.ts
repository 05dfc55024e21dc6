import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";
import type { Action, ProfileActions } from "../policy/action.ts";

/**
 * What a guard sees in a call; undefined for nothing. It may throw: that counts as nothing. The action is what the
 * policy says of it, for a guard that has one thing to tell and another to refuse.
 */
export type Judge = (call: Call, action?: Action) => Finding | undefined | Promise<Finding | undefined>;

/** One check. Its id is also the name of its message, of its argument in an entry and of its switch. */
export interface Guard {
  readonly id: string;
  /** The canonical events on which it is asked. */
  readonly events: readonly string[];
  /** The canonical tool names it is asked about; none: every tool. */
  readonly tools: readonly string[];
  /** Its action per profile, before configuration. */
  readonly actions: ProfileActions;
  /** It keeps data or secrets from being lost: where a harness cannot ask, `ask` becomes `deny`, not `advise`. */
  readonly protects?: boolean;
  /** It only keeps something, so it has no message. */
  readonly silent?: true;
  /** A cheap look, before anything is loaded: false where the guard cannot have anything to say. */
  readonly concerns?: (call: Call) => boolean | Promise<boolean>;
  readonly judge: Judge;
}
