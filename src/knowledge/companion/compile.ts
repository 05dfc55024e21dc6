/** Knowledge as files that a harness reads by itself, for harnesses in which our hooks do not run. */
import { cut } from "../../base/text.ts";
import { type Item, KINDS, PRIORITIES } from "../item.ts";
import { block, titleLine } from "../print.ts";
import { isProjectWide } from "../scope.ts";
import { placeOf } from "../overview.ts";

/** What a file holds at most, in UTF-16 units. */
const ROOM = 12_000;
const ROOM_AT_ROOT = 6_000;

/** The line by which a compiled file is known as ours. */
export const COMPILED =
  "<!-- garfio:knowledge compiled: made by `garfio knowledge sync`, changes are lost -->";

/** Items that hold for the same globs, as one text. */
export interface Group {
  /** None: the whole project. */
  readonly globs: readonly string[];
  /** The folder that they have in common, with `/`; empty for the root. */
  readonly folder: string;
  /** A name for a file, the same in each run. */
  readonly name: string;
  readonly text: string;
}

/** The groups of `items`, in a fixed order. */
export function compile(items: readonly { readonly item: Item; readonly body: string }[]): Group[] {
  const groups = new Map<string, { item: Item; body: string }[]>();
  for (const one of items) {
    const key = isProjectWide(one.item) ? "" : one.item.paths.join("\n");
    groups.set(key, [...groups.get(key) ?? [], one]);
  }
  const names = new Set<string>();
  return [...groups].sort(([a], [b]) => a < b ? -1 : 1).map(([key, own]): Group => {
    const globs = key === "" ? [] : key.split("\n").filter((glob) => !glob.startsWith("!"));
    const folder = key === "" ? "" : placeOf(own[0]!.item).replace(/[*?{].*$/, "").replace(/\/$/, "");
    const base = `garfio-${key === "" ? "project" : nameOf(folder === "" ? globs.join("-") : folder)}`;
    let name = base;
    for (let number = 2; names.has(name); number++) name = `${base}-${number}`;
    names.add(name);
    return { globs, folder, name, text: textOf(own, key === "" ? ROOM_AT_ROOT : ROOM) };
  });
}

const nameOf = (text: string): string =>
  cut(text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, ""), 60) || "files";

function textOf(own: { item: Item; body: string }[], room: number): string {
  const sorted = [...own].sort((a, b) =>
    KINDS.indexOf(a.item.kind) - KINDS.indexOf(b.item.kind) ||
    PRIORITIES.indexOf(a.item.priority) - PRIORITIES.indexOf(b.item.priority) ||
    (a.item.id < b.item.id ? -1 : 1)
  );
  const parts: string[] = [];
  let length = 0;
  let left = 0;
  for (const { item, body } of sorted) {
    const text = item.kind === "skill" ? titleLine(item) : block(item, body);
    if (length + text.length + 2 > room) left++;
    else {
      parts.push(text);
      length += text.length + 2;
    }
  }
  if (left > 0) parts.push(`${left} more did not fit; they are in .garfio/knowledge.`);
  return parts.join("\n\n");
}
