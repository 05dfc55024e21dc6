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
  /** Does the work; the result is the exit code. Never 2: some harnesses read that as a refusal. */
  readonly run: (values: Values, io: Io) => Promise<number>;
}
