/**
 * The table of all guards, in the order in which they speak when an entry names none. What a guard looks at is in its
 * own file, which is loaded only when it is asked: everything that is loaded costs time at each tool call.
 */
import type { ProfileActions } from "../policy/action.ts";
import type { Call } from "./call.ts";
import type { Guard, Judge } from "./guard.ts";
import { requiredHeader } from "./header/required.ts";

const ADVISED: ProfileActions = { advisory: "advise", minimal: "off", standard: "advise", strict: "advise" };
const BEFORE = ["PreToolUse"];
const FILE_TOOLS = ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch"];
const SHELL_TOOLS = ["Bash", "PowerShell"];

type FileJudge = Exclude<keyof typeof import("./on_files.ts"), "filesMayEvaluate">;
const onFiles = (name: FileJudge): Judge => async (call) => (await import("./on_files.ts"))[name](call);
const onCommands = (name: keyof typeof import("./on_commands.ts")): Judge => async (call) =>
  await (await import("./on_commands.ts"))[name](call);

/** A pattern for the command line without the quotes that may stand inside its words. */
const commandHolds = (pattern: RegExp) => (call: Call): boolean =>
  call.command !== undefined && pattern.test(call.command.replace(/[\\'"]/g, ""));

/** A command line that may evaluate code; quotes may stand inside its words. */
const EVALUATES =
  /\beval\b|<\(|<<<|\s-\w{0,6}[cer]\b|\s-command\b|\b(?:curl|wget|fetch|aria2c|base64|base32|xxd|openssl|uudecode|ncat|nc|lynx|xh|xhs|https?|irm|iwr)\b|\biex\b|invoke-expression|scriptblock|\bdeno\b/i;
const commandMayEvaluate = (command: string): boolean => EVALUATES.test(command.replace(/[\\'"`^]/g, ""));

const hasHeader = (call: Call): boolean => requiredHeader(call) !== undefined;

export const GUARDS: readonly Guard[] = [
  {
    id: "pretooluse-write",
    events: BEFORE,
    tools: ["Write"],
    actions: ADVISED,
    judge: onFiles("judgePlanIdentifiers"),
  },
  {
    id: "pretooluse-edit",
    events: BEFORE,
    tools: ["Edit", "MultiEdit"],
    actions: ADVISED,
    judge: onFiles("judgePlanIdentifiers"),
  },
  {
    id: "pretooluse-notebookedit",
    events: BEFORE,
    tools: ["NotebookEdit"],
    actions: ADVISED,
    judge: onFiles("judgePlanIdentifiers"),
  },
  {
    id: "pretooluse-write-header-guard",
    events: BEFORE,
    tools: ["Write"],
    actions: ADVISED,
    concerns: hasHeader,
    judge: async (call) => (await import("./header/judge.ts")).judgeWrite(call),
  },
  {
    id: "pretooluse-edit-header-guard",
    events: BEFORE,
    tools: ["Edit", "MultiEdit"],
    actions: ADVISED,
    concerns: hasHeader,
    judge: async (call) => (await import("./header/judge.ts")).judgeEdit(call),
  },
  {
    id: "pretooluse-write-plan-guard",
    events: BEFORE,
    tools: FILE_TOOLS,
    actions: ADVISED,
    judge: onFiles("judgePlanWrite"),
  },
  {
    id: "pretooluse-dependency-guard",
    events: BEFORE,
    tools: FILE_TOOLS,
    actions: ADVISED,
    judge: onFiles("judgeDependencyFile"),
  },
  {
    id: "pretooluse-conformity",
    events: BEFORE,
    tools: ["Write"],
    actions: { ...ADVISED, advisory: "off" },
    judge: onFiles("judgeConformity"),
  },
  {
    id: "pretooluse-bash",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: commandHolds(/git[^]*\b(?:commit|checkout|branch|tag|merge|rebase|stash|notes|mv|rm)\b/),
    judge: onCommands("judgeGitMessage"),
  },
  {
    id: "pretooluse-bash-plan-guard",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: commandHolds(
      />|\b(?:tee|touch|cp|mv|ln|install|rsync)\b|-(?:file|content|item|object)\b|\b(?:sc|ac|ni|cpi|mi|copy|move)\b/i,
    ),
    judge: onCommands("judgePlanCommand"),
  },
  {
    id: "pretooluse-eval-guard",
    // Some harnesses tell of a notebook cell only afterwards.
    events: ["PreToolUse", "PostToolUse"],
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: ADVISED,
    // For files the look needs to know languages, so it comes with the other guards of files.
    concerns: (call) => call.command === undefined || commandMayEvaluate(call.command),
    judge: async (call) => {
      if (call.command === undefined && !(await import("./on_files.ts")).filesMayEvaluate(call)) {
        return undefined;
      }
      return await (await import("./evaluation/judge.ts")).findPrimitives(call);
    },
  },
  {
    id: "pretooluse-askuserquestion-recommended",
    events: BEFORE,
    tools: ["AskUserQuestion"],
    actions: { ...ADVISED, strict: "deny" },
    judge: async (call) => (await import("./question.ts")).judgeQuestion(call),
  },
];

/** The guard `id`, or undefined. */
export function findGuard(id: string): Guard | undefined {
  return GUARDS.find((guard) => guard.id === id);
}
