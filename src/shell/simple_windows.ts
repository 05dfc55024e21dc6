/** Lines of PowerShell and cmd.exe that are a few plain words of a program which is the same everywhere. */
import { leadsElsewhere, lettersOf, startOfWrapped } from "./leads.ts";
import { programName } from "./program_name.ts";
import type { ShellLanguage, ShellReading, ShellSurroundings, ShellWord } from "./reading.ts";
import { isNameUnit } from "./simple_word.ts";

/** In these languages more characters and more first words mean something than in a POSIX shell. */
function isCommon(name: string): boolean {
  return name === "git" || name === "npm" || name === "pnpm" || name === "yarn" || name === "cargo" ||
    name === "go" || name === "dotnet";
}

/** The reading of such a line; undefined for every other line. */
export function readPlainWindows(
  text: string,
  language: ShellLanguage,
  surroundings: ShellSurroundings,
): ShellReading | undefined {
  const words: ShellWord[] = [];
  for (let start = 0, at = 0;; at++) {
    const unit = text.charCodeAt(at);
    // Letters, digits, `_`, `-`, `.` and `/`.
    if (isNameUnit(unit) || unit >= 0x2d && unit <= 0x2f) continue;
    const ends = unit !== unit;
    if (!ends && unit !== 0x20) return undefined;
    if (at > start) {
      const value = text.slice(start, at);
      if (words.length === 0 && !isCommon(value)) return undefined;
      words.push({
        value,
        prefix: value,
        raw: value,
        glob: false,
        dynamic: false,
        range: { start, end: at },
      });
    }
    if (ends) break;
    start = at + 1;
  }
  const texts = words.map(({ raw }) => raw);
  const name = programName(texts[0] ?? "", "windows");
  const letters = lettersOf(name);
  if (words.length === 0 || startOfWrapped(letters, texts) !== 0) return undefined;
  if (leadsElsewhere(letters, texts, false)) return undefined;
  return {
    text,
    language,
    commands: [{
      name,
      words,
      assignments: [],
      redirects: [],
      cwd: surroundings.cwd,
      conditional: false,
      background: false,
      via: [],
      pipedFrom: [],
      range: { start: words[0]!.range.start, end: words.at(-1)!.range.end },
    }],
    incomplete: undefined,
  };
}
