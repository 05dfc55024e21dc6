/** A call of git with everything before its sub-command that may change which hooks run. */
import type { ShellWord, SimpleCommand } from "../../shell/reading.ts";
import { GIT_COMMANDS } from "./options.ts";

/** A setting that the call makes for itself. */
export interface OneShotSetting {
  /** The text before `=`, as far as it is known, in lower case. */
  readonly key: string;
  /** Whether all of the key is known. */
  readonly certain: boolean;
  /** As written, for the message. */
  readonly written: string;
}

/** A call of git. */
export interface GitRun {
  /** Undefined: it is decided at run time, or there is none. */
  readonly subcommand: string | undefined;
  /** The words behind the sub-command. */
  readonly words: readonly ShellWord[];
  readonly settings: readonly OneShotSetting[];
  /** Whether the program is certainly git. */
  readonly certain: boolean;
  readonly command: SimpleCommand;
}

/** Options of `git` itself that take the next word as their value. */
const WITH_VALUE = new Set([
  "-C",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--attr-source",
]);

/** Programs that hand every call on to git. */
const GIT = new Set(["git", "hub"]);

/** `command` as a call of git, or undefined. */
export function readGit(command: SimpleCommand): GitRun | undefined {
  const { name, words } = command;
  if (name === undefined) {
    // `$GIT commit -n`: a program that cannot be known, whose first word is one of git's commands.
    const first = words[1]?.value;
    if (first === undefined || !GIT_COMMANDS.has(first)) return undefined;
    return { subcommand: first, words: words.slice(2), settings: [], certain: false, command };
  }
  const program = name.replace(/\.exe$/i, "");
  if (GIT.has(program)) return readGlobals(command);
  // `/usr/lib/git-core/git-commit`
  const dashed = program.startsWith("git-") ? program.slice(4) : "";
  if (!GIT_COMMANDS.has(dashed)) return undefined;
  return { subcommand: dashed, words: words.slice(1), settings: [], certain: true, command };
}

function readGlobals(command: SimpleCommand): GitRun {
  const { words } = command;
  const settings: OneShotSetting[] = [];
  let index = 1;
  for (; index < words.length; index++) {
    const word = words[index]!;
    const text = word.value ?? word.prefix;
    if (text === "-c" || text === "--config-env") {
      const next = words[++index];
      if (next !== undefined) settings.push(settingOf(next, text, next.value ?? next.prefix));
    } else if (text.startsWith("--config-env=")) {
      settings.push(settingOf(word, "--config-env", text.slice("--config-env=".length)));
    } else if (WITH_VALUE.has(text)) index++;
    else if (word.value !== undefined && !text.startsWith("-")) break;
    else if (word.value === undefined && !leadsToCommand(words[index + 1])) break;
  }
  return {
    subcommand: words[index]?.value,
    // Without a command that is known, any word may be behind it.
    words: words.slice(index < words.length ? index + 1 : 1),
    settings,
    certain: true,
    command,
  };
}

/** An unknown word before one of git's commands is options (`git $OPTIONS commit`), else it is the command. */
function leadsToCommand(next: ShellWord | undefined): boolean {
  return next?.value !== undefined && (next.value.startsWith("-") || GIT_COMMANDS.has(next.value));
}

function settingOf(word: ShellWord, option: string, text: string): OneShotSetting {
  const end = text.indexOf("=");
  return {
    key: (end < 0 ? text : text.slice(0, end)).toLowerCase(),
    certain: end >= 0 || word.value !== undefined,
    written: `${option} ${text}`,
  };
}
