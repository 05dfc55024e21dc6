/** Variables of the environment that a command line sets, as they stand at each of its commands. */
import type { ShellReading, ShellWord, SimpleCommand } from "../../shell/reading.ts";

/** Follows a command line; one for each line. */
export class LineEnvironment {
  readonly #exported = new Map<string, string | undefined>();
  readonly #assigned = new Map<string, (string | undefined)[]>();
  readonly #marked = new Set<string>();
  readonly #language: ShellReading["language"];
  #exportsAll = false;

  constructor(reading: ShellReading) {
    this.#language = reading.language;
    // Calls of .NET are no commands.
    const dotNet = /SetEnvironmentVariable\(\s*(['"])(\w+)\1\s*,\s*(?:(['"])(.*?)\3|([\w.$]+))/gi;
    if (reading.language === "powershell") {
      for (const match of reading.text.matchAll(dotNet)) {
        this.#exported.set(match[2]!.toUpperCase(), match[4] ?? match[5]);
      }
    }
  }

  /** Takes note of what `command` does to later commands. */
  pass(command: SimpleCommand): void {
    const { name, words, assignments } = command;
    if (words.length === 0) {
      for (const { name, value } of assignments) this.#assign(name, valueOf(value));
      return;
    }
    const values = words.slice(1).map((word) => word.value ?? `${word.prefix}${word.suffix ?? ""}`);
    if (name === "export" || name === "declare" || name === "typeset" || name === "local") {
      this.#declare(name, values);
    } else if (name === "unset") { for (const value of values) this.#exported.delete(value); }
    else if (name === "set") this.#set(command, values);
    else if (name === "setx" && values.length > 1) this.#exported.set(values[0]!, values[1]);
    else if (name === "set-item" || name === "new-item" || name === "si" || name === "ni") {
      const at = values.findIndex((value) => /^env:[\\/]?\w+$/i.test(value));
      const value = values.slice(at + 1).find((word) => !/^-value$/i.test(word));
      if (at >= 0) this.#exported.set(values[at]!.replace(/^env:[\\/]?/i, ""), value);
    }
  }

  /** The value of `name` for `command`; `set` is false where the line does not set it. */
  get(command: SimpleCommand, name: string): { readonly set: boolean; readonly value: string | undefined } {
    const own = command.assignments.findLast((assignment) => assignment.name === name);
    if (own !== undefined) return { set: true, value: valueOf(own.value) };
    return { set: this.#exported.has(name), value: this.#exported.get(name) };
  }

  /** Every name that the line sets for `command`. */
  names(command: SimpleCommand): string[] {
    return [...new Set([...command.assignments.map(({ name }) => name), ...this.#exported.keys()])];
  }

  /** Every value that the line gave the variable `name` so far. */
  assigned(name: string): readonly (string | undefined)[] {
    return this.#assigned.get(name) ?? [];
  }

  #assign(name: string, value: string | undefined): void {
    this.#assigned.set(name, [...this.assigned(name), value]);
    const exported = this.#exportsAll || this.#marked.has(name) || this.#exported.has(name);
    if (exported || this.#language === "powershell") this.#exported.set(name, value);
  }

  #declare(name: string, values: readonly string[]): void {
    const options = values.filter((value) => value.startsWith("-"));
    const exports = name === "export"
      ? !options.some((option) => option.includes("n"))
      : options.some((option) => option.includes("x"));
    for (const value of values) {
      const end = value.indexOf("=");
      const variable = end < 0 ? value : value.slice(0, end);
      if (!/^\w+$/.test(variable)) continue;
      if (end >= 0) this.#assign(variable, value.slice(end + 1));
      if (!exports) {
        if (name === "export") this.#exported.delete(variable);
        continue;
      }
      this.#marked.add(variable);
      const known = this.#assigned.get(variable);
      if (known !== undefined) this.#exported.set(variable, known.at(-1));
    }
  }

  #set(command: SimpleCommand, values: readonly string[]): void {
    const isCmd = this.#language === "cmd" || command.via.at(-1)?.startsWith("cmd") === true;
    if (isCmd) {
      const text = values.join(" ");
      const end = text.indexOf("=");
      if (end > 0) this.#exported.set(text.slice(0, end), text.slice(end + 1).trim());
    } else if (command.via.at(-1)?.startsWith("fish") === true) {
      const [name, ...rest] = values.filter((value) => !value.startsWith("-"));
      if (name !== undefined && values.some((value) => /^-\w*x/.test(value))) {
        this.#exported.set(name, rest.join(" "));
      }
    } else if (/^-\w*a/.test(values[0] ?? "") || values.join(" ") === "-o allexport") this.#exportsAll = true;
  }
}

/** PowerShell gives numbers as unknown words whose text says what they are. */
function valueOf(word: ShellWord): string | undefined {
  return word.value ?? (/^\d+$/.test(word.raw) ? word.raw : undefined);
}
