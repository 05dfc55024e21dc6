/** The command line of `garfio hook`. */
import { DEFAULT_CONTRACT } from "../contract/contract.ts";

/** What an entry asks for. */
export interface HookArguments {
  readonly contract: string;
  readonly event: string;
  readonly messages: readonly string[];
  /** A wrongly marked question is refused, not only remarked on. */
  readonly strict: boolean;
  /** The harness does not wait for the answer, so there is more time. */
  readonly background: boolean;
}

/**
 * Reads `[--contract <id>] [--strict] [--background] [--resident] <Event> [<message> …]`.
 *
 * @returns the arguments, or one sentence that says what is wrong
 */
export function readHookArguments(args: readonly string[]): HookArguments | string {
  let contract = DEFAULT_CONTRACT;
  let strict = false;
  let background = false;
  const words: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!;
    if (word === "--contract") {
      const id = args[++index];
      if (id === undefined) return "--contract needs the id of a harness";
      contract = id;
    } else if (word.startsWith("--contract=")) contract = word.slice("--contract=".length);
    else if (word === "--strict") strict = true;
    else if (word === "--background") background = true;
    // What it asks for is done behind the answer, by the command.
    else if (word === "--resident") continue;
    else if (word.startsWith("-")) return `unknown option ${word.slice(0, 80)}`;
    else words.push(word);
  }
  const [event, ...messages] = words;
  return event === undefined ? "no event was named" : { contract, event, messages, strict, background };
}
