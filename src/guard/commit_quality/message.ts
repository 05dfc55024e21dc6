/** The message that a `git commit` would record, where the command line or a file tells it. */
import { resolve } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";
import { readSmall } from "../../base/read_small.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import type { CommitOptions } from "./options.ts";

/** What is known of a message. */
export interface CommitMessage {
  /** The first line; undefined where it is not known. */
  readonly subject: string | undefined;
  /** All of it; undefined where a part is not known. */
  readonly text: string | undefined;
  /** It stands right behind its option's letter. */
  readonly glued?: boolean;
}

/** The message of `command`, a `git commit`; undefined where it comes from an editor or another commit. */
export function messageOf(
  command: SimpleCommand,
  options: CommitOptions,
  earlier: readonly SimpleCommand[],
  os: Os,
): CommitMessage | undefined {
  const { messages, file } = options;
  if (messages.length > 0) {
    const known = messages.filter((message) => message !== undefined);
    const text = known.length === messages.length ? known.join("\n\n") : undefined;
    const first = messages[0];
    return {
      text,
      glued: options.glued,
      subject: first === undefined ? undefined : subjectOf(first.trim() === "" ? text ?? "" : first),
    };
  }
  if (file === undefined) return undefined;
  if (file.value === undefined) return undefined;
  const text = file.value === "-" ? standardInput(command) : fileText(file.value, command, earlier, os);
  return text === undefined ? undefined : { text, subject: subjectOf(text) };
}

/** The first line that says something. */
export function subjectOf(text: string): string {
  return text.split(/\r?\n/).find((line) => line.trim() !== "")?.trim() ?? "";
}

function standardInput(command: SimpleCommand): string | undefined {
  const given = command.redirects.findLast(({ operator }) => operator.startsWith("<"));
  if (given !== undefined) {
    return given.body !== undefined && !/\$[\w{(]/.test(given.body) ? given.body : undefined;
  }
  const [source] = command.pipedFrom;
  if (command.pipedFrom.length !== 1 || source === undefined) return undefined;
  const body = source.redirects.find((redirect) => redirect.body !== undefined)?.body;
  if (source.name === "cat" && source.words.length === 1 && body !== undefined) return body;
  if (source.name !== "echo" && source.name !== "printf") return undefined;
  const words = source.words.slice(1).map((word) => word.value);
  if (words.some((word) => word === undefined)) return undefined;
  const shown = words.filter((word, at) => !(source.name === "echo" && at === 0 && /^-[neE]+$/.test(word!)));
  // A format with parts to fill, or escapes that are not plain line ends, is not worked out.
  const text = shown.join(" ");
  return source.name === "printf" && /%[^%]/.test(text) ? undefined : text.replaceAll("\\n", "\n");
}

/** A file that the line itself writes first is known by what it gets; another one is read. */
function fileText(
  path: string,
  command: SimpleCommand,
  earlier: readonly SimpleCommand[],
  os: Os,
): string | undefined {
  if (command.cwd === undefined) return undefined;
  const wanted = resolve(command.cwd, path, os);
  const writer = earlier.findLast(({ redirects, cwd }) =>
    redirects.some(({ operator, target }) =>
      operator.includes(">") && target?.value !== undefined && cwd !== undefined &&
      resolve(cwd, target.value, os) === wanted
    )
  );
  if (writer === undefined) return readSmall(wanted);
  const body = writer.redirects.find((redirect) => redirect.body !== undefined)?.body;
  return writer.name === "cat" && body !== undefined && !/\$[\w{(]/.test(body) ? body : undefined;
}
