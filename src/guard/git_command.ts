/** Git calls in a command line: the sub-command behind git's own options. */
import { GIT_VALUED } from "../shell/git_options.ts";
import type { ShellWord, SimpleCommand } from "../shell/reading.ts";

/** A call of git. */
export interface GitCall {
  readonly subcommand: string;
  /** The words behind the sub-command. */
  readonly words: readonly ShellWord[];
  /** Assignments before the call and `-c` settings: `NAME=value`, `key=value`. */
  readonly settings: readonly string[];
  readonly command: SimpleCommand;
}

/** `command` as a call of git, or undefined. */
export function asGitCall(command: SimpleCommand): GitCall | undefined {
  if (command.name !== "git" && command.name !== "git.exe") return undefined;
  const settings = command.assignments.map(({ name, value }) => `${name}=${value.value ?? value.prefix}`);
  for (let index = 1; index < command.words.length; index++) {
    const value = command.words[index]!.value;
    if (value === undefined) return undefined;
    if (value === "-c" || value === "--config-env") settings.push(command.words[index + 1]?.value ?? "");
    if (GIT_VALUED.has(value)) index++;
    else if (!value.startsWith("-")) {
      return { subcommand: value, words: command.words.slice(index + 1), settings, command };
    }
  }
  return undefined;
}
