/**
 * Paths that stand in the text of a program which writes something: `python3 -c`, `node -e`, a here-document for an
 * interpreter, calls of .NET. The text is not followed; whether it writes just there is for the operator to see.
 */
import { resolve } from "../../base/path.ts";
import type { Range, ShellReading, SimpleCommand } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { Touched } from "./touched.ts";

const INTERPRETERS = /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|ruby|perl|php|lua|osascript|tclsh)$/;
/** Calls with which a program changes files. */
const WRITES =
  /\bopen\s*\([^)]*['"][rwaxbt+]*[wax+][rwaxbt+]*['"]|\bwrite(?:_text|_bytes|File|TextFile|Sync)|\bappendFile|createWriteStream|\bdump\s*\(|\bunlink|\bos\.(?:remove|rename|replace)|\brename|\brmtree|\brm(?:Sync)?\s*\(|\bcopy(?:file|File|2)?\s*\(|\bmove\s*\(|\b(?:File|IO)\.(?:write|open|delete|rename)|file_put_contents|\btruncate|Deno\.(?:write|remove|rename|open)|Bun\.write|fileinput/;
/** In PowerShell: calls of .NET, and a text that is sent to a file, neither of which is a command. */
const WRITES_POWERSHELL =
  /\[(?:System\.)?IO\.File\]::(?:Write|Append|Delete|Move|Copy|Create|Open|Replace)|(?:^|[;\n])\s*(?:'[^']*'|"[^"]*")\s*>{1,2}/i;

/** What stands before and after a path that is only read. */
const READ_BEFORE =
  /(?:\bopen|\breadFile(?:Sync)?|\breadTextFile(?:Sync)?|\brequire|\bread_json)\s*\(\s*['"]$/;
const READ_AFTER = /^['"]\s*(?:,\s*['"](?:rb?|rt|utf-?8)['"]\s*)?(?:,\s*encoding[^),]*)?\)/i;

const LONGEST = 200_000;

interface Program {
  readonly text: string;
  readonly cwd: string | undefined;
  readonly range: Range | undefined;
}

/** The paths in the programs of a command line that pass `mayCount`, less those that are `known`. */
export function namedInPrograms(
  call: Call,
  reading: ShellReading,
  known: readonly Touched[],
  mayCount: (path: string) => boolean,
): Touched[] {
  const found: Touched[] = [];
  const seen = new Set(known.flatMap(({ paths }) => paths));
  for (const { text, cwd, range } of programsIn(reading)) {
    call.checkTime();
    for (const { 0: name, index } of text.matchAll(/[~\w.@\\/:-]{4,}/g)) {
      if (!mayCount(name) || isOnlyRead(text, name, index)) continue;
      const path = name.startsWith("~/") ? `${call.home ?? "~"}${name.slice(1)}` : name;
      const absolute = resolve(cwd ?? call.cwd, path, call.os);
      if (seen.has(absolute)) continue;
      seen.add(absolute);
      found.push({
        paths: [absolute],
        shown: name,
        how: "unclear",
        text: undefined,
        oldText: undefined,
        whole: false,
        exists: undefined,
        range,
      });
    }
  }
  return found;
}

function isOnlyRead(text: string, name: string, index: number): boolean {
  return READ_BEFORE.test(text.slice(Math.max(0, index - 40), index)) &&
    READ_AFTER.test(text.slice(index + name.length, index + name.length + 80));
}

function programsIn(reading: ShellReading): Program[] {
  const found: Program[] = [];
  for (const command of reading.commands) {
    if (command.name === undefined || !INTERPRETERS.test(command.name)) continue;
    for (const text of [command, ...command.pipedFrom].flatMap(textsOf)) {
      if (text.length <= LONGEST && WRITES.test(text)) {
        found.push({ text, cwd: command.cwd, range: command.range });
      }
    }
  }
  if (reading.language === "powershell" && WRITES_POWERSHELL.test(reading.text.slice(0, LONGEST))) {
    found.push({ text: reading.text.slice(0, LONGEST), cwd: undefined, range: undefined });
  }
  return found;
}

function textsOf({ words, redirects }: SimpleCommand): string[] {
  return [
    ...words.slice(1).map((word) => word.value ?? word.raw),
    ...redirects.map(({ body }) => body ?? ""),
  ];
}
