// @ts-types="./std_parse_args.d.ts"
import { parseArgs } from "@std/cli/parse_args.js";

/** An option of a command. */
export interface Option {
  /** Without the dashes. */
  readonly name: string;
  /** A single letter that means the same. */
  readonly short?: string;
  /** What its value is called in the help; left out for a switch. */
  readonly value?: string;
  /** The values that it takes, where there are only some. */
  readonly choices?: readonly string[];
  readonly summary: string;
}

/** The options as given. */
export interface Values {
  /** The value of an option; undefined where it was not given. */
  readonly text: (name: string) => string | undefined;
  /** Whether a switch was given. */
  readonly has: (name: string) => boolean;
  /** The words that are no options, as they were given. */
  readonly operands: readonly string[];
}

/** The command line is wrong; the message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads `args` as `options` and at most `most` other words. `--name value` and `--name=value` are the same; behind `--`
 * everything is a word.
 *
 * @throws UsageError
 */
export function readOptions(args: readonly string[], options: readonly Option[], most = 0): Values {
  // Numbers among the words must stay as they were written, so they are taken out before the options are read.
  const end = args.indexOf("--");
  const behind = end < 0 ? [] : args.slice(end + 1);
  const withValue = options.filter(({ value }) => value !== undefined).map(({ name }) => name);
  const switches = options.filter(({ value }) => value === undefined).map(({ name }) => name);
  const parsed = parseArgs(end < 0 ? args : args.slice(0, end), {
    string: [...withValue, "_"],
    boolean: switches,
    alias: Object.fromEntries(
      options.flatMap(({ name, short = name === "help" ? "h" : undefined }) =>
        short === undefined ? [] : [[short, name]]
      ),
    ),
    unknown: (argument, key) => {
      if (key !== undefined) throw new UsageError(`There is no option ${argument.replace(/=.*/s, "")}.`);
      return true;
    },
  });
  const operands = [...parsed["_"] as readonly unknown[], ...behind].map(String);
  if (operands.length > most) throw new UsageError(`"${operands[most]}" is one argument too many.`);
  for (const { name, value, choices } of options) {
    const given = parsed[name];
    if (value === undefined || given === undefined) continue;
    if (given === "") throw new UsageError(`--${name} needs a value: --${name} ${value}.`);
    if (choices !== undefined && !choices.includes(String(given))) {
      throw new UsageError(`--${name} takes ${choices.join(", ")}; not "${given}".`);
    }
  }
  return {
    text: (name) => parsed[name] === undefined ? undefined : String(parsed[name]),
    has: (name) => parsed[name] === true,
    operands,
  };
}
