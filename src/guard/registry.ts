/**
 * The table of all guards, in the order in which they speak when an entry names none. What a guard looks at is in its
 * own file, which is loaded only when it is asked: everything that is loaded costs time at each tool call.
 */
import { hasApprovals, knowsFor } from "../knowledge/gate.ts";
import type { ProfileActions } from "../policy/action.ts";
import { mayHaveRules } from "../policy/rule_sources.ts";
import type { Call } from "./call.ts";
import { isOfServer } from "./mcp_server.ts";
import type { Guard, Judge } from "./guard.ts";
import { isEveryday } from "./everyday.ts";
import { requiredHeader } from "./header/required.ts";
import type { LookId } from "./looks.ts";

const ADVISED: ProfileActions = { advisory: "advise", minimal: "off", standard: "advise", strict: "advise" };
const GUARDED: ProfileActions = { advisory: "advise", minimal: "deny", standard: "deny", strict: "deny" };
const SECRETS: ProfileActions = { advisory: "advise", minimal: "off", standard: "deny", strict: "deny" };
const STRICT_ONLY: ProfileActions = { advisory: "off", minimal: "off", standard: "off", strict: "advise" };
const BEFORE = ["PreToolUse"];
const AFTER = ["PostToolUse"];
const FILE_TOOLS = ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch"];
const SHELL_TOOLS = ["Bash", "PowerShell"];

type FileJudge = Exclude<keyof typeof import("./on_files.ts"), "filesMayEvaluate">;
const onFiles = (name: FileJudge): Judge => async (call) => (await import("./on_files.ts"))[name](call);
const onCommands = (name: keyof typeof import("./on_commands.ts")): Judge => async (call) =>
  await (await import("./on_commands.ts"))[name](call);

const onSecrets = (name: keyof typeof import("./on_secrets.ts")): Judge => async (call) =>
  await (await import("./on_secrets.ts"))[name](call);

/**
 * The cheap look of a guard, by its id: loaded apart, since building its tables costs more than most events are worth.
 * A line that only reads what cannot be lost, shown or changed is nobody's business, and is known without it.
 */
const looks = (id: LookId) => (call: Call): boolean | Promise<boolean> =>
  isEveryday(call) ? false : lookCloser(id, call);

async function lookCloser(id: LookId, call: Call): Promise<boolean> {
  return await (await import("./looks.ts")).LOOKS[id](call);
}

/** The one look that a project without knowledge pays for, and a second one where it has some. */
const mayBeApproved = (call: Call): boolean => knowsFor(call.event, call.root(), call) && hasApprovals(call);

/** Harnesses tell the mode of the session. */
const isPlanning = ({ event }: Call): boolean => event.payload?.["permission_mode"] === "plan";

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
    tools: ["Edit", "MultiEdit", "apply_patch"],
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
    tools: ["Edit", "MultiEdit", "apply_patch"],
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
    concerns: looks("pretooluse-bash"),
    judge: onCommands("judgeGitMessage"),
  },
  {
    id: "pretooluse-bash-plan-guard",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: looks("pretooluse-bash-plan-guard"),
    judge: onCommands("judgePlanCommand"),
  },
  {
    id: "pretooluse-eval-guard",
    // Some harnesses tell of a notebook cell only afterwards.
    events: ["PreToolUse", "PostToolUse"],
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: ADVISED,
    // For files the look needs to know languages, so it comes with the other guards of files.
    concerns: (call) => call.command === undefined || looks("pretooluse-eval-guard")(call),
    judge: async (call) => {
      if (call.command === undefined && !(await import("./on_files.ts")).filesMayEvaluate(call)) {
        return undefined;
      }
      return await (await import("./evaluation/judge.ts")).findPrimitives(call);
    },
  },
  {
    id: "destructive-command",
    events: BEFORE,
    // Tools of MCP servers delete, too, and their names are their servers'.
    tools: [],
    actions: GUARDED,
    protects: true,
    concerns: looks("destructive-command"),
    judge: async (call) => (await import("./destructive.ts")).judgeDestructive(call),
  },
  {
    id: "download-and-run",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: GUARDED,
    protects: true,
    // It takes a pipe, a substitution or a second command, which no ordinary line has.
    concerns: looks("download-and-run"),
    judge: async (call) => (await import("./download.ts")).judgeDownload(call),
  },
  {
    id: "lookalike",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: { ...ADVISED, minimal: "advise" },
    concerns: looks("lookalike"),
    judge: async (call) => (await import("./lookalike.ts")).judgeLookalike(call),
  },
  {
    id: "no-verify",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: GUARDED,
    protects: true,
    concerns: looks("no-verify"),
    judge: onCommands("judgeNoVerify"),
  },
  {
    id: "config-protection",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: { ...GUARDED, minimal: "off" },
    concerns: looks("config-protection"),
    judge: async (call) => await (await import("./config_protection.ts")).judgeConfigProtection(call),
  },
  {
    id: "plan-mode",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: { advisory: "advise", minimal: "off", standard: "ask", strict: "deny" },
    protects: true,
    concerns: isPlanning,
    judge: async (call) => await (await import("./plan_mode.ts")).judgePlanMode(call),
  },
  {
    id: "self-protection",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: GUARDED,
    protects: true,
    concerns: looks("self-protection"),
    judge: async (call) => await (await import("./self_protection.ts")).judgeSelfProtection(call),
  },
  {
    id: "commit-quality",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: { advisory: "advise", minimal: "off", standard: "deny", strict: "deny" },
    concerns: looks("commit-quality"),
    judge: async (call) => (await import("./commit_quality/judge.ts")).judgeCommit(call),
  },
  {
    id: "package-manager",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: { advisory: "advise", minimal: "off", standard: "deny", strict: "deny" },
    concerns: looks("package-manager"),
    judge: async (call) => (await import("./package_manager/judge.ts")).judgePackages(call),
  },
  {
    id: "dev-server",
    events: BEFORE,
    tools: SHELL_TOOLS,
    // Where it only advises, the command is moved aside; where it refuses, the model is told how to do it.
    actions: ADVISED,
    concerns: looks("dev-server"),
    judge: async (call, action) => (await import("./dev_server/judge.ts")).judgeDevServer(call, action),
  },
  {
    id: "tmux-reminder",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: STRICT_ONLY,
    concerns: looks("tmux-reminder"),
    judge: async (call) => (await import("./long_running.ts")).judgeLongRunning(call),
  },
  {
    id: "push-reminder",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: STRICT_ONLY,
    concerns: looks("push-reminder"),
    judge: async (call) => (await import("./push.ts")).judgePush(call),
  },
  {
    id: "pr-created",
    events: AFTER,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: looks("pr-created"),
    judge: async (call) => (await import("./pull_request.ts")).judgePullRequest(call),
  },
  {
    id: "build-summary",
    events: AFTER,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: looks("build-summary"),
    judge: async (call) => (await import("./build.ts")).judgeBuild(call),
  },
  {
    id: "doc-file",
    events: BEFORE,
    tools: ["Write"],
    actions: ADVISED,
    concerns: looks("doc-file"),
    judge: async (call) => (await import("./doc_file.ts")).judgeDocFile(call),
  },
  {
    id: "secret-read",
    events: BEFORE,
    tools: [...SHELL_TOOLS, "Read", "Edit", "MultiEdit", "Grep", "Glob", "NotebookEdit"],
    actions: SECRETS,
    protects: true,
    concerns: looks("secret-read"),
    judge: onSecrets("judgeSecretRead"),
  },
  {
    id: "secret-write",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: SECRETS,
    protects: true,
    concerns: looks("secret-write"),
    judge: onSecrets("judgeSecretWrite"),
  },
  {
    id: "secret-prompt",
    events: ["UserPromptSubmit"],
    tools: [],
    actions: ADVISED,
    concerns: looks("secret-prompt"),
    judge: onSecrets("judgeSecretPrompt"),
  },
  {
    id: "secret-output",
    events: ["PostToolUse"],
    tools: [],
    actions: ADVISED,
    concerns: looks("secret-output"),
    judge: onSecrets("judgeSecretOutput"),
  },
  {
    id: "mcp-health",
    events: ["PreToolUse", "PostToolUse", "PostToolUseFailure"],
    // The names of these tools are their servers'.
    tools: [],
    actions: { advisory: "advise", minimal: "off", standard: "deny", strict: "deny" },
    concerns: ({ event }) => isOfServer(event),
    judge: async (call) => (await import("./mcp_health.ts")).judgeServer(call),
  },
  {
    id: "operation-log",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: { advisory: "advise", minimal: "advise", standard: "advise", strict: "advise" },
    silent: true,
    concerns: looks("operation-log"),
    judge: async (call) => await (await import("./operation_log.ts")).keepOperations(call),
  },
  {
    id: "custom-rules",
    events: ["PreToolUse", "PostToolUse", "UserPromptSubmit"],
    tools: [],
    // The action is that of each rule; this one is the most that any of them may do.
    actions: { advisory: "advise", minimal: "deny", standard: "deny", strict: "deny" },
    protects: true,
    concerns: (call) => mayHaveRules(call.settings.rules),
    judge: async (call) => (await import("./custom_rules.ts")).judgeRules(call),
  },
  {
    id: "knowledge-rule",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: GUARDED,
    concerns: mayBeApproved,
    judge: async (call) => await (await import("../knowledge/strict_rule.ts")).judgeStrictRule(call),
  },
  {
    id: "knowledge-check",
    events: ["PostToolUse", "Stop"],
    tools: [],
    // Advice at the end of a turn makes the model take another one, so there is nothing between holding and silence.
    actions: { ...GUARDED, advisory: "off" },
    concerns: mayBeApproved,
    judge: async (call) => await (await import("../knowledge/required_check.ts")).judgeRequiredCheck(call),
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
