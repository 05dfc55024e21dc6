/** The table of all contexts. Each is loaded only when its event comes. */
import type { ProfileActions } from "../policy/action.ts";
import { knowsFor } from "../knowledge/gate.ts";
import type { Context, Moment } from "./moment.ts";
import { isPlainLook } from "./status_command.ts";

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

const SHELL_TOOLS = ["Bash", "PowerShell"];
/** Tools that ask how something else is going, over and over. */
const POLLING = new Set(
  "BashOutput TaskOutput TaskList TaskGet TodoRead TodoWrite AskUserQuestion".split(" "),
);

const commandOf = ({ event: { toolInput } }: Moment): string | undefined => {
  const command = toolInput?.["command"];
  return typeof command === "string" ? command : undefined;
};

/** A command line that starts something; looking at where one stands is repeated on purpose. */
const startsSomething = (moment: Moment): boolean => {
  const command = commandOf(moment);
  return command !== undefined && !isPlainLook(command);
};

/** Words that every command line which runs tests has one of. */
const TEST_WORDS = [
  "test",
  "spec",
  "jest",
  "mocha",
  "ava",
  "phpunit",
  "tox",
  "nox",
  "bats",
  "e2e",
  "unit",
  "cypress",
];
const mayTest = (moment: Moment): boolean => {
  const command = commandOf(moment);
  return command !== undefined && TEST_WORDS.some((word) => command.includes(word));
};

/** The parts of the session start, each with a switch of its own. */
export const START_PARTS = [
  { id: "postcompact", actions: ALWAYS },
  { id: "sessionstart", actions: QUIET_IN_MINIMAL },
  { id: "skill-index", actions: QUIET_IN_MINIMAL },
  { id: "knowledge-overview", actions: QUIET_IN_MINIMAL },
  { id: "compaction-state", actions: ALWAYS },
  { id: "session-summary", actions: ALWAYS },
] as const;

/** The one look that a project without knowledge pays for. */
const knows = ({ event, root, place }: Moment): boolean => knowsFor(event, root, place);

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
    id: "repeated-command",
    // Before a command, and after whatever tool.
    events: ["PreToolUse", "PostToolUse"],
    actions: QUIET_IN_MINIMAL,
    concerns: (moment) => {
      const { name, toolName } = moment.event;
      if (toolName === undefined || POLLING.has(toolName)) return false;
      return SHELL_TOOLS.includes(toolName) ? startsSomething(moment) : name === "PostToolUse";
    },
    speak: async (moment) => (await import("./on_repeats.ts")).repeatedCommand(moment),
  },
  {
    id: "repeated-failure",
    events: ["PostToolUse", "PostToolUseFailure"],
    tools: SHELL_TOOLS,
    actions: QUIET_IN_MINIMAL,
    concerns: startsSomething,
    speak: async (moment) => (await import("./on_repeats.ts")).repeatedFailure(moment),
  },
  {
    id: "suggest-compact",
    events: ["PreToolUse"],
    tools: ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch"],
    actions: QUIET_IN_MINIMAL,
    // A sub-agent's context is not the one that fills up here.
    concerns: ({ event }) => event.agentId === undefined,
    speak: async (moment) => (await import("./suggest_compact.ts")).suggestCompact(moment),
  },
  {
    id: "test-run",
    events: ["PostToolUse", "PostToolUseFailure"],
    tools: SHELL_TOOLS,
    actions: QUIET_IN_MINIMAL,
    concerns: mayTest,
    speak: async (moment) => (await import("./test_run.ts")).testRun(moment),
  },
  {
    id: "context-monitor",
    events: ["PostToolUse"],
    actions: { ...QUIET_IN_MINIMAL, advisory: "off" },
    speak: async (moment) => (await import("./session/monitor.ts")).contextMonitor(moment),
  },
  {
    id: "compaction-state",
    // What it keeps here comes back as a part of the session start.
    events: ["PreCompact"],
    actions: ALWAYS,
    speak: async (moment) => (await import("./session/compaction_state.ts")).keepState(moment),
  },
  {
    id: "session-record",
    events: ["Stop", "SessionEnd"],
    actions: ALWAYS,
    silent: true,
    speak: async (moment) => await (await import("./session/record.ts")).sessionRecord(moment),
  },
  {
    id: "stop",
    events: ["Stop"],
    actions: QUIET_IN_MINIMAL,
    speak: async (moment) => (await import("./session_end.ts")).sessionEnd(moment),
  },
  {
    id: "knowledge-prompt",
    events: ["UserPromptSubmit"],
    actions: QUIET_IN_MINIMAL,
    speak: async (moment) =>
      knows(moment) ? await (await import("../knowledge/tell_prompt.ts")).tellPrompt(moment) : undefined,
  },
  {
    id: "knowledge-path",
    // After the tool for harnesses that take no context before it; what was told before is not told again.
    events: ["PreToolUse", "PostToolUse"],
    actions: QUIET_IN_MINIMAL,
    speak: async (moment) =>
      knows(moment) ? await (await import("../knowledge/tell_path.ts")).tellPath(moment) : undefined,
  },
];

/** The context `id`, or undefined. */
export function findContext(id: string): Context | undefined {
  return CONTEXTS.find((context) => context.id === id);
}
