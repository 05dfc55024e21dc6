/** The form of a session's record: a header, a block that is made anew each time, and room for a person's notes. */
import { costOf, priceOf, type Prices, totalCost } from "./prices.ts";
import type { Usage } from "./tally.ts";

const BEGIN = "<!-- garfio: begin; what is between these two lines is made anew at each end of a turn -->";
const END = "<!-- garfio: end -->";
const ANY_BEGIN = /^<!-- garfio: begin\b[^\n]*-->$/gm;
const ANY_END = /^<!-- garfio: end -->$/m;

/** What is said of a session once. */
export interface Header {
  readonly session: string;
  readonly project: string;
  readonly branch: string | undefined;
  readonly worktree: string;
  readonly started: string;
}

/** What is said of it anew each time. */
export interface Body {
  readonly updated: string;
  /** Why it has ended; undefined while it goes on. */
  readonly ended: string | undefined;
  readonly messages: number;
  readonly asked: readonly string[];
  readonly calls: number;
  /** Names with how often, most used first. */
  readonly tools: readonly (readonly [name: string, times: number])[];
  readonly moreTools: number;
  readonly files: readonly string[];
  readonly fileCount: number;
  readonly tasks: readonly string[];
  readonly errors: readonly string[];
  readonly compactions: readonly string[];
  readonly models: Readonly<Record<string, Usage>>;
  readonly prices: Prices;
}

/** A new record. */
export function newRecord(header: Header, body: Body): string {
  const lines = [
    `# Session of ${header.started.slice(0, 10)}, ${header.project}`,
    "",
    `- Session: ${header.session}`,
    `- Project: ${header.project}`,
    ...(header.branch === undefined ? [] : [`- Branch: ${header.branch}`]),
    worktreeLine(header.worktree),
    `- Started: ${header.started}`,
    "",
    block(body),
    "",
    "## Notes",
    "",
    "<!-- Yours. Nothing outside the block above is ever changed. -->",
    "",
  ];
  return lines.join("\n");
}

/** The line by which a record is known to belong to a worktree. */
export function worktreeLine(worktree: string): string {
  return `- Worktree: ${worktree}`;
}

/** `record` with its block made anew; where it has none, one is put at its end. */
export function withBlock(record: string, body: Body): string {
  const found = findBlock(record);
  if (found === undefined) return `${record.trimEnd()}\n\n${block(body)}\n`;
  return record.slice(0, found.start) + block(body) + record.slice(found.end);
}

/** The last block that has both its lines. */
function findBlock(record: string): { start: number; end: number } | undefined {
  for (const begin of [...record.matchAll(ANY_BEGIN)].reverse()) {
    const end = ANY_END.exec(record.slice(begin.index));
    if (end !== null) return { start: begin.index, end: begin.index + end.index + end[0].length };
  }
  return undefined;
}

/** Text from a conversation as an item of a list: it cannot end the block, begin a heading or close code quotes. */
const item = (text: string): string => `- ${text.replaceAll("`", "\\`").replaceAll("<!--", "<! --")}`;

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ["", `### ${title}`, "", ...items.map(item)];
}

function block(body: Body): string {
  const { models, prices } = body;
  const lines = [
    BEGIN,
    "## Summary",
    "",
    `- Updated: ${body.updated}`,
    ...(body.ended === undefined ? [] : [`- Ended: ${body.ended}`]),
    `- Totals: ${body.messages} user messages, ${body.calls} tool calls, ${body.fileCount} files changed`,
    ...section("Tasks", body.asked),
    ...section("Files changed", body.files),
    ...section("Tools", body.tools.map(([name, times]) => `${name}: ${times}`)),
    ...(body.moreTools > 0 ? ["", `And ${body.moreTools} more.`] : []),
    ...section("Open tasks", body.tasks),
    ...section("Errors that were not solved", body.errors),
    ...section("Compactions", body.compactions),
    ...costSection(models, prices),
    END,
  ];
  return lines.join("\n");
}

function costSection(models: Readonly<Record<string, Usage>>, prices: Prices): string[] {
  const rows = Object.entries(models).map(([model, usage]) => {
    const price = priceOf(model, prices);
    const { input, output, cacheWrite, cacheWriteLong, cacheRead } = usage;
    const cost = price === undefined ? "no price known" : costOf(usage, price).toFixed(4);
    return `| ${model} | ${input} | ${output} | ${cacheWrite + cacheWriteLong} | ${cacheRead} | ${cost} |`;
  });
  if (rows.length === 0) return [];
  const total = totalCost(models, prices);
  return [
    "",
    "### Cost",
    "",
    "| model | input | output | cache write | cache read | USD |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    ...(total === undefined ? [] : ["", `- Total: ${total.toFixed(4)} USD`]),
  ];
}

/** The list of a section of the block, for what reads records. */
export function sectionItems(record: string, title: string): string[] {
  const found = findBlock(record);
  if (found === undefined) return [];
  const text = record.slice(found.start, found.end);
  const at = text.indexOf(`\n### ${title}\n`);
  if (at < 0) return [];
  const rest = text.slice(at + title.length + 6);
  const end = rest.search(/\n(?:#|<!--)/);
  return (end < 0 ? rest : rest.slice(0, end)).split("\n").filter((line) => line.startsWith("- ")).map((
    line,
  ) => line.slice(2));
}

/**
 * What `record` tells a later session: its block and a person's notes. Undefined where that is nothing but the form.
 */
export function tellingText(record: string): string | undefined {
  const text = record.replace(/^<!-- garfio: (?:begin|end)\b[^\n]*-->\n?/gm, "").replace(/<!--[^]*?-->/g, "");
  const telling = text.split("\n").some((line) => {
    const bare = line.trim();
    return bare !== "" && !bare.startsWith("#") && !bare.startsWith("|") &&
      !/^- (?:Session|Project|Branch|Worktree|Started|Updated|Ended|Totals): /.test(bare);
  });
  return telling ? text.replace(/\n{3,}/g, "\n\n").trim() : undefined;
}
