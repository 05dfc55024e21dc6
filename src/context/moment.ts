/** What a context sees of an event. */
import type { MessagePlace } from "../message/id.ts";
import type { Event } from "../contract/event.ts";
import type { Policy } from "../policy/policy.ts";
import type { ProfileActions } from "../policy/action.ts";
import type { Values } from "../message/message.ts";

/** An event with its surroundings. */
export interface Moment {
  readonly event: Event;
  readonly place: MessagePlace;
  readonly home: string | undefined;
  /** The project's root: the git root above the working directory, else that directory. */
  readonly root: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly parentPid: number;
  readonly policy: Policy;
  /** How the entry names the context's own message: its id, or a path. */
  readonly argument: string;
}

/** What a context wants to say. */
export interface Speech {
  /** Text for the model that stands by itself. */
  readonly text?: string | undefined;
  /** Values for the advisory of the context's own message, in place of `text`. */
  readonly values?: Values | undefined;
  /** The same values fill the message's `## Operator` section too. */
  readonly tellOperator?: boolean;
}

/** Something we tell on an event without having found anything wrong. */
export interface Context {
  /** Also the name of its message and of its switch. */
  readonly id: string;
  readonly events: readonly string[];
  /** `off` or `advise` per profile. */
  readonly actions: ProfileActions;
  speak(moment: Moment): Promise<Speech | undefined>;
}
