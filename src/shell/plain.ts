/**
 * Command lines of plain words only, read without the parser and without the engine: much of what is run has
 * no quotes and no operators, and need not pay for loading them.
 */
import { leadsElsewhere } from "./leads.ts";
import { programName } from "./program_name.ts";
import type { ShellLanguage, ShellReading, ShellSurroundings, ShellWord, SimpleCommand } from "./reading.ts";

const PLAIN = /^[ \t]*[\w./:=,@%+-]+(?:[ \t]+[\w./:=,@%+-]+)*[ \t]*$/;
/** In PowerShell and cmd.exe more characters and more first words mean something. */
const PLAIN_ELSEWHERE = /^(?:git|npm|pnpm|yarn|cargo|go|dotnet)(?:[ \t]+[\w./-]+)*$/;
const RESERVED = new Set(
  "if then elif else fi do done case esac while until for select function time in coproc repeat foreach end"
    .split(" "),
);
const MAX_LENGTH = 4_096;

/** The reading of a line of plain words, as `readShell` would give it; undefined for every other line. */
export function readPlain(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): ShellReading | undefined {
  if (text.length > MAX_LENGTH || !(language === "posix" ? PLAIN : PLAIN_ELSEWHERE).test(text)) {
    return undefined;
  }
  const words: ShellWord[] = [];
  for (const match of text.matchAll(/[^ \t]+/g)) {
    const [value] = match;
    const range = { start: match.index, end: match.index + value.length };
    words.push({ value, prefix: value, raw: value, glob: false, dynamic: false, range });
  }
  const first = words[0]?.value ?? "";
  const name = programName(first, language === "posix" ? surroundings.os : "windows");
  if (RESERVED.has(first) || /^[A-Za-z_]\w*\+?=/.test(first)) return undefined;
  if (leadsElsewhere(name, words)) return undefined;
  const command: SimpleCommand = {
    name,
    words,
    assignments: [],
    redirects: [],
    cwd: surroundings.cwd,
    conditional: false,
    background: false,
    via: [],
    pipedFrom: [],
    range: { start: words[0]?.range.start ?? 0, end: words.at(-1)?.range.end ?? 0 },
  };
  return { text, language, commands: [command], incomplete: undefined };
}
