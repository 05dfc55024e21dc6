/** What there is to complete, the same for every shell. */
import type { Option } from "../arguments.ts";
import { type Command, HELP } from "../command.ts";

/** What the value of an option is. */
export type Kind = "switch" | "choice" | "folder" | "file" | "text";

/** The options of `command`, with the one that every command has. */
export function optionsOf(command: Command): readonly Option[] {
  return [...command.options, HELP];
}

/** What may follow an option, by what its value is called. */
export function kindOf({ value, choices }: Option): Kind {
  if (value === undefined) return "switch";
  if (choices !== undefined) return "choice";
  return value === "DIR" ? "folder" : value === "FILE" || value === "PATH" ? "file" : "text";
}

/** Whether the words of `command` are folders; its usage says so. */
export function takesFolder(command: Command): boolean {
  return /(?:^| )DIR\b/.test(command.usage.replace(/--[\w-]+ DIR/g, ""));
}
