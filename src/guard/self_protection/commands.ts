/** Programs that switch guards off: our own, harnesses without hooks, whatever ends or removes us. */
import { readSmall } from "../../base/read_small.ts";
import { baseName, dirName, resolve } from "../../base/path.ts";
import { isOn } from "../../base/text.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { LineEnvironment } from "../no_verify/environment.ts";
import { stronger, type Verdict } from "../no_verify/verdict.ts";
import { switchesOff } from "./hook_part.ts";

/** A harness and the options with which it starts without hooks, or without asking. */
interface Launch {
  readonly names: readonly string[];
  readonly without?: RegExp;
  readonly unasked?: RegExp;
}

const LAUNCHES: readonly Launch[] = [
  {
    names: ["claude", "claude-code", "claude.exe"],
    without: /^--(?:bare|safe-mode)$/,
    unasked:
      /^--(?:dangerously-skip-permissions|allow-dangerously-skip-permissions|setting-sources(?:=.*)?)$/,
  },
  {
    names: ["codex"],
    without: /^(?:--disable=hooks|features\.hooks=false|--config=features\.hooks=false)$/,
    unasked: /^--(?:dangerously-bypass-[\w-]+|yolo)$/,
  },
  { names: ["opencode"], without: /^--pure$/ },
  {
    names: [
      "gemini",
      "qwen",
      "copilot",
      "cursor-agent",
      "devin",
      "droid",
      "auggie",
      "kiro-cli",
      "codebuddy",
      "crush",
    ],
    unasked: /^--dangerously-[\w-]+$/,
  },
];
const WITHOUT_HOOKS = /^--(?:no-hooks|disable-hooks|hooks=(?:false|off|0))$/;

/** Variables that switch hooks off, and those that change what we enforce. */
const OFF = /^(?:(?:GARFIO|APOTHEM)_HOOKS_DISABLE|CLAUDE_CODE_(?:SAFE_MODE|SIMPLE)|OPENCODE_PURE)$/;
const CHANGES =
  /^(?:(?:GARFIO|APOTHEM)_(?:DISABLED_GUARDS|PROFILE|STATE_DIR)|ECC_(?:DISABLED_HOOKS|HOOK_PROFILE))$/;

/** Our subcommands that are the operator's. */
const OPERATORS = /^(?:install|uninstall|import|pause|resume|stop|approve|revoke|trust)$/;
const OURS = /^garfio(?:\.exe)?$/i;

const KILLERS = /^(?:pkill|killall|kill|taskkill|stop-process|spps|skill)$/;
const PACKAGERS =
  /^(?:brew|npm|pnpm|yarn|bun|cargo|scoop|winget|choco|apt|apt-get|dnf|yum|pacman|zypper|snap|pipx|pip|uv|deno|mise|asdf|nix|port)$/;
const REMOVES = /^(?:uninstall|remove|rm|un|purge|autoremove|delete|unlink|-R\w*)$/;

/** What one command of the line does to guards. */
export function judgeCommand(call: Call, command: SimpleCommand, line: LineEnvironment): Verdict | undefined {
  return stronger(judgeVariables(command, line), judgeProgram(call, command));
}

function judgeVariables(command: SimpleCommand, line: LineEnvironment): Verdict | undefined {
  for (const name of line.names(command)) {
    const { value } = line.get(command, name);
    if (OFF.test(name) && (value === undefined || isOn(value))) {
      return {
        action: value === undefined ? "ask" : "deny",
        found: value === undefined ? name : `${name}=${value}`,
        rule: "variable",
      };
    }
    if (CHANGES.test(name)) {
      return { action: "ask", found: value === undefined ? name : `${name}=${value}`, rule: "variable" };
    }
  }
  return undefined;
}

function judgeProgram(call: Call, command: SimpleCommand): Verdict | undefined {
  const { name } = command;
  if (name === undefined) return undefined;
  const words = command.words.slice(1).map((word) => word.value ?? word.raw);
  if (OURS.test(name)) return judgeOurs(words);
  const main = words.findIndex((word) => baseName(word) === "main.ts");
  if (name === "deno" && main >= 0 && isOurCheckout(call, command, words[main]!)) {
    return judgeOurs(words.slice(main + 1));
  }
  if (KILLERS.test(name) && (words.some((word) => /\b(?:garfio)\b/i.test(word)) || killsOurs(command))) {
    return { action: "deny", found: `${name} garfio`, rule: "kill" };
  }
  const removes = words.some((word) => REMOVES.test(word));
  if (PACKAGERS.test(name) && removes && words.some((word) => /^(?:.*[/:])?garfio(?:@.*)?$/i.test(word))) {
    return { action: "deny", found: `${name} ${words[0]} garfio`, rule: "remove" };
  }
  if (name === "chmod" && words.some((word) => OURS.test(baseName(word)) && /bin[\\/]/.test(word))) {
    return { action: "ask", found: `chmod ${words.at(-1)}`, rule: "remove" };
  }
  return judgeLaunch(call, command, name, words);
}

function judgeOurs(words: readonly string[]): Verdict | undefined {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  // `garfio rules approve` and its like.
  const sub = /^(?:approve|revoke)$/.test(second ?? "") && first !== "explain" ? second : first;
  const onlyTells = words.some((word) => /^(?:--help|-h|--dry-run)$/.test(word));
  return sub !== undefined && OPERATORS.test(sub) && !onlyTells
    ? { action: "deny", found: `garfio ${sub}`, rule: "operator" }
    : undefined;
}

function isOurCheckout(call: Call, command: SimpleCommand, main: string): boolean {
  const folder = dirName(resolve(command.cwd ?? call.cwd, main, call.os), call.os);
  return readSmall(`${folder}/src/guard/registry.ts`) !== undefined &&
    readSmall(`${folder}/contracts/claude-code.json`, 1024 * 1024) !== undefined;
}

/** `kill $(pgrep garfio)`, `pgrep garfio | xargs kill` */
function killsOurs({ words, pipedFrom }: SimpleCommand): boolean {
  const sources = [...pipedFrom, ...words.flatMap(({ from }) => from ?? [])];
  return sources.some((source) => source.words.some(({ value }) => /\bgarfio\b/i.test(value ?? "")));
}

function judgeLaunch(
  call: Call,
  command: SimpleCommand,
  name: string,
  words: readonly string[],
): Verdict | undefined {
  const launch = LAUNCHES.find(({ names }) => names.includes(name));
  if (launch === undefined) return undefined;
  const isPair = (index: number) =>
    /^(?:--disable)$/.test(words[index - 1] ?? "") && words[index] === "hooks";
  const without = words.find((word, index) =>
    WITHOUT_HOOKS.test(word) || launch.without?.test(word) === true || isPair(index)
  );
  if (without !== undefined) return { action: "deny", found: `${name} ${without}`, rule: "launch" };
  const verdict = judgeSettings(call, command, name, words);
  if (verdict !== undefined) return verdict;
  const unasked = words.find((word) => launch.unasked?.test(word) === true);
  return unasked === undefined ? undefined : { action: "ask", found: `${name} ${unasked}`, rule: "launch" };
}

/** `--settings` takes JSON or a file with it. */
function judgeSettings(
  call: Call,
  command: SimpleCommand,
  name: string,
  words: readonly string[],
): Verdict | undefined {
  const at = words.findIndex((word) => word === "--settings" || word.startsWith("--settings="));
  if (at < 0) return undefined;
  const given = words[at]!.includes("=") ? words[at]!.slice("--settings=".length) : words[at + 1] ?? "";
  const found = `${name} --settings`;
  const isText = given.trimStart().startsWith("{");
  const text = isText ? given : readSmall(resolve(command.cwd ?? call.cwd, given, call.os));
  if (text === undefined) return { action: "ask", found, rule: "launch" };
  return switchesOff(text) ? { action: "deny", found, rule: "launch" } : undefined;
}
