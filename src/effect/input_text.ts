/** The text that a command gets on its standard input, where it is literal or in a small file. */
import { resolve } from "../base/path.ts";
import { readSmall } from "../base/read_small.ts";
import type { SimpleCommand } from "../shell/reading.ts";
import type { Ground } from "./ground.ts";

const LARGEST = 256 * 1024;

/** The text of a file that the command line names. */
export function fileText(
  path: string | undefined,
  cwd: string | undefined,
  ground: Ground,
): string | undefined {
  if (path === undefined || path === "" || cwd === undefined) return undefined;
  return readSmall(resolve(cwd, path, ground.os), LARGEST);
}

/** What `command` reads: here-documents, here-strings, `<`, and literal text piped into it. */
export function inputText(command: SimpleCommand, ground: Ground): string {
  const texts: string[] = [];
  for (const { operator, body, target } of command.redirects) {
    if (body !== undefined) texts.push(body);
    else if (operator === "<") texts.push(fileText(target?.value, command.cwd, ground) ?? "");
  }
  for (const source of command.pipedFrom) texts.push(printedText(source, ground));
  return texts.filter((text) => text !== "").join("\n");
}

/** What a command prints, as far as its words say so. */
export function printedText(command: SimpleCommand, ground: Ground): string {
  const { name, words, redirects, cwd } = command;
  if (name === "echo" || name === "printf" || name === "write-output" || name === "write-host") {
    return words.slice(1).map((word) => word.value ?? word.raw).filter((word) => !/^-[neE]+$/.test(word))
      .join(" ").replaceAll("\\n", "\n");
  }
  if (name !== "cat" && name !== "type" && name !== "get-content") return "";
  const bodies = redirects.flatMap(({ body }) => body === undefined ? [] : [body]);
  const files = words.slice(1).map((word) => fileText(word.value, cwd, ground) ?? "");
  return [...bodies, ...files].filter((text) => text !== "").join("\n");
}
