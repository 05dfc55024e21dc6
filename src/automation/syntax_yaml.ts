import { LineCounter, parseAllDocuments } from "yaml";
import type { Flaw } from "./syntax.ts";

/** The first error of a YAML stream. Tags that are not known are none. */
export function yamlFlaw(text: string): Flaw | undefined {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, prettyErrors: false, logLevel: "silent" });
  for (const document of Array.isArray(documents) ? documents : []) {
    const error = document.errors[0];
    if (error !== undefined) return { line: lineCounter.linePos(error.pos[0]).line, what: error.message };
  }
  return undefined;
}
