/** Reads all files of a project's knowledge and writes the cache. Loaded only when something changed. */
import type { Surroundings } from "../base/folders.ts";
import { dirName } from "../base/path.ts";
import { removeOld } from "../state/session.ts";
import { cacheText, type Kept, type Lines, signatureOf, type WordIndex } from "./cache.ts";
import { KNOWLEDGE_FOLDER } from "./gate.ts";
import type { Item } from "./item.ts";
import { lineOf, type Listed, listKnowledge } from "./listing.ts";
import { outlineOf } from "./outline.ts";
import { LARGEST_FILE, type Problem, type ReadItem, readItem } from "./read_item.ts";
import { wordsOf } from "./words.ts";

/** How much a word counts by where it stands. */
const IN_TITLE = 4;
const IN_SUMMARY = 2;
const IN_PATH = 2;
const IN_SYMBOLS = 3;

/** The body beyond this is not indexed. */
const INDEXED = 32 * 1024;

/** Everything that is in the files, with their mistakes. */
export interface Loaded {
  readonly items: readonly { readonly item: Item; readonly body: string }[];
  readonly problems: readonly Problem[];
}

/** The path of a listed file from the root, with `/`. */
export function fileOf({ part, path }: Pick<Listed, "part" | "path">): string {
  return part === "" ? `${KNOWLEDGE_FOLDER}/${path}` : `${part}/${KNOWLEDGE_FOLDER}/${path}`;
}

/** Reads every file below the folders of `parts`. */
export async function loadAll(root: string, parts: readonly string[]): Promise<Loaded> {
  const listing = listKnowledge(root, parts);
  const items: { item: Item; body: string }[] = [];
  const problems: Problem[] = listing.passedOver.map(({ file, why }) => ({
    file,
    line: 1,
    message: why,
    level: "error",
  }));
  for (const listed of listing.files) {
    const read = await readListed(root, listed);
    problems.push(...read.problems);
    if (read.item !== undefined) items.push({ item: read.item, body: read.body });
  }
  items.sort((a, b) => a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0);
  return { items, problems };
}

async function readListed(root: string, listed: Listed): Promise<ReadItem> {
  const file = fileOf(listed);
  // A file that is too large is not read at all; what is said about it needs no bytes.
  const bytes = listed.size > LARGEST_FILE ? new Uint8Array(LARGEST_FILE + 1) : bytesOf(`${root}/${file}`);
  if (bytes === undefined) {
    const message = "cannot be read; look at its mode and owner";
    return { item: undefined, body: "", problems: [{ file, line: 1, message, level: "error" }] };
  }
  return await readItem(bytes, { part: listed.part, path: listed.path, file });
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch {
    return undefined;
  }
}

/** An item with its words. */
interface Indexed {
  readonly item: Item;
  readonly text: string;
  readonly length: number;
}

/** What an older cache holds of files that did not change, by their line in its signature. */
function unchanged(old: Lines | undefined): Map<string, Indexed> {
  const found = new Map<string, Indexed>();
  if (old === undefined) return found;
  try {
    const items: Item[] = JSON.parse(old.items);
    const index: WordIndex = JSON.parse(old.index);
    const byFile = new Map(items.map((item, at) => [item.file, at]));
    const signature = old.signature.startsWith('"') ? JSON.parse(old.signature) as string : old.signature;
    for (const line of signature.split("\u0001").slice(1)) {
      const [part = "", path = ""] = line.split("\t");
      const at = byFile.get(fileOf({ part, path }));
      if (at !== undefined) {
        found.set(line, { item: items[at]!, text: index.words[at]!, length: index.lengths[at]! });
      }
    }
  } catch {
    found.clear();
  }
  return found;
}

/**
 * Reads what has changed since the cache `old` and writes the new one to `file`; without a file, or where it cannot be
 * written, only reads.
 */
export async function rebuild(
  place: Surroundings,
  root: string,
  parts: readonly string[],
  file: string | undefined,
  old: Lines | undefined,
): Promise<Kept> {
  const before = unchanged(old);
  const listing = listKnowledge(root, parts);
  const indexed: Indexed[] = [];
  let broken = listing.passedOver.length;
  for (const listed of listing.files) {
    const known = before.get(lineOf(listed));
    if (known !== undefined) {
      indexed.push(known);
      continue;
    }
    const { item, body } = await readListed(root, listed);
    if (item !== undefined) indexed.push({ item, ...weigh(item, body) });
    else broken++;
  }
  indexed.sort((a, b) => a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0);
  const items = indexed.map(({ item }) => item);
  const kept: Kept = {
    parts,
    signature: signatureOf(listing),
    outline: outlineOf(items),
    items,
    broken,
    index: { words: indexed.map(({ text }) => text), lengths: indexed.map(({ length }) => length) },
  };
  if (file !== undefined) {
    try {
      writeCache(file, cacheText(root, kept));
      removeOld(dirName(file, place.os), Date.now(), place);
    } catch {
      // A full or read-only disk: the next event reads everything again.
    }
  }
  return kept;
}

/**
 * Replaces the cache in one step. It is not flushed to the disk, which would take longer than all the rest: a cache that
 * a power cut has torn is made again.
 */
function writeCache(file: string, text: string): void {
  const temporary = `${file}.${Deno.pid}-${Math.floor(Math.random() * 1e9).toString(36)}.tmp`;
  try {
    Deno.writeTextFileSync(temporary, text, { createNew: true, mode: 0o600 });
    Deno.renameSync(temporary, file);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It was never made.
    }
    throw error;
  }
}

/** The words of an item with their weights. */
function weigh(item: Item, body: string): { text: string; length: number } {
  const weights = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) {
      weights.set(word, (weights.get(word) ?? 0) + weight);
      length += weight;
    }
  };
  add(item.title, IN_TITLE);
  add(item.summary, IN_SUMMARY);
  add(`${item.id} ${item.paths.join(" ")}`, IN_PATH);
  add(item.symbols.join(" "), IN_SYMBOLS);
  add(body.slice(0, INDEXED), 1);
  let text = " ";
  for (const [word, weight] of weights) text += `${word}:${weight} `;
  return { text, length };
}
