/**
 * The table of all guards, in the order in which they speak when an entry names none. What a guard looks at is in its
 * own file, which is loaded only when it is asked: everything that is loaded costs time at each tool call.
 */
import { hasKnowledge } from "../knowledge/gate.ts";
import type { ProfileActions } from "../policy/action.ts";
import { mayHaveRules } from "../policy/rule_sources.ts";
import type { Call } from "./call.ts";
import type { Guard, Judge } from "./guard.ts";
import { mayNameRules } from "./config_protection/marks.ts";
import { mayDestroy, toolMayDestroy } from "./destructive/marks.ts";
import { requiredHeader } from "./header/required.ts";
import { mayShowSecret, mayWriteSecret, outputMayHoldSecret, promptMayHoldSecret } from "./secret_marks.ts";
import { mayConcernUs } from "./self_protection/marks.ts";
import { mayBuild, mayMakeRequest, mayServe, mayTakeLong, mayWriteDocument } from "./work_marks.ts";

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
const GIT_WRITERS = new Set("commit checkout switch branch tag merge rebase stash notes mv rm".split(" "));

const runsEvaluator = (words: readonly string[]): boolean => words.some((word) => EVALUATORS.has(word));
const runsWriter = (words: readonly string[]): boolean => words.some((word) => WRITERS.has(word));
const writesWithGit = (words: readonly string[]): boolean =>
  words.includes("git") && words.some((word) => GIT_WRITERS.has(word));

/** Git's commands of which a short option, or the call itself, passes its hooks by. */
const HOOK_PASSING = new Set("commit-tree fast-import send-pack http-push hash-object".split(" "));
const WITH_SHORT_OPTION = new Set("commit am git-commit standard-version commit-and-tag-version".split(" "));
const GIT_SETTINGS = new Set(["-c", "--config-env"]);

/** Whether a line of ordinary words may get past git's hooks: an option, a setting, a variable, a path. */
function maySkipHooks(words: readonly string[], command: string): boolean {
  if (command.includes("ooks") || command.includes("uninstall")) return true;
  const short = words.some((word) => WITH_SHORT_OPTION.has(word));
  const git = words.includes("git");
  // `HUSKY=0 git commit`, and what leads to settings that are not seen. A path in such a value is cut off in `words`.
  if (git && command.split(" ").some((word) => isVariable(word) || word.startsWith("include"))) return true;
  return words.some((word) => {
    if (word.startsWith("--")) {
      return word.startsWith("--no-v") || word.startsWith("--no-V") || word.startsWith("--no-git-commit-v") ||
        word.startsWith("--config-env");
    }
    if (word.startsWith("-")) return (short && word.includes("n")) || (git && GIT_SETTINGS.has(word));
    return HOOK_PASSING.has(word);
  });
}

/** Whether `word` starts like `NAME=`. */
function isVariable(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x41 && first <= 0x5a && word.includes("=");
}

/**
 * A cheap look at a command line: one of blanks and ordinary words only is judged by its words. Every other line is
 * worth reading.
 */
const commandHas =
  (test: (words: readonly string[], command: string) => boolean) => (call: Call): boolean => {
    const command = call.command;
    if (command === undefined) return false;
    if (call.event.toolName !== "Bash" || !isOrdinary(command)) return true;
    return test(command.split(" ").map((word) => word.slice(word.lastIndexOf("/") + 1)), command);
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

/**
 * For guards that nobody is out to deceive: a line that does not hold the word as it is typed every day is none of
 * their business.
 */
const speaksOf = (marks: readonly string[]) => ({ command }: Call): boolean =>
  command !== undefined && marks.some((mark) => command.includes(mark));
const PACKAGE_PROGRAMS = ["npm", "npx", "pnpx", "yarn", "bun", "corepack", "pip", "uv", "poetry", "pdm"];

/** Whether `text` holds nothing beyond ASCII. */
function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7e) return false;
  return true;
}

/** Programs that change files which are there; in git these are sub-commands. */
const CHANGERS = new Set(
  ("rm mv cp tee sed ln truncate install rsync dd perl ruby node python python3 deno bun unlink shred touch chmod find " +
    "xargs sponge patch yq rmdir").split(" "),
);
const HARNESSES = new Set(
  "claude claude-code codex opencode gemini qwen copilot cursor-agent devin droid auggie kiro-cli codebuddy crush"
    .split(" "),
);

const changesFiles = (words: readonly string[]): boolean => words.some((word) => CHANGERS.has(word));
const changesGuards = (words: readonly string[]): boolean =>
  words.some((word) =>
    CHANGERS.has(word) || HARNESSES.has(word) || word.includes("garfio") || isVariable(word)
  );

/** Whether a file or the command line of `call` may be what `test` is about; where the project lies does not count. */
const names = (test: (text: string) => boolean, words: (words: readonly string[]) => boolean) =>
(
  call: Call,
): boolean => {
  if (call.command !== undefined) return test(call.command) && commandHas(words)(call);
  return call.targets.some(({ absolute }) => {
    const root = call.root();
    return test(absolute.startsWith(root) ? absolute.slice(root.length) : absolute);
  });
};

/** The one look that a project without knowledge pays for. */
const knows = (call: Call): boolean => hasKnowledge(call.root(), call.os);

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
    id: "destructive-command",
    events: BEFORE,
    // Tools of MCP servers delete, too, and their names are their servers'.
    tools: [],
    actions: GUARDED,
    protects: true,
    concerns: (call) => call.command === undefined ? toolMayDestroy(call) : commandHas(mayDestroy)(call),
    judge: async (call) => (await import("./destructive.ts")).judgeDestructive(call),
  },
  {
    id: "download-and-run",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: GUARDED,
    protects: true,
    // It takes a pipe, a substitution or a second command, which no ordinary line has.
    concerns: commandHas(() => false),
    judge: async (call) => (await import("./download.ts")).judgeDownload(call),
  },
  {
    id: "lookalike",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: { ...ADVISED, minimal: "advise" },
    concerns: ({ command }) => command !== undefined && !isAscii(command),
    judge: async (call) => (await import("./lookalike.ts")).judgeLookalike(call),
  },
  {
    id: "no-verify",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: GUARDED,
    protects: true,
    concerns: commandHas(maySkipHooks),
    judge: onCommands("judgeNoVerify"),
  },
  {
    id: "config-protection",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: { ...GUARDED, minimal: "off" },
    concerns: names(mayNameRules, changesFiles),
    judge: async (call) => await (await import("./config_protection.ts")).judgeConfigProtection(call),
  },
  {
    id: "self-protection",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: GUARDED,
    protects: true,
    concerns: names(mayConcernUs, changesGuards),
    judge: async (call) => await (await import("./self_protection.ts")).judgeSelfProtection(call),
  },
  {
    id: "commit-quality",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: { advisory: "advise", minimal: "off", standard: "deny", strict: "deny" },
    concerns: speaksOf(["commit"]),
    judge: async (call) => (await import("./commit_quality/judge.ts")).judgeCommit(call),
  },
  {
    id: "package-manager",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: { advisory: "advise", minimal: "off", standard: "deny", strict: "deny" },
    concerns: speaksOf(PACKAGE_PROGRAMS),
    judge: async (call) => (await import("./package_manager/judge.ts")).judgePackages(call),
  },
  {
    id: "dev-server",
    events: BEFORE,
    tools: SHELL_TOOLS,
    // Where it only advises, the command is moved aside; where it refuses, the model is told how to do it.
    actions: ADVISED,
    concerns: mayServe,
    judge: async (call, action) => (await import("./dev_server/judge.ts")).judgeDevServer(call, action),
  },
  {
    id: "tmux-reminder",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: STRICT_ONLY,
    concerns: mayTakeLong,
    judge: async (call) => (await import("./long_running.ts")).judgeLongRunning(call),
  },
  {
    id: "push-reminder",
    events: BEFORE,
    tools: SHELL_TOOLS,
    actions: STRICT_ONLY,
    concerns: speaksOf(["push"]),
    judge: async (call) => (await import("./push.ts")).judgePush(call),
  },
  {
    id: "pr-created",
    events: AFTER,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: mayMakeRequest,
    judge: async (call) => (await import("./pull_request.ts")).judgePullRequest(call),
  },
  {
    id: "build-summary",
    events: AFTER,
    tools: SHELL_TOOLS,
    actions: ADVISED,
    concerns: mayBuild,
    judge: async (call) => (await import("./build.ts")).judgeBuild(call),
  },
  {
    id: "doc-file",
    events: BEFORE,
    tools: ["Write"],
    actions: ADVISED,
    concerns: mayWriteDocument,
    judge: async (call) => (await import("./doc_file.ts")).judgeDocFile(call),
  },
  {
    id: "secret-read",
    events: BEFORE,
    tools: [...SHELL_TOOLS, "Read", "Edit", "MultiEdit", "Grep", "Glob", "NotebookEdit"],
    actions: SECRETS,
    protects: true,
    concerns: mayShowSecret,
    judge: onSecrets("judgeSecretRead"),
  },
  {
    id: "secret-write",
    events: BEFORE,
    tools: [...FILE_TOOLS, ...SHELL_TOOLS],
    actions: SECRETS,
    protects: true,
    concerns: mayWriteSecret,
    judge: onSecrets("judgeSecretWrite"),
  },
  {
    id: "secret-prompt",
    events: ["UserPromptSubmit"],
    tools: [],
    actions: ADVISED,
    concerns: promptMayHoldSecret,
    judge: onSecrets("judgeSecretPrompt"),
  },
  {
    id: "secret-output",
    events: ["PostToolUse"],
    tools: [],
    actions: ADVISED,
    concerns: outputMayHoldSecret,
    judge: onSecrets("judgeSecretOutput"),
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
    concerns: knows,
    judge: async (call) => await (await import("../knowledge/strict_rule.ts")).judgeStrictRule(call),
  },
  {
    id: "knowledge-check",
    events: ["PostToolUse", "Stop"],
    tools: [],
    // Advice at the end of a turn makes the model take another one, so there is nothing between holding and silence.
    actions: { ...GUARDED, advisory: "off" },
    concerns: knows,
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
