import { wholeText } from "../message/message.ts";
import { messageId } from "../message/id.ts";
import { loadMessage } from "../message/store.ts";
import type { Moment } from "./moment.ts";

/** The whole text of the message `id`, which the entry may name by a path; undefined where it is missing or empty. */
export function wholeMessage(moment: Moment, id: string): string | undefined {
  const argument = messageId(moment.argument) === id ? moment.argument : id;
  const message = loadMessage(moment.place, argument, moment.root);
  const text = message === undefined ? "" : wholeText(message.source);
  return text === "" ? undefined : text;
}
