import type { Option, Values } from "./arguments.ts";
import type { Io } from "./io.ts";

/** A subcommand. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name on its command line, for the help. */
  readonly usage: string;
  readonly options: readonly Option[];
  /** How many words besides options it takes at most; without it none. */
  readonly operands?: number;
  /** The values that its first word takes, where there are only some. */
  readonly operandChoices?: readonly string[];
  /**
   * Does the work; the result is the exit code. Never 2: some harnesses read that as a refusal. `commands` is the
   * whole table, for what is generated from it.
   */
  readonly run: (values: Values, io: Io, commands?: readonly Command[]) => Promise<number>;
}

/** The option that every command has. */
export const HELP: Option = { name: "help", summary: "Print this help." };

/** What the program takes instead of a command, and what it says about it. */
export const PROGRAM_OPTIONS: readonly (readonly [string, string])[] = [
  ["--help, -h", HELP.summary],
  ["--version, -V", "Print version, commit, target and engine; with --json one object."],
];

/** What the program is, in a line. */
export const PURPOSE = "guards and context for AI coding harnesses, called from their hooks";
