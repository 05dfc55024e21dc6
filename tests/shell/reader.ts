/** Readings in the short form in which the tables of these tests are written. */
import { readShell } from "../../src/shell/read.ts";
import type {
  ShellLanguage,
  ShellReading,
  ShellSurroundings,
  ShellWord,
  SimpleCommand,
} from "../../src/shell/reading.ts";

/** Surroundings in which every test reads, unless it says otherwise. */
export function surroundings(changes: Partial<ShellSurroundings> = {}): ShellSurroundings {
  const env: Record<string, string> = { USER: "u", FROM_ENV: "env-value" };
  return {
    cwd: "/work/app",
    home: "/home/u",
    env: (name) => env[name],
    os: "linux",
    deadline: Date.now() + 20_000,
    ...changes,
  };
}

/** Reads `text`. */
export function read(
  text: string,
  language: ShellLanguage = "posix",
  changes: Partial<ShellSurroundings> = {},
): ShellReading {
  return readShell(text, language, surroundings(changes));
}

/** A word: its value, or what is known of it around a `?`; in quotes where it holds blanks. */
export function shown(word: ShellWord): string {
  const text = word.value ?? `${word.prefix}?${word.suffix ?? ""}`;
  return text === "" || /\s/.test(text) ? JSON.stringify(text) : text;
}

/** A command: assignments, words, files. */
export function line(command: SimpleCommand): string {
  return [
    ...command.assignments.map(({ name, value }) => `${name}=${shown(value)}`),
    ...command.words.map(shown),
    ...command.redirects.flatMap(({ operator, descriptor, target }) =>
      target === undefined ? [] : [`${descriptor ?? ""}${operator}${shown(target)}`]
    ),
  ].join(" ");
}

/** The commands of `text`, one line each. */
export function lines(text: string, language: ShellLanguage = "posix"): string[] {
  return read(text, language).commands.map(line);
}

/** The commands of `text` by way of what they are reached: `words < outer > inner`. */
export function routes(text: string, language: ShellLanguage = "posix"): string[] {
  return read(text, language).commands.map((command) => `${line(command)} < ${command.via.join(" > ")}`);
}

/** The first command of `text` with that program. */
export function find(text: string, name: string, language: ShellLanguage = "posix"): SimpleCommand {
  const found = read(text, language).commands.find((command) => command.name === name);
  if (found === undefined) throw new Error(`no ${name} in ${text}`);
  return found;
}

/** One row of a table: a command line, and its commands. */
export type Row = readonly [text: string, ...commands: readonly string[]];
