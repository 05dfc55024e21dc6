/**
 * The cheap looks in front of the guards: whether a call can concern one at all, before its own file and the reader of
 * command lines are loaded. No patterns: compiling one costs more than the look.
 */
import type { ShellRedirect, SimpleCommand } from "../shell/reading.ts";
import type { Call } from "./call.ts";
import { isOrdinary } from "./everyday.ts";
import { mayNameRules } from "./config_protection/marks.ts";
import { mayDestroy, toolMayDestroy } from "./destructive/marks.ts";
import {
  mayNameSecret,
  mayShowSecret,
  mayWriteSecret,
  outputMayHoldSecret,
  promptMayHoldSecret,
} from "./secret_marks.ts";
import { mayConcernUs } from "./self_protection/marks.ts";
import { mayBuild, mayMakeRequest, mayServe, mayTakeLong, mayWriteDocument } from "./work_marks.ts";

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
/** Beginnings of settings, options and variables that have to do with hooks, in a line of several commands. */
const HOOK_MARKS = [
  "--no",
  "ooks",
  "uninstall",
  "HUSKY",
  "LEFTHOOK",
  "OVERCOMMIT",
  "SKIP",
  "GIT_",
  "PRE_COMMIT",
  "alias",
];
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

const ELEVATED = new Set("sudo doas pkexec su runas gsudo run0".split(" "));
/** Whether a line of ordinary words may do something that belongs into the audit log. */
const mayBeSignificant = (words: readonly string[], command: string): boolean =>
  mayDestroy(words, command) || words.some((word) => ELEVATED.has(word)) ||
  (words.some((word) => CHANGERS.has(word) || WRITERS.has(word)) && mayNameSecret(command));

/** Whether `word` starts like `NAME=`. */
function isVariable(word: string): boolean {
  const first = word.charCodeAt(0);
  return first >= 0x41 && first <= 0x5a && word.includes("=");
}

/** A test of the words of one command; `line` is the text that they stand in. */
type WordTest = (words: readonly string[], line: string) => boolean;

/** What makes a command worth more than a look at its words. */
interface Concern {
  /** It writes a file by a redirect. */
  readonly writes?: boolean;
  /** It hands text to an interpreter, or was found in such a text. */
  readonly interprets?: boolean;
  /** Where a line is more than ordinary words, this test counts instead. */
  readonly complex?: WordTest;
  /** Parts of the text of such a line that are worth it wherever they stand. */
  readonly marks?: readonly string[];
  /** A word that is only known at run time is worth it, in a command of this program. */
  readonly unknownIn?: string;
}

const NULL_DEVICES = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"]);

/**
 * A look at a command line. One of blanks and ordinary words is judged by its words; every other line is read first,
 * and each of its commands judged by its own. What cannot be read, or is only known at run time, is always worth it.
 */
const commandHas = (test: WordTest, concern: Concern = {}) => async (call: Call): Promise<boolean> => {
  const line = call.command;
  if (line === undefined) return false;
  if (call.event.toolName !== "Bash") return true;
  if (isOrdinary(line)) return test(line.split(" ").map(baseWord), line);
  if (concern.marks?.some((mark) => line.includes(mark)) === true) return true;
  const reading = await call.shell();
  if (reading === undefined || reading.incomplete !== undefined) return true;
  return reading.commands.some((command) => isConcerned(command, concern.complex ?? test, concern, line));
};

const baseWord = (word: string): string => word.slice(word.lastIndexOf("/") + 1);

function isConcerned(command: SimpleCommand, test: WordTest, concern: Concern, line: string): boolean {
  const { words, redirects, assignments, via } = command;
  if (words.length > 0 && words[0]!.value === undefined) return true;
  if (concern.writes === true && redirects.some(writesFile)) return true;
  if (concern.unknownIn === command.name && words.some(({ value }) => value === undefined)) return true;
  // A function that calls itself is met again under its own name.
  if (concern.interprets === true && via.includes(`function ${command.name}`)) return true;
  if (concern.interprets === true && via.some((step) => runsEvaluator(step.split(" ")))) return true;
  const known = [
    ...assignments.map(({ name, value }) => `${name}=${value.value ?? value.raw}`),
    ...words.map((word) => word.value ?? word.raw),
  ];
  if (concern.interprets === true && runsInterpreter(known.map(baseWord))) return true;
  return test(known.map(baseWord), words.length === 0 ? line : known.join(" "));
}

function writesFile({ operator, target }: ShellRedirect): boolean {
  return operator.includes(">") && target !== undefined && !NULL_DEVICES.has(target.value ?? "");
}

/** A program that is given its text in words is read by what it does, but not every text is understood. */
const runsInterpreter = (words: readonly string[]): boolean =>
  words.some((word) => INTERPRETERS.has(word)) &&
  words.some((word) => word.startsWith("-") || word === "eval");
const INTERPRETERS = new Set(
  "python python3 python2 node nodejs perl ruby php deno bun lua tclsh awk gawk sed vim vi ex emacs osascript"
    .split(" "),
);

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
const names = (test: (text: string) => boolean, words: WordTest) => async (call: Call): Promise<boolean> => {
  if (call.command !== undefined) {
    return test(call.command) && await commandHas(words, { writes: true, interprets: true })(call);
  }
  return call.targets.some(({ absolute }) => {
    const root = call.root();
    return test(absolute.startsWith(root) ? absolute.slice(root.length) : absolute);
  });
};

const commandIsSignificant = commandHas(mayBeSignificant, {
  writes: true,
  interprets: true,
  // What leads to a command is no word of it.
  marks: ["sudo", "doas", "pkexec", "gsudo"],
});

/** By the guard's id. */
export const LOOKS = {
  "pretooluse-bash": commandHas(writesWithGit),
  "pretooluse-bash-plan-guard": commandHas(runsWriter, { writes: true }),
  "pretooluse-eval-guard": commandHas(runsEvaluator, { interprets: true }),
  "destructive-command": (call) =>
    call.command === undefined
      ? toolMayDestroy(call)
      : commandHas(mayDestroy, { writes: true, interprets: true })(call),
  // It takes a pipe, a substitution or a second command, which no ordinary line has.
  "download-and-run": commandHas(() => false, { complex: runsEvaluator, interprets: true }),
  "lookalike": ({ command }) => command !== undefined && !isAscii(command),
  "no-verify": commandHas(maySkipHooks, { marks: HOOK_MARKS, unknownIn: "git", interprets: true }),
  "config-protection": names(mayNameRules, changesFiles),
  "self-protection": names(mayConcernUs, changesGuards),
  "commit-quality": speaksOf(["commit"]),
  "package-manager": speaksOf(PACKAGE_PROGRAMS),
  "dev-server": mayServe,
  "tmux-reminder": mayTakeLong,
  "push-reminder": speaksOf(["push"]),
  "pr-created": mayMakeRequest,
  "build-summary": mayBuild,
  "doc-file": mayWriteDocument,
  "secret-read": mayShowSecret,
  "secret-write": mayWriteSecret,
  "secret-prompt": promptMayHoldSecret,
  "secret-output": outputMayHoldSecret,
  "operation-log": (call) => call.command === undefined ? mayShowSecret(call) : commandIsSignificant(call),
} satisfies Readonly<Record<string, (call: Call) => boolean | Promise<boolean>>>;

/** A guard with a look of its own here. */
export type LookId = keyof typeof LOOKS;
