/** What knowledge needs to know of an event. The contexts hand over what they have. */
import type { Os } from "../base/platform.ts";
import type { Event } from "../contract/event.ts";
import type { FileChange } from "../effect/effects.ts";
import { advisoryTemplate, fill, type Values } from "../message/message.ts";
import { messageId, type MessagePlace } from "../message/id.ts";
import { loadMessage } from "../message/store.ts";
import type { ShellReading } from "../shell/reading.ts";

/** An event with its surroundings. */
export interface Occasion {
  readonly event: Event;
  readonly place: MessagePlace;
  readonly os: Os;
  readonly root: string;
  readonly now: number;
  readonly parentPid: number;
  /** How the entry names the message. */
  readonly argument: string;
  /** The longest text for the model that the harness takes on this event; 0: none. */
  readonly room: number;
  /** The files that a file tool changes. */
  readonly changes: readonly FileChange[];
  /** What a shell tool would run. */
  readonly shell: () => Promise<ShellReading | undefined>;
  /** Somebody only looks on: nothing is recorded as sent. */
  readonly dry: boolean;
}

/** The advisory of the message `id`, filled; undefined where the operator has emptied it. */
export function heading(occasion: Occasion, id: string, values: Values): string | undefined {
  const argument = messageId(occasion.argument) === id ? occasion.argument : id;
  const message = loadMessage(occasion.place, argument, occasion.root);
  const template = message === undefined ? undefined : advisoryTemplate(message.source);
  return template === undefined ? undefined : fill(template, values);
}
