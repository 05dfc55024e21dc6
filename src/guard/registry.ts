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

/** Programs and options that may evaluate text. */
const EVALUATORS = new Set(
  ("eval source . bash sh zsh dash ksh fish pwsh powershell python python3 node nodejs bun deno ruby perl php lua curl wget " +
    "fetch aria2c base64 base32 xxd openssl uudecode nc ncat lynx xh xhs http https irm iwr iex invoke-expression")
    .split(" "),
);
/** Programs that write the files they name. */
const WRITERS = new Set(
  "tee touch cp mv ln install rsync out-file set-content add-content new-item copy-item move-item tee-object"
    .split(" "),
);
const GIT_WRITERS = new Set("commit checkout branch tag merge rebase stash notes mv rm".split(" "));

const runsEvaluator = (words: readonly string[]): boolean => words.some((word) => EVALUATORS.has(word));
const runsWriter = (words: readonly string[]): boolean => words.some((word) => WRITERS.has(word));
const writesWithGit = (words: readonly string[]): boolean =>
  words.includes("git") && words.some((word) => GIT_WRITERS.has(word));

/**
 * A cheap look at a command line: one of blanks and ordinary words only is judged by its words. Every other line is
 * worth reading.
 */
const commandHas = (test: (words: readonly string[]) => boolean) => (call: Call): boolean => {
  const command = call.command;
  if (command === undefined) return false;
  if (call.event.toolName !== "Bash" || !isOrdinary(command)) return true;
  return test(command.split(" ").map((word) => word.slice(word.lastIndexOf("/") + 1)));
};

/** Whether `command` is made of letters, digits, blanks and `- _ . / : = , @ % +` only. */
function isOrdinary(command: string): boolean {
  if (command.length > 1_000) return false;
  for (let index = 0; index < command.length; index++) {
    const unit = command.charCodeAt(index);
    const letter = unit | 0x20;
    if (letter >= 0x61 && letter <= 0x7a || unit >= 0x2b && unit <= 0x3a || unit === 0x20) continue;
    if (unit !== 0x3d && unit !== 0x40 && unit !== 0x5f && unit !== 0x25) return false;
  }
  return true;
}

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
    concerns: commandHas(writesWithGit),
    judge: onCommands("judgeGitMessage"),
  },
  {
    id: "pretooluse-bash-plan-guard",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: commandHas(runsWriter),
    judge: onCommands("judgePlanCommand"),
  },
  {
    id: "pretooluse-eval-guard",
    // Some harnesses tell of a notebook cell only afterwards.
    events: ["PreToolUse", "PostToolUse"],
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: ADVISED,
    // For files the look needs to know languages, so it comes with the other guards of files.
    concerns: (call) => call.command === undefined || commandHas(runsEvaluator)(call),
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
