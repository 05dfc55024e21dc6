/** `garfio knowledge list` and `show`: what there is, where it holds, and how often it reached a model. */
import { stateFolder } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { isApproved, readApprovals } from "../knowledge/approvals.ts";
import { type Item, skillName } from "../knowledge/item.ts";
import { bodyMark, ledgerFold, LEDGERS, titleMark } from "../knowledge/ledger.ts";
import { placeOf } from "../knowledge/overview.ts";
import { label } from "../knowledge/print.ts";
import { isProjectWide } from "../knowledge/scope.ts";
import { peek } from "../state/journal.ts";
import type { Io } from "./io.ts";
import { findItem, type Job, loadProject } from "./knowledge.ts";
import { count } from "./knowledge_check.ts";
import { printJson } from "./registration.ts";

/** In how many sessions and agents of the last day an item was sent. */
interface Delivered {
  readonly bodies: number;
  readonly titles: number;
}

/** Prints the items as a tree by where they hold. */
export async function list(job: Job): Promise<number> {
  const { values, io, root } = job;
  const loaded = await loadProject(job);
  const items = loaded.items.map(({ item }) => item);
  const delivered = deliveredBy(items, io);
  const errors = loaded.problems.filter(({ level }) => level === "error").length;
  if (values.has("json")) {
    const approvals = readApprovals(io);
    const rows = [];
    for (const item of items) {
      const { topics: _, ...rest } = item;
      rows.push({
        ...rest,
        delivered: delivered.get(item.id),
        blockApproved: item.block === undefined
          ? undefined
          : await isApproved(approvals, root, item, "block"),
        checkApproved: item.check === undefined
          ? undefined
          : await isApproved(approvals, root, item, "check"),
      });
    }
    printJson(io, { project: root, items: rows, errors });
    return 0;
  }
  if (items.length === 0) {
    io.write(`There are no items in ${root}. Begin with: garfio knowledge new billing-rules --kind rule\n`);
    return 0;
  }
  const places = new Map<string, Item[]>();
  for (const item of items) places.set(placeOf(item), [...places.get(placeOf(item)) ?? [], item]);
  const lines: string[] = [];
  let above: string[] = [];
  for (const [place, here] of [...places].sort(byPlace)) {
    const names = isProjectWide(here[0]!) ? [place] : place.split("/");
    let depth = 0;
    while (depth < names.length - 1 && names[depth] === above[depth]) depth++;
    for (let level = depth; level < names.length; level++) {
      lines.push(`${"  ".repeat(level)}${oneLine(names[level]!, 80)}`);
    }
    above = names;
    for (const item of here) {
      lines.push(`${"  ".repeat(names.length)}${describe(item, delivered.get(item.id)!)}`);
    }
  }
  lines.push(
    "",
    `${count(items.length, "item")}${
      errors === 0 ? "" : `, ${count(errors, "error")}: garfio knowledge check`
    }.`,
  );
  io.write(`${lines.join("\n")}\n`);
  return 0;
}

function byPlace(a: [string, Item[]], b: [string, Item[]]): number {
  const wide = Number(isProjectWide(b[1][0]!)) - Number(isProjectWide(a[1][0]!));
  return wide !== 0 ? wide : a[0] < b[0] ? -1 : 1;
}

function describe(item: Item, { bodies, titles }: Delivered): string {
  const name = item.kind === "skill" ? ` ::${skillName(item)}` : "";
  const marks = [
    item.block === undefined ? "" : ", block",
    item.check === undefined ? "" : ", check",
    bodies === 0 ? "" : `, sent ${bodies}x`,
    titles === 0 ? "" : `, named ${titles}x`,
  ].join("");
  return `${item.id}  [${label(item)}${marks}]${name} ${oneLine(item.title, 100)}`;
}

/** Counts the ledgers of the last day in which each item stands in its present form. */
function deliveredBy(items: readonly Item[], io: Io): Map<string, Delivered> {
  const ledgers: ReadonlySet<string>[] = [];
  try {
    const folder = join(stateFolder(io) ?? "", LEDGERS, io.os);
    for (const entry of Deno.readDirSync(folder)) {
      if (entry.isFile && entry.name.endsWith(".jsonl")) {
        ledgers.push(peek(join(folder, entry.name, io.os), ledgerFold));
      }
    }
  } catch {
    // Nothing was sent yet.
  }
  return new Map(items.map((item) => {
    const body = bodyMark(item);
    const names = ["", ...item.paths].map((glob) => titleMark(item, glob));
    return [item.id, {
      bodies: ledgers.filter((ledger) => ledger.has(body)).length,
      titles: ledgers.filter((ledger) => names.some((name) => ledger.has(name))).length,
    }];
  }));
}

/** Prints one item with all that holds for it. */
export async function show(job: Job): Promise<number> {
  const { values, io, root, words } = job;
  const { item, body } = findItem(await loadProject(job), words[0]);
  const approvals = readApprovals(io);
  const approved = async (kind: "block" | "check") => await isApproved(approvals, root, item, kind);
  if (values.has("json")) {
    const { topics: _, ...rest } = item;
    printJson(io, {
      ...rest,
      body,
      blockApproved: item.block === undefined ? undefined : await approved("block"),
      checkApproved: item.check === undefined ? undefined : await approved("check"),
    });
    return 0;
  }
  const state = (is: boolean): string =>
    is ? "approved" : `not approved: garfio knowledge approve ${item.id}`;
  const lines = [
    `${item.title}  [${label(item)}]`,
    `File: ${oneLine(item.file, 300)}`,
    `Holds for: ${isProjectWide(item) ? "the whole project" : item.paths.join(", ")}`,
    `In brief: ${item.summary}`,
    item.symbols.length === 0 ? undefined : `Only where one of these occurs: ${item.symbols.join(", ")}`,
    item.block === undefined
      ? undefined
      : `Block (${item.block.on.join(", ")}): /${item.block.pattern}/${item.block.flags} (${
        state(await approved("block"))
      })`,
    item.check === undefined
      ? undefined
      : `Check: ${item.check.run.join(" ")} (${state(await approved("check"))})`,
    "",
    body,
  ];
  io.write(`${lines.filter((line) => line !== undefined).join("\n")}\n`);
  return 0;
}
