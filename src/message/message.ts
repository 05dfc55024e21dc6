/** The form of a message file: see `docs/architecture.md`, "Messages". */
import { foldTypography, oneLine } from "../base/text.ts";

const LICENCE = /^<!--\s*SPDX-License-Identifier\b[^\n]*-->[ \t]*\n?/;

/** Values for the placeholders of an advisory. */
export type Values = Readonly<Record<string, string | number | undefined>>;

function normalizeLines(source: string): string {
  return foldTypography(source.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"));
}

/**
 * The text of a message as it may reach the model: without the licence line at its top and without the closing
 * section that begins `## Bindings`; no blank lines around it.
 */
export function wholeText(source: string): string {
  const text = normalizeLines(source).replace(/^\s*\n/, "").replace(LICENCE, "");
  const bindings = /^## Bindings/m.exec(text);
  return (bindings === null ? text : text.slice(0, bindings.index)).trim();
}

/** The full procedure: {@link wholeText} without the `## Advisory` section. */
export function procedureText(source: string): string {
  const text = wholeText(source);
  const found = sectionRange(text, "Advisory");
  if (found === undefined) return text;
  return (text.slice(0, found.start) + text.slice(found.end)).trim();
}

/** The `## Advisory` section without its heading, or undefined where the message has none. */
export function advisoryTemplate(source: string): string | undefined {
  const text = wholeText(source);
  const found = sectionRange(text, "Advisory");
  if (found === undefined) return undefined;
  const section = text.slice(found.start, found.end);
  return section.slice(section.indexOf("\n") + 1).trim().replace(/\s*\n\s*/g, " ");
}

function sectionRange(text: string, title: string): { start: number; end: number } | undefined {
  const heading = new RegExp(`^## ${title}[ \\t]*$`, "m").exec(text);
  if (heading === null) return undefined;
  const next = /^## /m.exec(text.slice(heading.index + 3));
  return { start: heading.index, end: next === null ? text.length : heading.index + 3 + next.index };
}

/**
 * `template` with its placeholders filled. A clause in square brackets goes when one of its placeholders has no
 * value; a sentence outside brackets likewise. No placeholder is ever printed.
 */
export function fill(template: string, values: Values): string {
  const value = (name: string): string => {
    const given = values[name];
    return given === undefined ? "" : oneLine(String(given));
  };
  const missing = (text: string): boolean => [...text.matchAll(/\{(\w+)\}/g)].some((match) => value(match[1]!) === "");
  const clauses = template.replace(/\s?\[([^[\]]*\{\w+\}[^[\]]*)\]/g, (whole, clause: string) =>
    missing(clause) ? "" : whole.replace("[", "").replace(/\]$/, ""));
  const sentences = clauses.split(/(?<=[.!?:])\s+/).filter((sentence) => !missing(sentence));
  return sentences.join(" ").replace(/\{(\w+)\}/g, (_, name: string) => value(name)).trim();
}
