/**
 * How each client loads a file of hook entries and starts one: small models, written from what is documented and was
 * measured of the clients, not from our tables. What a client would drop is an error here.
 */
import { parse as parseToml } from "smol-toml";
import type { Os } from "../../src/base/platform.ts";
import type { Scope } from "../../src/register/registration.ts";

/** An entry as the client has it. */
export interface Loaded {
  readonly event: string;
  /** Whether it runs for the tool, or for whatever the event is matched with. */
  readonly matches: (value: string) => boolean;
  /** The program and its arguments, after whatever shell there is. */
  readonly argv: readonly string[];
}

type Values = Record<string, unknown>;

/** What differs from client to client. */
export interface Loader {
  /** How the text is read; what cannot be read is dropped by the client. */
  readonly read: (text: string) => Values;
  /** From what was read to events with their handlers. */
  readonly entries: (file: Values, scope: Scope) => { event: string; matcher: unknown; handler: Values }[];
  /** The event names that the client knows. */
  readonly events: readonly string[];
  /** What the client does at an event that it does not know. */
  readonly unknownEvent: "skips it" | "drops the file";
  /** The form of its matchers. */
  readonly matcher: (matcher: string) => (value: string) => boolean;
  /** Keys of an entry that the client knows, where it drops others. */
  readonly keys?: readonly string[];
  /** How a handler is started. */
  readonly start: (handler: Values, os: Os) => readonly string[];
}

/** Every entry of `text` as `loader` has it. Throws what the client would complain of. */
export function load(loader: Loader, text: string, scope: Scope, os: Os): Loaded[] {
  const loaded: Loaded[] = [];
  for (const { event, matcher, handler } of loader.entries(loader.read(text), scope)) {
    if (!loader.events.includes(event)) {
      throw new Error(`${event} is not known: the client ${loader.unknownEvent}`);
    }
    const strange = Object.keys(handler).filter((key) =>
      loader.keys !== undefined && !loader.keys.includes(key)
    );
    if (strange.length > 0) throw new Error(`the client does not know ${strange.join(", ")}`);
    if (matcher !== undefined && typeof matcher !== "string") throw new Error("a matcher is a text");
    const matches = matcher === undefined ? () => true : loader.matcher(matcher);
    loaded.push({ event, matches, argv: loader.start(handler, os) });
  }
  return loaded;
}

// Reading ------------------------------------------------------------------------------------------------

const strictJson = (text: string): Values => JSON.parse(text);

/** Comments are stripped, trailing commas are an error. */
const jsonWithComments = (text: string): Values =>
  JSON.parse(text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? ""));

/** For clients that read TOML. */
const toml = (text: string): Values => parseToml(text) as Values;

function only(file: Values, keys: readonly string[]): Values {
  const strange = Object.keys(file).filter((key) => !keys.includes(key));
  if (strange.length > 0) throw new Error(`the client drops a file with ${strange.join(", ")} at its root`);
  return file;
}

// Finding ------------------------------------------------------------------------------------------------

function grouped(events: unknown): { event: string; matcher: unknown; handler: Values }[] {
  return Object.entries(events as Values).flatMap(([event, groups]) =>
    (groups as Values[]).flatMap(({ matcher, hooks }) => {
      if (!Array.isArray(hooks)) throw new Error("a group without hooks");
      return (hooks as Values[]).map((handler) => ({ event, matcher, handler }));
    })
  );
}

function flat(events: unknown): { event: string; matcher: unknown; handler: Values }[] {
  return Object.entries(events as Values).flatMap(([event, handlers]) =>
    (handlers as Values[]).map((handler) => ({ event, matcher: handler["matcher"], handler }))
  );
}

// Matching -----------------------------------------------------------------------------------------------

const isAll = (matcher: string): boolean => matcher === "" || matcher === "*";
const searched = (matcher: string) => (value: string): boolean =>
  isAll(matcher) || new RegExp(matcher).test(value);
const anchored = (matcher: string) => (value: string): boolean => new RegExp(`^(?:${matcher})$`).test(value);

/** Words are compared whole, everything else is searched. */
const wordsOrSearched = (matcher: string) => (value: string): boolean =>
  isAll(matcher) ||
  (/^[\w|]+$/.test(matcher) ? matcher.split("|").includes(value) : new RegExp(matcher).test(value));

function none(): never {
  throw new Error("the client knows no matcher");
}

// Starting -----------------------------------------------------------------------------------------------

/** The words that bash makes of a line without expansions; anything else is an error. */
export function bashWords(line: string): string[] {
  return words(line, (inside) => {
    if (/[$`]/.test(inside)) throw new Error(`bash expands ${inside}`);
    return inside.replace(/\\([$`"\\])/g, "$1");
  }, /[;&|<>()$`\\*?[\]{}~#!]/);
}

/** The words that cmd hands to a program. */
export function cmdWords(line: string): string[] {
  return words(line, (inside) => {
    if (inside.includes("%")) throw new Error(`cmd expands ${inside}`);
    return inside;
  }, /[&|<>^%()]/);
}

/** The words that PowerShell starts: a quoted text at the beginning is a value that is printed, not a program. */
export function powershellWords(line: string): string[] {
  const called = line.startsWith("& ");
  if (!called && /^["']/.test(line)) throw new Error("PowerShell prints a quoted text");
  return words(called ? line.slice(2) : line, (inside) => {
    if (/[$`]/.test(inside)) throw new Error(`PowerShell expands ${inside}`);
    return inside;
  }, /[;&|<>(){}$`@]/);
}

function words(line: string, quoted: (inside: string) => string, special: RegExp): string[] {
  const found: string[] = [];
  for (const [part, inside] of line.matchAll(/"([^"]*)"|\S+/g)) {
    if (inside === undefined && special.test(part)) throw new Error(`${part} is read in another way`);
    found.push(inside === undefined ? part : quoted(inside));
  }
  return found;
}

type Split = (line: string) => string[];

/** `key` of the handler, split as the shell of each system does. */
function line(key: string, shells: Readonly<Record<Os, readonly Split[]>>) {
  return (handler: Values, os: Os): readonly string[] => {
    const read = shells[os].map((split) => split(String(handler[key])));
    const first = read[0]!;
    for (const other of read) {
      if (JSON.stringify(other) !== JSON.stringify(first)) throw new Error("two shells read it in two ways");
    }
    return first;
  };
}

const POSIX = { linux: [bashWords], darwin: [bashWords] };
const BASH_OR_POWERSHELL = { ...POSIX, windows: [powershellWords] };
const BASH_OR_CMD = { ...POSIX, windows: [cmdWords] };
const BASH = { ...POSIX, windows: [bashWords] };

function exec(handler: Values, program: string): readonly string[] {
  const { args } = handler;
  if (typeof handler[program] !== "string" || !Array.isArray(args)) throw new Error("no exec form");
  return [handler[program] as string, ...args as string[]];
}

function number(value: unknown, least: number, most: number): void {
  if (typeof value !== "number" || value < least || value > most) throw new Error(`a time of ${value}`);
}

const CLAUDE_EVENTS =
  ("PreSkillShellCommand PostToolBatch SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure PermissionRequest " +
    "Stop SubagentStart SubagentStop PreCompact PostCompact Notification").split(" ");

const KIMI_EVENTS =
  ("PreToolUse PostToolUse PostToolUseFailure UserPromptSubmit Stop StopFailure SessionStart SessionEnd " +
    "SubagentStart SubagentStop PreCompact PostCompact Notification").split(" ");

/** The models, by the id of the harness. */
export const LOADERS: Readonly<Record<string, Loader>> = {
  "claude-code": {
    read: jsonWithComments,
    entries: (file) => grouped(file["hooks"]),
    events: CLAUDE_EVENTS,
    unknownEvent: "skips it",
    matcher: wordsOrSearched,
    keys: [
      "type",
      "command",
      "args",
      "timeout",
      "async",
      "onFailure",
      "statusMessage",
      "if",
      "shell",
      "once",
    ],
    start: (handler) => {
      number(handler["timeout"], 1, 600);
      return exec(handler, "command");
    },
  },
  codex: {
    read: (text) => only(strictJson(text), ["description", "hooks"]),
    entries: (file) => grouped(file["hooks"]),
    events:
      ("SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse PreCompact PostCompact SubagentStart " +
        "SubagentStop Stop SessionEnd Interrupt").split(" "),
    unknownEvent: "skips it",
    matcher: wordsOrSearched,
    start: (handler, os) => {
      if (handler["type"] !== "command") throw new Error("another type drops the whole file");
      if (!Number.isInteger(handler["timeout"])) throw new Error("a fraction drops the whole file");
      // Which shell a session on Windows has is not told: the line has to be right for both.
      return os === "windows"
        ? line("commandWindows", { ...POSIX, windows: [powershellWords] })(handler, os)
        : line("command", BASH)(handler, os);
    },
  },
  "qwen-code": {
    read: (text) => {
      const file = jsonWithComments(text);
      if (/\$\{?\w/.test(JSON.stringify(file))) throw new Error("a variable would be replaced");
      return file;
    },
    entries: (file) => grouped(file["hooks"]),
    events: [
      ...CLAUDE_EVENTS,
      "PostToolBatch",
      "PermissionDenied",
      "UserPromptExpansion",
      "StopFailure",
      "TodoCreated",
      "TodoCompleted",
    ],
    unknownEvent: "skips it",
    matcher: wordsOrSearched,
    start: (handler, os) => {
      // From 1000 on a time is read as milliseconds.
      number(handler["timeout"], 1, 999);
      // Without the key it is cmd, or what the client was started from.
      if (os === "windows") {
        return handler["shell"] === "powershell" ? line("command", BASH_OR_POWERSHELL)(handler, os) : none();
      }
      if (handler["shell"] !== undefined) throw new Error("another shell");
      return line("command", BASH)(handler, os);
    },
  },
  "gemini-cli": {
    read: jsonWithComments,
    entries: (file) => grouped(file["hooks"]),
    events:
      ("SessionStart SessionEnd BeforeAgent AfterAgent BeforeModel AfterModel BeforeToolSelection BeforeTool AfterTool " +
        "PreCompress Notification").split(" "),
    unknownEvent: "skips it",
    matcher: searched,
    start: (handler, os) => {
      number(handler["timeout"], 1_000, 600_000);
      if (String(handler["command"]).includes("$")) throw new Error("a variable would be replaced");
      return line("command", BASH_OR_POWERSHELL)(handler, os);
    },
  },
  codebuddy: {
    read: strictJson,
    entries: (file) => grouped(file["hooks"]),
    events: CLAUDE_EVENTS,
    unknownEvent: "skips it",
    matcher: searched,
    start: (handler, os) => {
      number(handler["timeout"], 1, 600);
      return line("command", BASH)(handler, os);
    },
  },
  cursor: {
    read: (text) => {
      const file = strictJson(text);
      if (file["version"] !== 1) throw new Error("version is the number 1");
      return file;
    },
    entries: (file) => flat(file["hooks"]),
    events:
      ("sessionStart sessionEnd beforeSubmitPrompt preToolUse postToolUse postToolUseFailure beforeShellExecution " +
        "afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile afterFileEdit subagentStart subagentStop " +
        "preCompact stop afterAgentResponse afterAgentThought beforeTabFileRead afterTabFileEdit workspaceOpen")
        .split(" "),
    unknownEvent: "drops the file",
    matcher: searched,
    keys: ["command", "type", "timeout", "matcher", "failClosed", "loop_limit"],
    start: line("command", BASH_OR_POWERSHELL),
  },
  devin: {
    read: strictJson,
    entries: (file, scope) => grouped(scope === "project" && !("hooks" in file) ? file : file["hooks"]),
    events:
      "SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse Stop PostCompaction SessionEnd"
        .split(" "),
    unknownEvent: "skips it",
    matcher: (matcher) => {
      // `*` is no regular expression, and empty is all.
      const pattern = new RegExp(matcher);
      return (value) => pattern.test(value);
    },
    keys: ["type", "command", "timeout"],
    // Which shell it takes on Windows is not told.
    start: line("command", { ...POSIX, windows: [bashWords, cmdWords] }),
  },
  windsurf: {
    read: strictJson,
    entries: (file) => flat(file["hooks"]),
    events:
      ("pre_read_code post_read_code pre_write_code post_write_code pre_run_command post_run_command pre_mcp_tool_use " +
        "post_mcp_tool_use pre_user_prompt post_cascade_response post_cascade_response_with_transcript post_setup_worktree")
        .split(" "),
    unknownEvent: "skips it",
    matcher: none,
    keys: ["command", "powershell", "show_output", "working_directory"],
    start: (handler, os) =>
      os === "windows"
        ? line("powershell", BASH_OR_POWERSHELL)(handler, os)
        : line("command", BASH)(handler, os),
  },
  kiro: {
    read: (text) => {
      const file = strictJson(text);
      if (file["version"] !== "v1") throw new Error('version is the text "v1"');
      const names = (file["hooks"] as Values[]).map(({ name }) => name);
      if (new Set(names).size !== names.length) throw new Error("a name stands there twice");
      return file;
    },
    entries: (file) =>
      (file["hooks"] as Values[]).map((handler) => ({
        event: String(handler["trigger"]),
        matcher: handler["matcher"],
        handler,
      })),
    events:
      ("SessionStart UserPromptSubmit PreToolUse PostToolUse Stop PreTaskExec PostTaskExec PostFileCreate PostFileSave " +
        "PostFileDelete SessionEnd Manual").split(" "),
    unknownEvent: "drops the file",
    matcher: searched,
    keys: ["name", "description", "trigger", "matcher", "action", "timeout", "enabled"],
    start: (handler, os) => {
      const action = handler["action"] as Values;
      if (action["type"] !== "command") throw new Error("action.type is command");
      number(handler["timeout"], 1, 600);
      return line("command", { ...POSIX, windows: [cmdWords] })(action, os);
    },
  },
  copilot: {
    read: (text) => {
      const file = strictJson(text);
      if (file["version"] !== undefined && file["version"] !== 1) throw new Error("version is 1");
      return file;
    },
    entries: (file) => flat(file["hooks"]),
    events:
      ("sessionStart sessionEnd userPromptSubmitted userPromptTransformed preToolUse permissionRequest preMcpToolCall " +
        "postToolUse postToolUseFailure preCompact subagentStart subagentStop agentStop errorOccurred notification")
        .split(" "),
    unknownEvent: "skips it",
    matcher: (matcher) => {
      if (matcher === "") throw new Error("an empty matcher skips the entry");
      return anchored(matcher);
    },
    start: (handler, os) => {
      if (handler["exec"] !== undefined) {
        if (handler["bash"] !== undefined || handler["command"] !== undefined) {
          throw new Error("exec stands alone");
        }
        return exec(handler, "exec");
      }
      return os === "windows"
        ? line("powershell", BASH_OR_POWERSHELL)(handler, os)
        : line("bash", BASH)(handler, os);
    },
  },
  droid: {
    read: strictJson,
    entries: (file) => grouped(file),
    events:
      ("PreToolUse PostToolUse UserPromptSubmit Notification Stop SubagentStop PreCompact SessionStart SessionEnd")
        .split(" "),
    unknownEvent: "skips it",
    matcher: wordsOrSearched,
    start: line("command", BASH_OR_CMD),
  },
  auggie: {
    read: strictJson,
    entries: (file) => grouped(file["hooks"]),
    events: "PreToolUse PostToolUse Stop SessionStart SessionEnd Notification PromptSubmit".split(" "),
    unknownEvent: "drops the file",
    matcher: (matcher) => {
      const pattern = new RegExp(matcher);
      return (value) => pattern.test(value);
    },
    keys: ["type", "command", "args", "timeout"],
    start: (handler) => {
      number(handler["timeout"], 1_000, 600_000);
      return exec(handler, "command");
    },
  },
  continue: {
    read: strictJson,
    entries: (file) => grouped(file["hooks"]),
    events: CLAUDE_EVENTS,
    unknownEvent: "skips it",
    matcher: wordsOrSearched,
    start: (handler, os) => {
      number(handler["timeout"], 1, 600);
      return line("command", BASH_OR_CMD)(handler, os);
    },
  },
  crush: {
    read: strictJson,
    entries: (file) => flat(file["hooks"]),
    events: ["PreToolUse"],
    unknownEvent: "skips it",
    matcher: searched,
    keys: ["name", "matcher", "command", "timeout"],
    // Its own shell is a POSIX one on every system.
    start: line("command", BASH),
  },
  goose: {
    read: strictJson,
    entries: (file) => grouped(file["hooks"]),
    events:
      ("SessionStart SessionEnd Stop UserPromptSubmit PreToolUse PreToolUseResult PostToolUse PostToolUseFailure " +
        "BeforeReadFile AfterFileEdit BeforeShellExecution AfterShellExecution").split(" "),
    unknownEvent: "skips it",
    matcher: (matcher) => {
      // A bare `*` is no regular expression, and skips the rule without a word.
      const pattern = new RegExp(matcher);
      return (value) => pattern.test(value);
    },
    start: (handler, os) => {
      const failure = handler["on_failure"];
      if (failure !== undefined && failure !== "allow" && failure !== "block") {
        throw new Error("drops the file");
      }
      return line("command", BASH)(handler, os);
    },
  },
  grok: {
    read: (text) => {
      if (text.startsWith("\ufeff")) throw new Error("a BOM");
      return strictJson(text);
    },
    entries: (file) => grouped(file["hooks"]),
    events: [...CLAUDE_EVENTS, "PermissionDenied", "StopFailure"],
    unknownEvent: "skips it",
    matcher: searched,
    start: line("command", BASH_OR_CMD),
  },
  junie: {
    read: strictJson,
    entries: (file) => grouped(file["hooks"]),
    events: "SessionStart UserPromptSubmit PreToolUse Stop StopFailure PermissionRequest SessionEnd".split(
      " ",
    ),
    unknownEvent: "skips it",
    matcher: searched,
    start: line("command", BASH_OR_CMD),
  },
  antigravity: {
    read: strictJson,
    entries: (file) =>
      Object.values(file).flatMap((named) =>
        Object.entries(named as Values).filter(([key]) => key !== "enabled").flatMap(([event, list]) => {
          const isTool = event === "PreToolUse" || event === "PostToolUse";
          for (const one of list as Values[]) {
            if (("hooks" in one) !== isTool) throw new Error("the wrong shape drops the whole file");
          }
          return isTool ? grouped({ [event]: list }) : flat({ [event]: list });
        })
      ),
    events: "PreToolUse PostToolUse PreInvocation PostInvocation Stop".split(" "),
    unknownEvent: "drops the file",
    matcher: searched,
    start: line("command", BASH_OR_CMD),
  },
  kimi: {
    read: toml,
    entries: (file) => (file["hooks"] as Values[]).map((handler) => kimiEntry(handler)),
    events: KIMI_EVENTS,
    unknownEvent: "drops the file",
    matcher: searched,
    keys: ["event", "command", "matcher", "timeout"],
    start: line("command", BASH_OR_CMD),
  },
  "kimi-code": {
    read: toml,
    entries: (file) => (file["hooks"] as Values[]).map((handler) => kimiEntry(handler)),
    events: [...KIMI_EVENTS, "PermissionRequest", "PermissionResult"],
    unknownEvent: "drops the file",
    matcher: searched,
    keys: ["event", "command", "matcher", "timeout"],
    start: line("command", BASH_OR_CMD),
  },
  vibe: {
    read: toml,
    entries: (file) =>
      (file["hooks"] as Values[]).map((handler) => ({
        event: String(handler["type"]),
        matcher: handler["match"],
        handler,
      })),
    events: ["pre_tool", "post_tool", "post_agent"],
    unknownEvent: "drops the file",
    // Globs without case.
    matcher: (matcher) => (value) =>
      new RegExp(`^${matcher.replace(/[.+^${}()|\\]/g, "\\$&").replaceAll("*", ".*")}$`, "i").test(value),
    keys: ["name", "type", "command", "match", "timeout", "strict", "description"],
    start: line("command", BASH_OR_CMD),
  },
};

function kimiEntry(handler: Values): { event: string; matcher: unknown; handler: Values } {
  number(handler["timeout"], 1, 600);
  return { event: String(handler["event"]), matcher: handler["matcher"], handler };
}
