/** One line where the project's knowledge base has moved on since its last baseline. Never text from the base. */
import { readPart } from "../../base/read_part.ts";
import { join } from "../../base/path.ts";
import type { Moment } from "../moment.ts";
import { namesIn } from "./files.ts";

/** Where a base may be, in the order in which it is looked for. */
const PLACES = ["knowledge-base", "wiki", "docs/knowledge-base", "docs/wiki"];
/** The folders of a base that hold pages; listed flat. */
const PAGE_FOLDERS = [".", "pages", "sources"];
/** Files of a base that are no pages. */
const NOT_PAGES = new Set(["index.md", "log.md", "readme.md"]);
const END_READ = 256 * 1024;

interface Baseline {
  readonly pages: number;
  /** The last log entry that the baseline has seen. */
  readonly entry: string | undefined;
  /** Entries of the log that are younger than what the baseline has seen. */
  readonly later: boolean;
  readonly date: string;
}

/** A file without any read bit was closed on purpose; the superuser could read it all the same. */
function isFile(path: string): boolean {
  try {
    const info = Deno.statSync(path);
    return info.isFile && (info.mode === null || (info.mode & 0o444) !== 0);
  } catch {
    return false;
  }
}

function readLogEnd(path: string): string | undefined {
  try {
    const file = Deno.openSync(path, { read: true });
    try {
      const size = file.statSync().size;
      return new TextDecoder().decode(readPart(file, Math.max(0, size - END_READ), size));
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * The last `baseline` line of a log. Entries are lines `## [YYYY-MM-DD] <kind> | …`; a baseline carries `pages=<n>`
 * and, since it must be told from a change made on the same day, may carry `entry=<date>` of the entry before it.
 */
function lastBaseline(log: string): Baseline | undefined {
  const entries = [...log.matchAll(/^## \[(\d{4}-\d\d-\d\d)\] ([\w-]+) *(?:\|([^\n]*))?$/gm)]
    .map((match) => ({ date: match[1]!, kind: match[2]!, rest: match[3] ?? "" }));
  const at = entries.findLastIndex(({ kind }) => kind === "baseline");
  const pages = at < 0 ? null : /\bpages=(\d{1,7})\b/.exec(entries[at]!.rest);
  if (pages === null) return undefined;
  const seen = /\bentry=(\d{4}-\d\d-\d\d)\b/.exec(entries[at]!.rest)?.[1];
  const before = entries.slice(0, at).findLast(({ kind }) => kind !== "baseline");
  const later = at < entries.length - 1 || (seen !== undefined && before !== undefined && before.date > seen);
  return { pages: Number(pages[1]), entry: seen, later, date: entries[at]!.date };
}

/** The line that suggests the drift mode of the `knowledge-wiki` skill, or undefined. */
export function knowledgeDrift({ place, root }: Moment): string | undefined {
  for (const name of PLACES) {
    const folder = join(root, name, place.os);
    if (!isFile(join(folder, "index.md", place.os)) || !isFile(join(folder, "log.md", place.os))) continue;
    const log = readLogEnd(join(folder, "log.md", place.os));
    const baseline = log === undefined ? undefined : lastBaseline(log);
    if (baseline === undefined) return undefined;
    const pages = PAGE_FOLDERS.flatMap((sub) => namesIn(join(folder, sub, place.os), "file", 20_000))
      .filter((file) => /\.md$/i.test(file) && !NOT_PAGES.has(file.toLowerCase())).length;
    if (pages === baseline.pages && !baseline.later) return undefined;
    return `The knowledge base in ${name} has changed since its baseline of ${baseline.date} ` +
      `(${baseline.pages} pages then, ${pages} now): run the knowledge-wiki skill with --mode drift --kb ${name}.`;
  }
  return undefined;
}
