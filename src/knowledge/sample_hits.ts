/** Where a block pattern matches in the working tree now, so that a person sees what they approve. */
import { join } from "../base/path.ts";
import { ignoresCase, type Os } from "../base/platform.ts";
import { oneLine } from "../base/text.ts";
import { readyPattern } from "./block_pattern.ts";
import { covering } from "./glob.ts";
import type { Item } from "./item.ts";

/** One place. */
export interface Hit {
  /** From the root, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const MOST_HITS = 3;
const MOST_FILES = 5_000;
const LARGEST = 256 * 1024;
const TIME = 3_000;
const PASSED_OVER = new Set("node_modules .git vendor target dist build .venv __pycache__".split(" "));

/** At most three hits among the files in the scope of `item`. */
export function sampleHits(
  root: string,
  item: Item,
  os: Os,
): { hits: Hit[]; looked: number; complete: boolean } {
  const pattern = readyPattern(item.block!.pattern, item.block!.flags);
  const hits: Hit[] = [];
  const end = Date.now() + TIME;
  const tick = () => {
    if (Date.now() > end) throw new Error("out of time");
  };
  let looked = 0;
  let seen = 0;
  const visit = (below: string): void => {
    const entries = [...Deno.readDirSync(join(root, below, os))].sort((a, b) => a.name < b.name ? -1 : 1);
    for (const entry of entries) {
      if (hits.length >= MOST_HITS || seen >= MOST_FILES) return;
      tick();
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory && !PASSED_OVER.has(entry.name)) visit(path);
      if (!entry.isFile || path.startsWith(".garfio/")) continue;
      seen++;
      if (covering(item.paths, path, ignoresCase(os)) === undefined) continue;
      const text = textOf(join(root, path, os));
      if (text === undefined) continue;
      looked++;
      const found = pattern.find(text, tick);
      if (found === undefined) continue;
      const line = text.split("\n").findIndex((one) => pattern.find(one, tick) !== undefined);
      hits.push({ file: path, line: line + 1, text: oneLine(found, 80) });
    }
  };
  try {
    visit("");
    return { hits, looked, complete: seen < MOST_FILES };
  } catch {
    return { hits, looked, complete: false };
  }
}

function textOf(file: string): string | undefined {
  try {
    if (Deno.lstatSync(file).size > LARGEST) return undefined;
    const text = Deno.readTextFileSync(file);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
