/** What a call holds of evaluation primitives. The rules are large, so this is loaded only where a hint was seen. */
import { extension } from "../../base/path.ts";
import { asString, isObject } from "../../base/json.ts";
import type { Call, Target } from "../call.ts";
import { findInReading, findInScript } from "./command.ts";
import { type Language, languageNamed, languageOf, languageOfShebang } from "./language.ts";
import { fencedBlocks, scriptsOf, withoutPrompts } from "./markdown.ts";
import { findInCode, type Found } from "./rules.ts";
import type { Finding } from "../finding.ts";

/** The primitives in a text of `language`. */
function findIn(text: string, language: Language, part: boolean, tick: () => void): Found[] {
  switch (language) {
    case "shell":
      return findInScript(text, tick);
    case "markdown":
      return fencedBlocks(text, tick).flatMap((piece) => {
        const code = piece.language === "shell" ? withoutPrompts(piece.text) : piece.text;
        return moved(findIn(code, piece.language, true, tick), piece.at);
      });
    case "markup":
      return scriptsOf(text, part, tick).flatMap((piece) =>
        moved(findInCode(piece.text, piece.language, part, tick), piece.at)
      );
    case "notebook":
      return findInNotebook(text, tick);
    default:
      return findInCode(text, language, part, tick);
  }
}

function moved(found: readonly Found[], by: number): Found[] {
  return found.map(({ primitive, at }) => ({ primitive, at: at + by }));
}

/** The primitives in a cell; its first line can name another language, and `%` and `!` lines are no Python. */
function findInCell(text: string, language: Language, tick: () => void): Found[] {
  const magic = /^\s{0,200}%%(?:script[ \t]{1,9})?(\w{1,30})[^\n]{0,500}(?:\n|$)/.exec(text);
  const other = languageNamed(magic?.[1] ?? "");
  if (magic !== null && other !== undefined) {
    return moved(findIn(text.slice(magic[0].length), other, false, tick), magic[0].length);
  }
  const code = language === "python"
    ? text.replace(/^[ \t]{0,40}[%!].*$/gm, (line) => " ".repeat(line.length))
    : text;
  return findIn(code, language, false, tick);
}

const MAX_NOTEBOOK = 4 * 1024 * 1024;

/** The primitives in the code cells of a whole notebook; the places are of no use to a reader, so all are 0. */
function findInNotebook(text: string, tick: () => void): Found[] {
  if (text.length > MAX_NOTEBOOK) return [];
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isObject(notebook) || !Array.isArray(notebook.cells)) return [];
  const cells: unknown[] = notebook.cells;
  const metadata = isObject(notebook.metadata) ? notebook.metadata : {};
  const named = [metadata.language_info, metadata.kernelspec].filter(isObject)
    .map((about) => asString(about.language) ?? asString(about.name)).find((name) => name !== undefined);
  const language = named === undefined ? "python" : languageNamed(named);
  if (language === undefined) return [];
  return cells.filter(isObject).flatMap((cell) => {
    const lines: unknown = cell.source;
    const source = Array.isArray(lines)
      ? lines.filter((line) => typeof line === "string").join("")
      : asString(lines);
    if (cell.cell_type !== "code" || source === undefined) return [];
    return findInCell(source, language, tick).map(({ primitive }) => ({ primitive, at: 0 }));
  });
}

/** The language of the file that is changed; a part has no `#!` line, so that the file itself is asked. */
function languageOfTarget(target: Target): Language | undefined {
  const language = languageOf(target.path, target.text);
  if (language !== undefined || target.form !== "part" || extension(target.path) !== "") return language;
  try {
    if (!Deno.lstatSync(target.absolute).isFile) return undefined;
    const file = Deno.openSync(target.absolute);
    try {
      const bytes = new Uint8Array(200);
      const length = file.readSync(bytes) ?? 0;
      return languageOfShebang(new TextDecoder().decode(bytes.subarray(0, length)));
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

function findInTarget(target: Target, call: Call): Found[] {
  if (target.form === "delete" || target.text === "") return [];
  if (target.form === "cell") {
    const markdown = call.event.toolInput?.cell_type === "markdown";
    return markdown
      ? findIn(target.text, "markdown", true, call.checkTime)
      : findInCell(target.text, "python", call.checkTime);
  }
  const language = languageOfTarget(target);
  return language === undefined ? [] : findIn(target.text, language, target.form === "part", call.checkTime);
}

/** The number of the line at `at`, from 1. */
function lineAt(text: string, at: number): number {
  let line = 1;
  for (let index = text.indexOf("\n"); index >= 0 && index < at; index = text.indexOf("\n", index + 1)) {
    line++;
  }
  return line;
}

/** The first primitive that the files or the command of `call` bring in, and how many there are. */
export async function findPrimitives(call: Call): Promise<Finding | undefined> {
  let first: { primitive: string; where: string; line: number | undefined } | undefined;
  let count = 0;
  for (const target of call.targets) {
    const found = findInTarget(target, call);
    count += found.length;
    const [worst] = found;
    if (worst === undefined) continue;
    const whole = target.form === "content" || target.form === "cell";
    const line = whole && extension(target.path) !== "ipynb" || target.form === "cell"
      ? lineAt(target.text, worst.at)
      : undefined;
    first ??= { primitive: worst.primitive, where: target.path, line };
  }
  const reading = call.command === undefined ? undefined : await call.shell();
  if (reading !== undefined) {
    const found = findInReading(reading, call.checkTime);
    count += found.length;
    const [worst] = found;
    if (worst !== undefined) {
      first ??= { primitive: worst.primitive, where: "the command", line: undefined };
    }
  }
  if (first === undefined) return undefined;
  return { values: { ...first, count } };
}
