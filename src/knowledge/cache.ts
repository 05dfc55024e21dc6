/**
 * The knowledge of a project, from its cache: one file in the state folder that counts as long as paths, sizes and
 * times of the files are the same. Deleting it is always safe.
 */
import type { Surroundings } from "../base/folders.ts";
import { join, relativeTo, withSlashes } from "../base/path.ts";
import { stateDirectory } from "../state/directory.ts";
import { fingerprint } from "../state/key.ts";
import { hasKnowledge } from "./gate.ts";
import type { Item } from "./item.ts";
import { findParts, lineOf, type Listing, listKnowledge } from "./listing.ts";
import type { Outline } from "./outline.ts";

/** Goes up with each change of what is kept. */
const VERSION = 2;

/** How often each word stands in each item. */
export interface WordIndex {
  /** For each item ` word:weight word:weight `. */
  readonly words: readonly string[];
  /** The sum of the weights of each item. */
  readonly lengths: readonly number[];
}

/** The knowledge of one project. */
export interface Knowledge {
  readonly root: string;
  /** What tells whether an event can concern any item. */
  readonly outline: Outline;
  /** Sorted by id. They are read when somebody looks at them. */
  readonly items: readonly Item[];
  /** How many files could not be read as items. */
  readonly broken: number;
  /** The parts of the project that have knowledge of their own, the whole project as "". */
  readonly parts: readonly string[];
  readonly index: () => WordIndex;
  /** Whether there was no cache at all: the first time, or the first after a while. */
  readonly first: boolean;
}

/** What is kept of a project. */
export interface Kept {
  readonly parts: readonly string[];
  readonly signature: string;
  readonly outline: Outline;
  readonly items: readonly Item[];
  readonly broken: number;
  readonly index: WordIndex;
}

/** The file of the cache for the project at `root`. */
export function cacheFile(place: Surroundings, root: string): string {
  return join(stateDirectory(place, "knowledge-cache"), `${fingerprint(root)}.cache`, place.os);
}

/** A listing as one text: equal texts mean that nothing changed. */
export function signatureOf({ files, passedOver }: Listing): string {
  let text = `${passedOver.length}`;
  for (const file of files) text += `\u0001${lineOf(file)}`;
  // A name with a line break must not end the line of the cache.
  return text.includes("\n") ? JSON.stringify(text) : text;
}

/** The text of the cache. Line by line, so that an event reads no more than it needs. */
export function cacheText(root: string, kept: Kept): string {
  const head = { version: VERSION, root, parts: kept.parts, broken: kept.broken };
  return [
    JSON.stringify(head),
    kept.signature,
    JSON.stringify(kept.outline),
    JSON.stringify(kept.items),
    JSON.stringify(kept.index),
    "",
  ].join("\n");
}

/** The lines of a cache as they were read. */
export interface Lines {
  readonly parts: string[];
  readonly broken: number;
  readonly signature: string;
  readonly outline: string;
  readonly items: string;
  readonly index: string;
}

function readCache(file: string, root: string): Lines | undefined {
  try {
    const text = Deno.readTextFileSync(file);
    const lines = text.split("\n");
    const head = JSON.parse(lines[0] ?? "");
    if (head?.version !== VERSION || head.root !== root || lines.length !== 6) return undefined;
    return {
      parts: head.parts,
      broken: head.broken,
      signature: lines[1]!,
      outline: lines[2]!,
      items: lines[3]!,
      index: lines[4]!,
    };
  } catch {
    return undefined;
  }
}

/**
 * The knowledge of the project at `root`; undefined where it has none.
 *
 * @param near absolute paths that the event touches: a part of the project above one of them may be new
 */
export async function openKnowledge(
  place: Surroundings,
  root: string,
  near: readonly string[] = [],
): Promise<Knowledge | undefined> {
  if (!hasKnowledge(root, place.os)) return undefined;
  let file: string | undefined;
  try {
    file = cacheFile(place, root);
  } catch {
    // No place for state: everything is read again at each event.
  }
  const cache = file === undefined ? undefined : readCache(file, root);
  const known = cache?.parts ?? [];
  const fresh = newParts(root, near, known, place);
  if (cache !== undefined && fresh.length === 0) {
    if (signatureOf(listKnowledge(root, known)) === cache.signature) {
      const whole = cache.index.endsWith("}") && cache.items.endsWith("]") && cache.outline.endsWith("}");
      // A torn file is made again.
      if (whole) return fromCache(root, cache);
    }
  }
  const parts = findParts(root, [...known, ...fresh], place.os);
  const { rebuild } = await import("./rebuild.ts");
  const kept = await rebuild(place, root, parts, file, cache);
  return { ...kept, root, index: () => kept.index, first: cache === undefined };
}

function fromCache(root: string, cache: Lines): Knowledge {
  let items: readonly Item[] | undefined;
  return {
    root,
    outline: JSON.parse(cache.outline),
    get items() {
      return items ??= JSON.parse(cache.items) as Item[];
    },
    broken: cache.broken,
    parts: cache.parts,
    index: () => JSON.parse(cache.index),
    first: false,
  };
}

/** Whether a part of the project above one of `near` has knowledge that `knowledge` does not hold. */
export function lacksPart(knowledge: Knowledge, near: readonly string[], place: Surroundings): boolean {
  return newParts(knowledge.root, near, knowledge.parts, place).length > 0;
}

/** Folders above the touched paths that have knowledge of which the cache does not know. */
function newParts(
  root: string,
  near: readonly string[],
  known: readonly string[],
  { os }: Surroundings,
): string[] {
  const looked = new Set(["", ...known]);
  const found: string[] = [];
  for (const path of near.slice(0, 16)) {
    const names = withSlashes(relativeTo(path, root, os) ?? "", os).split("/").slice(0, 12);
    for (let count = 1; count < names.length; count++) {
      const part = names.slice(0, count).join("/");
      if (looked.has(part)) continue;
      looked.add(part);
      if (hasKnowledge(join(root, part, os), os)) found.push(part);
    }
  }
  return found;
}
