/** What the code of an interpreter on a command line would read: the files that it names in quotes. */
import type { SimpleCommand } from "../../shell/reading.ts";

const INTERPRETERS = /^(?:python|pypy|node|nodejs|deno|bun|ruby|perl|php|lua)[\d.]*$/;
const LITERAL = /(["'`])([^"'`\s]{0,200})\1/g;
const READS =
  /\b(?:open|read\w*|load|slurp|cat|fopen|file_get_contents|File|IO|import|require|glob|copy\w*|createReadStream|Path)\b/;

/** The code that an interpreter is given on the line; undefined for other commands. */
export function codeOf(command: SimpleCommand): string | undefined {
  if (!INTERPRETERS.test(command.name ?? "")) return undefined;
  const words = command.words.map((word) => word.value ?? word.prefix);
  const at = words.findIndex((word) => /^(?:-[a-zA-Z]{0,3}[ceEpr]|--eval|--print|eval)$/.test(word));
  const body = command.redirects.map(({ body }) => body ?? "").join("\n");
  const code = `${at < 0 ? "" : words.slice(at + 1).join("\n")}${body}`;
  return code === "" ? undefined : code;
}

/** A library that puts the file into the environment, in code that prints nothing. */
const ONLY_LOADS = /dotenv/i;
const PRINTS = /print|console|puts|echo|write|send|post|dump/i;

/** The paths in `code` that it reads. */
export function filesIn(code: string): string[] {
  if (!READS.test(code) || (ONLY_LOADS.test(code) && !PRINTS.test(code))) return [];
  return [...code.matchAll(LITERAL)].map((match) => match[2]!).filter((path) => path.length >= 4);
}
