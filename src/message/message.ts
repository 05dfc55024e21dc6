/** The form of a message file: see `docs/architecture.md`, "Messages". */
import { foldTypography, oneLineWithEnd } from "../base/text.ts";

const LICENCE = /^<!--\s*SPDX-License-Identifier\b[^\n]*-->[ \t]*\n?/;
const PLACEHOLDER = /\{(\w+)\}/g;
/** An optional clause, with the space before it. Brackets without a placeholder are plain text. */
const CLAUSE = /(\s?)\[([^[\]]*\{\w+\}[^[\]]*)\]/g;
/** Where a sentence ends: a colon does not, so that what introduces a value goes with it. */
const SENTENCE_END = /(?<=[.!?])\s+/;

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

/** The full procedure: {@link wholeText} without the `## Advisory` and `## Operator` sections. */
export function procedureText(source: string): string {
  return withoutSection(withoutSection(wholeText(source), "Advisory"), "Operator").trim();
}

/** The `## Advisory` section on one line, without its heading; undefined where the message has none. */
export function advisoryTemplate(source: string): string | undefined {
  return sectionOnOneLine(source, "Advisory");
}

/** The `## Operator` section, what the person is told, in the same form; undefined where the message has none. */
export function operatorTemplate(source: string): string | undefined {
  return sectionOnOneLine(source, "Operator");
}

function sectionOnOneLine(source: string, title: string): string | undefined {
  const text = wholeText(source);
  const found = sectionRange(text, title);
  if (found === undefined) return undefined;
  const lines = text.slice(found.start, found.end).split("\n").slice(1);
  const section = lines.map((line) => line.trim()).filter((line) => line !== "").join(" ");
  return section === "" ? undefined : section;
}

function withoutSection(text: string, title: string): string {
  const found = sectionRange(text, title);
  return found === undefined ? text : text.slice(0, found.start) + text.slice(found.end);
}

function sectionRange(text: string, title: string): { start: number; end: number } | undefined {
  const heading = new RegExp(`^## ${title}[ \\t]*$`, "m").exec(text);
  if (heading === null) return undefined;
  const next = /^## /m.exec(text.slice(heading.index + 3));
  return { start: heading.index, end: next === null ? text.length : heading.index + 3 + next.index };
}

/**
 * `template` with its placeholders filled. A clause in square brackets goes when one of its placeholders has no
 * value; a sentence outside brackets likewise. No placeholder of the template is ever printed. A value is plain
 * text on one line and never read as a template; its backticks become apostrophes, so that it cannot end the code
 * quotes that it stands in.
 */
export function fill(template: string, values: Values): string {
  const value = (name: string): string => {
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    return given === undefined ? "" : oneLineWithEnd(String(given)).replaceAll("`", "'");
  };
  const missing = (text: string): boolean =>
    [...text.matchAll(PLACEHOLDER)].some((match) => value(match[1]!) === "");
  const clauses = template.replace(
    CLAUSE,
    (_, space: string, clause: string) => missing(clause) ? "" : space + clause,
  );
  const sentences = clauses.split(SENTENCE_END).filter((sentence) => !missing(sentence));
  return sentences.join(" ").replace(PLACEHOLDER, (_, name: string) => value(name)).trim();
}
