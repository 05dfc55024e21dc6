/** The table of all automations, in the order in which they report. Each is loaded only when it has something to do. */
import type { ProfileActions } from "../policy/action.ts";
import type { Automation, Files, Report, Work } from "./automation.ts";

const AFTER_EDITS: ProfileActions = { advisory: "off", minimal: "off", standard: "advise", strict: "advise" };
const FILE_TOOLS = ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch"];
const EDITED = ["PostToolUse", "Stop"];

/** After an edit, and at the end of a turn that no hook has kept open already. */
const hasFiles = ({ event, changes }: Work): boolean =>
  event.name === "Stop" ? !event.stopHookActive : changes.some(({ form }) => form !== "delete");

type OnFiles = (work: Work, files: Files) => Promise<Report | undefined>;
const onFiles = (load: () => Promise<OnFiles>): Automation["run"] => async (work, files) =>
  files === undefined ? undefined : await (await load())(work, files);

export const AUTOMATIONS: readonly Automation[] = [
  {
    id: "format",
    events: EDITED,
    tools: FILE_TOOLS,
    actions: AFTER_EDITS,
    concerns: hasFiles,
    changes: true,
    run: onFiles(async () => (await import("./format.ts")).format),
  },
  {
    id: "typecheck",
    events: EDITED,
    tools: FILE_TOOLS,
    actions: AFTER_EDITS,
    concerns: hasFiles,
    run: onFiles(async () => (await import("./typecheck.ts")).typecheck),
  },
  {
    id: "quality",
    events: EDITED,
    tools: FILE_TOOLS,
    actions: AFTER_EDITS,
    concerns: hasFiles,
    run: onFiles(async () => (await import("./quality.ts")).quality),
  },
  {
    id: "console-log",
    events: EDITED,
    tools: FILE_TOOLS,
    actions: AFTER_EDITS,
    concerns: hasFiles,
    atOnce: true,
    run: onFiles(async () => (await import("./console_log.ts")).consoleLog),
  },
  {
    id: "external-checker",
    events: ["PreToolUse", "PostToolUse", "UserPromptSubmit"],
    tools: [],
    // The checker says what it asks for; this is the most that it gets.
    actions: { advisory: "advise", minimal: "deny", standard: "deny", strict: "deny" },
    concerns: ({ checker, event }) => checker?.events.includes(event.name) === true,
    run: async (work) => await (await import("./external_checker.ts")).askChecker(work),
  },
];

/** The automation `id`, or undefined. */
export function findAutomation(id: string): Automation | undefined {
  return AUTOMATIONS.find((automation) => automation.id === id);
}
