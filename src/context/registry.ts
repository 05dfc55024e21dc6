/** The table of all contexts. */
import { compactionNotice } from "./compaction_notice.ts";
import type { Context } from "./moment.ts";
import { sessionEnd } from "./session_end.ts";
import { sessionStart } from "./session_start.ts";

export const CONTEXTS: readonly Context[] = [sessionStart, compactionNotice, sessionEnd];

/** The context `id`, or undefined. */
export function findContext(id: string): Context | undefined {
  return CONTEXTS.find((context) => context.id === id);
}
