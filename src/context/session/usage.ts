/** The usage of the session of an event. */
import type { Moment } from "../moment.ts";
import { type Count, type Counted, follow } from "./follow.ts";
import { addUsage, asTally, newTally, type Tally } from "./tally.ts";

const USAGE: Count<Tally> = {
  handler: "usage",
  version: 1,
  initial: newTally,
  asState: asTally,
  add: addUsage,
};

/** So much is read after a tool call; the rest is caught up with after later ones, and at the end of the turn. */
export const A_LITTLE = 256 * 1024;
/** So much is read at the end of a turn. */
export const ALL = 256 * 1024 * 1024;

/** What the session has used; undefined where its transcript cannot be read. */
export function sessionUsage(moment: Moment, most: number): Counted<Tally> | undefined {
  return follow(moment, USAGE, most);
}
