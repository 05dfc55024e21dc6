/** Front matter that needs the YAML parser. Loaded only when the cache of a project is made anew. */
import { isMap, LineCounter, parseDocument } from "yaml";
import type { JsonObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import type { Fault } from "./front_matter.ts";

const DEEPEST = 16;

/** The mapping in `front`, or what is wrong with it. Its first line is the second of the file. */
export function readYaml(front: string): JsonObject | Fault {
  // The parser goes down with each bracket, and a few thousand of them would exhaust the stack.
  if (depthOf(front) > DEEPEST) {
    return { line: 2, message: "the front matter is nested too deeply; keep it flat" };
  }
  const counter = new LineCounter();
  try {
    const document = parseDocument(front, { lineCounter: counter, prettyErrors: false, logLevel: "silent" });
    const error = document.errors[0];
    if (error !== undefined) {
      return {
        line: counter.linePos(error.pos[0]).line + 1,
        message: explain(error.code, error.message, front),
      };
    }
    if (!isMap(document.contents)) {
      return { line: 2, message: "the front matter holds no keys; write kind: memory on a line of its own" };
    }
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return value as JsonObject;
  } catch (error) {
    if (error instanceof ReferenceError) {
      const at = front.split("\n").findIndex((line) => /(?:^|[\s[,])\*/.test(line));
      const message = 'a value that begins with * is an alias in YAML; quote a glob, such as "**/*.ts"';
      return { line: Math.max(0, at) + 2, message };
    }
    return { line: 2, message: `the front matter cannot be read: ${oneLine(String(error), 160)}` };
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const unit of text) {
    if (unit === "[" || unit === "{") deepest = Math.max(deepest, ++depth);
    else if (unit === "]" || unit === "}") depth--;
  }
  const indents = text.split("\n").map((line) => (line.length - line.trimStart().length) / 2);
  const compact = text.split("\n").map((line) => /^[\s-]*/.exec(line)![0].split("-").length);
  return indents.concat(compact).reduce((most, one) => Math.max(most, one), deepest);
}

function explain(code: string, message: string, front: string): string {
  const first = oneLine(message.split("\n")[0] ?? "", 160).replace(/ at line \d+, column \d+:?$/, "");
  if (code === "DUPLICATE_KEY") return "a key stands twice; keep one of them";
  if (code === "TAB_AS_INDENT") return "a tab indents a line; use blanks";
  if (/(?:^|[\s[,-])[*!&@`%]/m.test(front) && code !== "BAD_INDENT") {
    return `${first}; a value that begins with one of * ! & @ % stands in quotes, such as "**/*.ts"`;
  }
  if (/: .*: /.test(front)) return `${first}; a text that holds ": " stands in quotes`;
  return first;
}
