/** The command line, except for `hook`: which command it names, help and version. */
import { describeError } from "../base/errors.ts";
import { VERSION } from "../base/version.ts";
import { readOptions, UsageError } from "./arguments.ts";
import { type Command, HELP, PROGRAM_OPTIONS, PURPOSE } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { Io } from "./io.ts";
import { edition, versionLine } from "./version.ts";

export { processIo } from "./io.ts";

/** Runs the command that `args` name. The result is the exit code: 0, or 1 with a reason on standard error. */
export async function runCommand(
  args: readonly string[],
  io: Io,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const named = name === "help" && rest.length === 1
      ? commands.find((one) => one.name === rest[0])
      : undefined;
    io.write(named === undefined ? overview(commands) : helpFor(named));
    return 0;
  }
  if (name === "--version" || name === "-V") {
    const known = edition(io);
    io.write(rest.includes("--json") ? `${JSON.stringify(known, null, 2)}\n` : `${versionLine(known)}\n`);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    const what = name.startsWith("-") ? "option" : "command";
    io.error(`garfio: there is no ${what} "${name}". Run "garfio --help" for the list.\n`);
    return 1;
  }
  try {
    const values = readOptions(rest, [...command.options, HELP], command.operands);
    if (values.has("help")) {
      io.write(helpFor(command));
      return 0;
    }
    return await command.run(values, io, commands);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    io.error(`garfio ${name}: ${isUsage ? error.message : describeError(error)}\n`);
    if (isUsage) io.error(`Run "garfio ${name} --help" for what it takes.\n`);
    return 1;
  }
}

function overview(commands: readonly Command[]): string {
  return `garfio ${VERSION}: ${PURPOSE}.\n\n` +
    `Usage: garfio <command> [options]\n\nCommands:\n` +
    columns(commands.map(({ name, summary }) => [name, summary])) +
    `\nOptions:\n${columns(PROGRAM_OPTIONS)}` +
    `\n"garfio <command> --help" tells what a command takes.\n`;
}

function helpFor({ name, summary, usage, options }: Command): string {
  const rows = [...options, HELP].map(({ name, short, value, choices, summary }): [string, string] => [
    `--${name}${short === undefined ? "" : `, -${short}`}${
      value === undefined ? "" : ` ${choices?.join("|") ?? value}`
    }`,
    summary,
  ]);
  return `${summary}\n\nUsage: garfio ${name} ${usage}\n\nOptions:\n${columns(rows)}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}\n`).join("");
}
