/**
 * Our entries in a TOML file: tables of a list (`[[hooks]]`), appended and taken out line by line. Whatever an edit does
 * is read back and compared, so that a form that is not foreseen here is refused and never spoilt.
 */
import { parse, stringify } from "smol-toml";
import { isObject, type JsonObject } from "../base/json.ts";
import type { FoundEntry } from "./edit.ts";
import type { PlannedEntry } from "./entry.ts";
import { byHand, type EditJob } from "./json_shape.ts";
import { matcherKey } from "./json_lists.ts";
import { sameValue } from "./json_text.ts";
import { readOurs } from "./ours.ts";
import { Refusal } from "./refusal.ts";

/** `text` with exactly one set of our entries. @throws Refusal where the text cannot be edited without loss */
export function installToml(text: string, job: EditJob): string {
  const found = tablesOf(text, job);
  const right = new Map<PlannedEntry, Table>();
  for (const entry of job.planned) {
    const table = found.find((one) =>
      sameValue(one.value, entry.handler) && ![...right.values()].includes(one)
    );
    if (table !== undefined) right.set(entry, table);
  }
  const kept = [...right.values()];
  let result = withoutTables(text, found.filter((one) => one.ours !== undefined && !kept.includes(one)));
  result = withBase(result, job);
  const missing = job.planned.filter((entry) => !right.has(entry));
  if (missing.length > 0) result = withTables(result, missing, job);
  check(text, result, job, [...kept.map(({ value }) => value), ...missing.map(({ handler }) => handler)]);
  return result;
}

/** `text` without our entries; undefined where the file is ours alone. @throws Refusal */
export function removeToml(text: string, job: EditJob): string | undefined {
  const found = tablesOf(text, job).filter(({ ours }) => ours !== undefined);
  if (found.length === 0) return text;
  const result = withoutTables(text, found);
  check(text, result, job, []);
  if (job.surface.owned !== true) return result;
  const left = read(result, job);
  const isBase = !result.includes("#") &&
    Object.entries(left).every(([key, value]) => sameValue(value, job.surface.base?.[key]));
  return isBase ? undefined : result;
}

/** Our entries in `text`. @throws Refusal where the text cannot be read */
export function findInToml(text: string, job: EditJob): FoundEntry[] {
  const key = matcherKey(job.surface, job.harness);
  return tablesOf(text, job).flatMap(({ value, ours }) => {
    if (ours === undefined) return [];
    const matcher = value[key];
    return [{
      event: ours.event,
      matcher: typeof matcher === "string" ? matcher : undefined,
      handler: value,
      ours,
    }];
  });
}

interface Table {
  readonly value: JsonObject;
  readonly ours: FoundEntry["ours"] | undefined;
  /** The lines from its header to before the next one. */
  readonly from: number;
  readonly to: number;
}

/** Every table of the list, with its lines. */
function tablesOf(text: string, job: EditJob): Table[] {
  const value = job.surface.container.reduce<unknown>(
    (node, key) => isObject(node) ? node[key] : undefined,
    read(text, job),
  );
  if (value === undefined) return [];
  const places = blocksOf(text, job.surface.container);
  if (!Array.isArray(value) || value.length !== places.length) {
    throw refuse(`"${job.surface.container.join(".")}" is written in a form that is not edited here`, job);
  }
  return value.map((one, index) => ({
    value: isObject(one) ? one : {},
    ours: readOurs(one, job.harness),
    ...places[index]!,
  }));
}

/** The lines of each `[[a.b]]` block. Lines inside a text of several lines are no headers. */
function blocksOf(text: string, keys: readonly string[]): { from: number; to: number }[] {
  const name = keys.map((key) => `\\s*"?${key}"?\\s*`).join("\\.");
  const header = new RegExp(`^\\s*\\[\\[${name}\\]\\]\\s*(?:#.*)?$`);
  const blocks: { from: number; to: number }[] = [];
  let fence: string | undefined;
  let open: number | undefined;
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (fence === undefined && /^\s*\[/.test(line)) {
      if (open !== undefined) blocks.push({ from: open, to: beforeComments(lines, index, open) });
      open = header.test(line.replace(/\r$/, "")) ? index : undefined;
    }
    for (const mark of line.match(/"""|'''/g) ?? []) {
      if (fence === undefined) fence = mark;
      else if (fence === mark) fence = undefined;
    }
  }
  if (open !== undefined) blocks.push({ from: open, to: beforeComments(lines, lines.length, open) });
  return blocks;
}

/** Comments and empty lines in front of the next table belong to that one. */
function beforeComments(lines: readonly string[], end: number, start: number): number {
  let to = end;
  while (to > start + 1 && /^\s*(?:#.*)?\r?$/.test(lines[to - 1]!)) to--;
  return to;
}

function withoutTables(text: string, tables: readonly Table[]): string {
  if (tables.length === 0) return text;
  const lines = text.split("\n");
  for (const { from, to } of [...tables].sort((one, other) => other.from - one.from)) {
    // The empty line in front came with it.
    const start = from > 0 && /^\s*$/.test(lines[from - 1]!) ? from - 1 : from;
    lines.splice(start, to - start);
  }
  return lines.join("\n");
}

function withBase(text: string, { surface }: EditJob): string {
  const missing = Object.entries(surface.base ?? {}).filter(([key]) =>
    !new RegExp(`^\\s*"?${key}"?\\s*=`, "m").test(text)
  );
  if (missing.length === 0) return text;
  // A key at the top has to stand before the first table.
  return `${stringify(Object.fromEntries(missing)).trimEnd()}\n${text}`;
}

function withTables(text: string, entries: readonly PlannedEntry[], { surface }: EditJob): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const nested = (handler: JsonObject) =>
    surface.container.reduceRight<unknown>((inner, key) => ({ [key]: inner }), [handler]) as JsonObject;
  const blocks = entries.map(({ handler }) => stringify(nested(handler)).trim().replaceAll("\n", newline));
  const before = text === "" || text.endsWith("\n") ? text : `${text}${newline}`;
  const gap = before.trim() === "" ? "" : newline;
  return `${before}${gap}${blocks.join(newline + newline)}${newline}`;
}

/** What is not ours must be as it was, and what is ours as planned. */
function check(before: string, after: string, job: EditJob, ours: readonly JsonObject[]): void {
  const old = withoutOurs(read(before, job), job);
  const now = withoutOurs(read(after, job), job);
  const base = { ...job.surface.base, ...old.rest };
  const kept = sameValue(now.rest, old.rest) || sameValue(now.rest, base);
  if (
    kept && now.ours.length === ours.length &&
    ours.every((one) => now.ours.some((other) => sameValue(one, other)))
  ) {
    return;
  }
  throw refuse("an edit would change more than our entries", job);
}

function withoutOurs(root: JsonObject, job: EditJob): { rest: JsonObject; ours: JsonObject[] } {
  const ours: JsonObject[] = [];
  const walk = (node: JsonObject, keys: readonly string[]): JsonObject => {
    const [key, ...behind] = keys;
    if (key === undefined || node[key] === undefined) return node;
    const value = node[key];
    if (behind.length > 0 && isObject(value)) return { ...node, [key]: walk(value, behind) };
    if (!Array.isArray(value)) return node;
    const left = value.filter((one) => {
      const isOurs = readOurs(one, job.harness) !== undefined;
      if (isOurs) ours.push(one as JsonObject);
      return !isOurs;
    });
    const { [key]: _, ...others } = node;
    return left.length === 0 ? others : { ...node, [key]: left };
  };
  return { rest: walk(root, job.surface.container), ours };
}

function read(text: string, job: EditJob): JsonObject {
  try {
    // Dates and the like become plain values, so that two readings compare.
    return JSON.parse(JSON.stringify(parse(text.replace(/^\ufeff/, "")))) as JsonObject;
  } catch {
    throw new Refusal("config.unparseable", "The file is left as it is: it is no TOML.", byHand(job));
  }
}

function refuse(why: string, job: EditJob): Refusal {
  return new Refusal("config.unexpected-shape", `The file is left as it is: ${why}.`, byHand(job));
}
