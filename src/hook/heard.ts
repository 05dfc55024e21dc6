/** What guards and contexts had to say about an event, before it is put into words. */
import type { Action } from "../policy/action.ts";
import type { Speech } from "../context/moment.ts";
import type { Finding } from "../guard/finding.ts";

/** One thing to say, in the order of the entry's arguments. */
export interface Heard {
  /** How the entry names the message. */
  readonly argument: string;
  readonly action: Exclude<Action, "off">;
  /** From a guard or an automation. */
  readonly finding?: Finding;
  /** Lines below the words of the message, each about one thing. */
  readonly lines?: readonly string[];
  /** It keeps data or secrets from being lost. */
  readonly protects?: boolean;
  /** From a context. With neither, the message is told as it is. */
  readonly speech?: Speech;
}
