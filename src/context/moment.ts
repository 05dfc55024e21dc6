/** What a context sees of an event. */
import type { MessagePlace } from "../message/id.ts";
import type { Os } from "../base/platform.ts";
import type { Event } from "../contract/event.ts";
import type { FileChange } from "../effect/effects.ts";
import type { Policy } from "../policy/policy.ts";
import type { ProfileActions } from "../policy/action.ts";
import type { Values } from "../message/message.ts";
import type { ShellReading } from "../shell/reading.ts";

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
  /** The system whose paths the event speaks of. */
  readonly os: Os;
  /** The longest text for the model that the harness takes on this event; 0: it takes none. */
  readonly room: number;
  /** The files that a file tool changes. */
  readonly changes: readonly FileChange[];
  /** What a shell tool would run, read once per event; undefined for other tools. */
  readonly shell: () => Promise<ShellReading | undefined>;
  /** Somebody only looks on, so nothing must be recorded as told. */
  readonly dry: boolean;
}

/** What a context wants to say. */
export interface Speech {
  /** Text for the model that stands by itself. */
  readonly text?: string | undefined;
  /** Values for the advisory of the context's own message, in place of `text`. */
  readonly values?: Values | undefined;
  /** The same values fill the message's `## Operator` section too. */
  readonly tellOperator?: boolean;
  /** Text for the operator beside `text`. */
  readonly note?: string | undefined;
}

/** Something we tell on an event without having found anything wrong. */
export interface Context {
  /** Also the name of its message and of its switch. */
  readonly id: string;
  readonly events: readonly string[];
  /** The canonical tool names it is asked about; none: every tool. */
  readonly tools?: readonly string[];
  /** `off` or `advise` per profile. */
  readonly actions: ProfileActions;
  /** It only keeps something, so it has no message. */
  readonly silent?: true;
  /** A cheap look, before anything is loaded: false where it cannot have anything to say or to keep. */
  readonly concerns?: (moment: Moment) => boolean;
  speak(moment: Moment): Promise<Speech | undefined>;
}
