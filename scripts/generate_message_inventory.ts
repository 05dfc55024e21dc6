/**
 * Writes `docs/messages.md`, the table of all messages, from the files in `messages/`; with `--check` it writes
 * nothing and fails when the committed page is not what the messages give.
 */
import { readIfThere } from "./read_if_there.ts";
import { wholeText } from "../src/message/message.ts";

/** One message file. */
export interface MessageFile {
  /** The file's name without `.md`. */
  readonly name: string;
  readonly source: string;
}

/** The lines of a message's closing section. */
export interface Bindings {
  /** The id of the guard, or undefined for a message without one. */
  readonly guard: string | undefined;
  readonly events: readonly string[];
  readonly tools: readonly string[];
  readonly placeholders: readonly string[];
  /** Where the message is used. */
  readonly source: string;
}

/** The keys of the closing section, in order. */
export const BINDING_KEYS = ["Guard", "Events", "Tools", "Placeholders", "Source"] as const;

/** Reads the closing `## Bindings` section; throws where it has another form. */
export function readBindings(source: string): Bindings {
  const text = source.replaceAll("\r\n", "\n");
  const section = /^## Bindings\n\n((?:- [^\n]+\n(?: {2}[^\n]+\n)*)+)$/m.exec(text);
  if (section === null || !text.endsWith(section[0])) {
    throw new SyntaxError("the message does not end with a section of bindings");
  }
  const lines = section[1]!.trimEnd().replace(/\n {2}/g, " ").split("\n");
  const values = BINDING_KEYS.map((key, at) => {
    const line = lines[at] ?? "";
    if (!line.startsWith(`- ${key}: `)) {
      throw new SyntaxError(`line ${at + 1} of the bindings is not "${key}"`);
    }
    return line.slice(key.length + 4).trim();
  });
  if (lines.length !== BINDING_KEYS.length) throw new SyntaxError("the bindings have lines of no meaning");
  const [guard, events, tools, placeholders, where] = values as [string, string, string, string, string];
  return {
    guard: guard === "none" ? undefined : guard,
    events: list(events),
    tools: list(tools),
    placeholders: list(placeholders),
    source: where,
  };
}

function list(text: string): string[] {
  return text === "none" ? [] : text.split(", ");
}

/** The first sentence below the title of a message. */
export function purpose(source: string): string {
  const paragraph = /^# [^\n]+\n\n([^#\n][^\n]*(?:\n[^\n]+)*)/.exec(wholeText(source))?.[1];
  if (paragraph === undefined) throw new SyntaxError("the message has no sentence below its title");
  const line = paragraph.replaceAll("\n", " ");
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}

/** The text of `docs/messages.md`. */
export function renderInventory(messages: readonly MessageFile[]): string {
  const rows = [...messages].sort((a, b) => a.name < b.name ? -1 : 1).map(({ name, source }) => {
    try {
      const bindings = readBindings(source);
      return [
        `[\`${name}\`](../messages/${name}.md)`,
        purpose(source).replaceAll("|", "\\|"),
        cell(bindings.events),
        cell(bindings.tools),
        cell(bindings.placeholders),
      ];
    } catch (error) {
      throw new SyntaxError(`messages/${name}.md: ${error instanceof Error ? error.message : error}`);
    }
  });
  return `# Messages

What Garfio says, one file each. A message with placeholders belongs to a guard of the same name: when the
guard sees something, its advisory is filled with what was seen. The form of a file is described in
[the architecture](architecture.md#messages).

${table([["Message", "What it is for", "Events", "Tools", "Placeholders"], ...rows])}

This page is made by \`scripts/generate_message_inventory.ts\`.
`;
}

function cell(values: readonly string[]): string {
  return values.length === 0 ? "-" : values.map((value) => `\`${value}\``).join(", ");
}

/** A table in the form that `deno fmt` leaves as it is. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, column) => text.padEnd(widths[column]!)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [line(rows[0]!), line(rule), ...rows.slice(1).map(line)].join("\n");
}

/** What is wrong with the committed page, or undefined. */
export function checkInventory(
  committed: string | undefined,
  messages: readonly MessageFile[],
): string | undefined {
  if (committed === undefined) return "there is no docs/messages.md";
  return committed.replaceAll("\r\n", "\n") === renderInventory(messages)
    ? undefined
    : "docs/messages.md is not what the messages give";
}

/** The message files of the repository at `root`, by name. */
export function readMessages(root: URL): MessageFile[] {
  const folder = new URL("messages/", root);
  return [...Deno.readDirSync(folder)]
    .filter((entry) => entry.isFile && entry.name.endsWith(".md"))
    .map((entry) => ({
      name: entry.name.slice(0, -3),
      source: Deno.readTextFileSync(new URL(entry.name, folder)),
    }))
    .sort((a, b) => a.name < b.name ? -1 : 1);
}

/** Runs the generator in the repository at `root`; returns the exit code. */
export function main(args: readonly string[], root: URL): number {
  const page = new URL("docs/messages.md", root);
  try {
    const messages = readMessages(root);
    if (!args.includes("--check")) {
      Deno.writeTextFileSync(page, renderInventory(messages));
      return 0;
    }
    const problem = checkInventory(readIfThere(page), messages);
    if (problem === undefined) return 0;
    console.error(`${problem}. Run: deno run -A scripts/generate_message_inventory.ts`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return 1;
}

if (import.meta.main) Deno.exit(main(Deno.args, new URL("../", import.meta.url)));
