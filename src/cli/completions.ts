import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import { bashCompletion } from "./completions/bash.ts";
import { fishCompletion } from "./completions/fish.ts";
import { powershellCompletion } from "./completions/powershell.ts";
import { zshCompletion } from "./completions/zsh.ts";
import type { Io } from "./io.ts";

/** The shells, and what completes our command line there. */
export const COMPLETIONS_OF: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** `garfio completions`: the script that completes our command line in a shell. */
export const COMPLETIONS: Command = {
  name: "completions",
  summary: "Print the script that completes the command line in a shell.",
  usage: Object.keys(COMPLETIONS_OF).join("|"),
  options: [],
  operands: 1,
  operandChoices: Object.keys(COMPLETIONS_OF),
  run,
};

function run(values: Values, io: Io, commands: readonly Command[] = []): Promise<number> {
  const [shell = ""] = values.operands;
  const make = Object.hasOwn(COMPLETIONS_OF, shell) ? COMPLETIONS_OF[shell] : undefined;
  if (make === undefined) {
    throw new UsageError(`Say for which shell: ${Object.keys(COMPLETIONS_OF).join(", ")}.`);
  }
  io.write(make(commands));
  return Promise.resolve(0);
}
