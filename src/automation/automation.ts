/** Work that is done on an event after the guards: what it sees, and what it reports. */
import type { Surroundings } from "../base/folders.ts";
import type { Os } from "../base/platform.ts";
import type { Event } from "../contract/event.ts";
import type { ProfileActions } from "../policy/action.ts";
import type { CheckerSettings } from "../policy/checker_settings.ts";

/** A file that the event's tool call has changed. */
export interface Change {
  readonly absolute: string;
  readonly form: "content" | "part" | "cell" | "delete";
}

/** An event with what an automation may know of it. */
export interface Work {
  readonly event: Event;
  readonly place: Surroundings;
  /** The system whose paths the event speaks of. */
  readonly os: Os;
  /** The project's root, links followed. */
  readonly root: string;
  readonly changes: readonly Change[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** When everything must have ended. */
  readonly deadline: number;
  readonly parentPid: number;
  /** The profile that holds is `strict`: work is done after each edit. */
  readonly strict: boolean;
  readonly checker: CheckerSettings | undefined;
}

/** What an automation has to say. */
export interface Report {
  /** Values for the advisory of its message. */
  readonly values: Readonly<Record<string, string | number | undefined>>;
  /** Lines below it, each about one thing. */
  readonly lines?: readonly string[];
  /** What it asks for; without it, advice. The policy may make less of it. */
  readonly action?: "ask" | "deny";
  /** Only the operator is told. */
  readonly onlyOperator?: boolean;
}

/** The files to look at, and whether the end of a turn is the occasion. */
export interface Files {
  /** Absolute, inside the root, links followed. */
  readonly paths: readonly string[];
  readonly atEnd: boolean;
  /** Says that `path` could not be looked at in time. */
  readonly late: (path: string) => void;
}

/** One row of the table. The id is also the name of its message, of its argument in an entry and of its switch. */
export interface Automation {
  readonly id: string;
  /** The canonical events on which it has something to do. */
  readonly events: readonly string[];
  /** The canonical tools after which it has something to do; none: every tool. An event without a tool always counts. */
  readonly tools: readonly string[];
  /** `off`, or the most that it may ask for, per profile. */
  readonly actions: ProfileActions;
  /** A look before anything is loaded: false where there is nothing to do. */
  readonly concerns: (work: Work) => boolean;
  /** It changes the files, so those that only look come after it. */
  readonly changes?: true;
  /** It starts no program and is quick, so it never waits for the end of a turn. */
  readonly atOnce?: true;
  /** Does the work. `files` is undefined for an automation of events rather than of files. */
  readonly run: (work: Work, files: Files | undefined) => Promise<Report | undefined>;
}
