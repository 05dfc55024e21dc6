/** The table of all contexts. Each is loaded only when its event comes. */
import type { ProfileActions } from "../policy/action.ts";
import type { Context } from "./moment.ts";

const QUIET_IN_MINIMAL: ProfileActions = {
  advisory: "advise",
  minimal: "off",
  standard: "advise",
  strict: "advise",
};
const ALWAYS: ProfileActions = {
  advisory: "advise",
  minimal: "advise",
  standard: "advise",
  strict: "advise",
};

/** The parts of the session start, each with a switch of its own. */
export const START_PARTS = [
  { id: "postcompact", actions: ALWAYS },
  { id: "sessionstart", actions: QUIET_IN_MINIMAL },
  { id: "skill-index", actions: QUIET_IN_MINIMAL },
] as const;

export const CONTEXTS: readonly Context[] = [
  {
    id: "sessionstart",
    events: ["SessionStart"],
    // Its parts are switched one by one.
    actions: ALWAYS,
    speak: async (moment) =>
      (await import("./session_start.ts")).sessionStart(moment, (id) => {
        const part = START_PARTS.find((part) => part.id === id)!;
        return moment.policy.actionOf(id, part.actions).value !== "off";
      }),
  },
  {
    id: "posttooluse-proactive-compaction",
    events: ["PostToolUse"],
    actions: QUIET_IN_MINIMAL,
    speak: async (moment) => (await import("./compaction_notice.ts")).compactionNotice(moment),
  },
  {
    id: "stop",
    events: ["Stop"],
    actions: QUIET_IN_MINIMAL,
    speak: async (moment) => (await import("./session_end.ts")).sessionEnd(moment),
  },
];

/** The context `id`, or undefined. */
export function findContext(id: string): Context | undefined {
  return CONTEXTS.find((context) => context.id === id);
}
