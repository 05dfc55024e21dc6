/**
 * JSON text edited in place: every edit is a splice of a few characters, everything else stays byte for byte.
 * Comments and trailing commas are understood and kept. `jsonc-parser` finds the places; its own edits are not
 * used, as they lay out again the lines they touch.
 */
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { JsonObject } from "../base/json.ts";

export type { Node } from "jsonc-parser";

/** The tree of `text`, or undefined where it is no JSON even with comments and trailing commas. */
export function readTree(text: string): Node | undefined {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
    return errors.length === 0 ? root : undefined;
  } catch {
    // Nested deeper than the parser's stack.
    return undefined;
  }
}

/** The values under `key` in the object `node`; more than one where the key stands there twice. */
export function valuesOf(node: Node, key: string): Node[] {
  return (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    return name?.value === key && value !== undefined ? [value] : [];
  });
}

/** The properties of the object `node`: key and value. */
export function propertiesOf(node: Node): { readonly key: string; readonly value: Node }[] {
  return (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    return name !== undefined && value !== undefined ? [{ key: String(name.value), value }] : [];
  });
}

/** The value that `node` stands for. */
export function valueOf(node: Node): unknown {
  switch (node.type) {
    case "array":
      return (node.children ?? []).map(valueOf);
    case "object":
      return Object.fromEntries(propertiesOf(node).map(({ key, value }) => [key, valueOf(value)]));
    default:
      return node.value;
  }
}

/** Whether two JSON values are the same, whatever the order of keys. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length &&
    keys.every((key) =>
      Object.hasOwn(other, key) && sameValue((one as JsonObject)[key], (other as JsonObject)[key])
    );
}

interface Splice {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** Applies `splices`, given from front to back. */
function splice(text: string, splices: readonly Splice[]): string {
  return [...splices].reverse().sort((a, b) => b.offset - a.offset).reduce(
    (result, { offset, length, content }) =>
      result.slice(0, offset) + content + result.slice(offset + length),
    text,
  );
}

/** How a file is laid out. */
export interface Layout {
  /** One step of indentation. */
  readonly indent: string;
  readonly newline: string;
  /** Whether objects and lists are spread over lines. */
  readonly spread: boolean;
  /** What follows a colon or comma on one line. */
  readonly gap: string;
}

/** The layout that the text of `root` already has; two blanks and LF where it does not tell. */
export function layoutOf(text: string, root: Node): Layout {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  const first = root.children?.[0];
  const inside = text.slice(root.offset + 1, root.offset + root.length);
  const outer = lineIndent(text, root.offset);
  let indent = "  ";
  if (first !== undefined && startsLine(text, first.offset)) {
    const inner = lineIndent(text, first.offset);
    if (inner.startsWith(outer) && inner.length > outer.length) indent = inner.slice(outer.length);
  }
  return {
    indent,
    newline,
    spread: first === undefined || /\n/.test(text.slice(root.offset, first.offset)),
    gap: first === undefined || /"\s*:[ \t]/.test(inside) ? " " : "",
  };
}

/** The white space at the start of the line of `offset`. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function startsLine(text: string, offset: number): boolean {
  return /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset)) &&
    text.lastIndexOf("\n", offset - 1) >= 0;
}

function print(value: unknown, spread: boolean, base: string, layout: Layout): string {
  if (spread) return JSON.stringify(value, null, layout.indent).replaceAll("\n", layout.newline + base);
  return printFlat(value, layout.gap);
}

function printFlat(value: unknown, gap: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => printFlat(item, gap)).join(`,${gap}`)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(([key, item]) =>
    `${JSON.stringify(key)}:${gap}${printFlat(item, gap)}`
  );
  return `{${properties.join(`,${gap}`)}}`;
}

/** What stands between two members, white space aside. */
interface Mark {
  readonly kind: "comma" | "line comment" | "block comment";
  readonly offset: number;
  readonly end: number;
}

/** The commas and comments between two offsets where no value is. */
function marksBetween(text: string, from: number, to: number): Mark[] {
  return [...text.slice(from, to).matchAll(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|,/g)].map((match) => ({
    kind: match[0] === "," ? "comma" : match[0].startsWith("//") ? "line comment" : "block comment",
    offset: from + match.index,
    end: from + match.index + match[0].length,
  }));
}

/**
 * `text` with `value` as the last member of `container`; under `key` where that is an object.
 */
export function append(
  text: string,
  container: Node,
  key: string | undefined,
  value: unknown,
  layout: Layout,
): string {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const from = last === undefined ? open : last.offset + last.length;
  const spread = last === undefined
    ? layout.spread
    : text.slice(container.offset, container.children![0]!.offset).includes("\n");
  const base = last !== undefined && startsLine(text, last.offset)
    ? lineIndent(text, last.offset)
    : lineIndent(text, container.offset) + layout.indent;
  const member = (key === undefined ? "" : `${JSON.stringify(key)}:${spread ? " " : layout.gap}`) +
    print(value, spread, base, layout);

  const after = marksBetween(text, from, close);
  const comma = after.find(({ kind }) => kind === "comma");
  const lastComment = after.findLast(({ kind }) => kind !== "comma");
  if (last === undefined) {
    const at = lastComment?.end ?? open;
    const hasBreak = text.slice(at, close).includes("\n");
    const needsBreak = spread || lastComment?.kind === "line comment";
    const before = needsBreak ? layout.newline + base : "";
    const behind = needsBreak && !hasBreak ? layout.newline + lineIndent(text, container.offset) : "";
    const blank = lastComment === undefined && !hasBreak ? close - at : 0;
    return splice(text, [{ offset: at, length: blank, content: before + member + behind }]);
  }
  // Comments behind the last member, on its line, stay there.
  const sameLine = after.filter(({ kind, offset }) =>
    kind !== "comma" && !text.slice(from, offset).includes("\n")
  );
  const at = Math.max(from, comma?.end ?? 0, sameLine.at(-1)?.end ?? 0);
  const lineComment = sameLine.at(-1)?.kind === "line comment" && at === sameLine.at(-1)?.end;
  const lead = spread || lineComment ? layout.newline + base : layout.gap;
  return splice(text, [
    ...(comma === undefined ? [{ offset: from, length: 0, content: "," }] : []),
    { offset: at, length: 0, content: lead + member + (comma === undefined ? "" : ",") },
  ]);
}

/** `text` with `value` in the place of `node`. */
export function replace(text: string, node: Node, value: unknown, layout: Layout): string {
  const spread = text.slice(node.offset, node.offset + node.length).includes("\n");
  const content = print(value, spread, lineIndent(text, node.offset), layout);
  return splice(text, [{ offset: node.offset, length: node.length, content }]);
}

/** `text` without the member `node` of `container`; its comma and the white space before it go too. */
export function remove(text: string, container: Node, node: Node): string {
  const members = container.children ?? [];
  const index = members.findIndex(({ offset }) => offset === node.offset);
  const previous = members[index - 1];
  const next = members[index + 1];
  const end = node.offset + node.length;
  const limit = next?.offset ?? container.offset + container.length - 1;
  const before = marksBetween(
    text,
    previous === undefined ? container.offset + 1 : previous.offset + previous.length,
    node.offset,
  );
  const after = marksBetween(text, end, limit);
  const commaAfter = after.find(({ kind }) => kind === "comma");
  const commaBefore = before.find(({ kind }) => kind === "comma");
  const start = before.at(-1)?.end ?? (previous === undefined ? container.offset + 1 : node.offset);

  const comma = commaAfter ?? commaBefore;
  const content = slipsIntoComment(text, before.at(-1), end, limit) ? text.slice(start, node.offset) : "";
  return splice(text, [
    { offset: start, length: end - start, content },
    ...(comma === undefined ? [] : [{ offset: comma.offset, length: 1, content: "" }]),
  ]);
}

/** Whether what follows `end` would become part of the line comment `before` if it moved up to it. */
function slipsIntoComment(text: string, before: Mark | undefined, end: number, limit: number): boolean {
  return before?.kind === "line comment" && !/^[ \t,]*\r?\n/.test(text.slice(end, limit + 1));
}

/** Whether nothing but white space is between the brackets of `node`: no member and no comment. */
export function isBare(text: string, node: Node): boolean {
  return /^\s*$/.test(text.slice(node.offset + 1, node.offset + node.length - 1));
}
