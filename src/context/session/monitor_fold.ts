/**
 * When the context monitor speaks: the sum of one session's readings. Calls that repeat are the business of
 * `repeated-command`.
 */
import { isObject } from "../../base/json.ts";
import type { Fold } from "../../state/journal.ts";

/** What can be spoken of. */
export type Topic = "context" | "cost" | "files";

/** 0: nothing to say; 1: a notice; 2: a warning; 3: critical. */
export type Level = 0 | 1 | 2 | 3;

/** Where a session stands. */
export interface Watch {
  /** Calls after which there was something to look at. */
  readonly calls: number;
  /** Changed files, by their fingerprints. */
  readonly files: readonly string[];
  /** What was said already; the same is not said twice. */
  readonly said: readonly string[];
  /** The call after which something was said last; -1: nothing yet. */
  readonly spokenAt: number;
  /** What to speak of now. */
  readonly topics: readonly Topic[];
  /** The strongest of them. */
  readonly level: Level;
}

/** One tool call. A call of a sub-agent only adds its files. */
export interface Seen {
  readonly files: readonly string[];
  readonly context?: Level | undefined;
  readonly cost?: Level | undefined;
  readonly silent?: boolean | undefined;
}

/** At most so many things are said at once. */
const MOST_TOPICS = 2;
/** Between two occasions lie so many calls, unless something becomes critical. */
const REST = 5;
const MOST_FILES = 500;
/** More files than this are said, and again at each doubling. */
export const MANY_FILES = 20;
const SAID_KEPT = 100;

const FRESH: Watch = { calls: 0, files: [], said: [], spokenAt: -1, topics: [], level: 0 };

function add(watch: Watch, seen: Seen): Watch {
  const files = [...new Set([...watch.files, ...seen.files])].slice(0, MOST_FILES);
  if (seen.silent === true) return { ...watch, files, topics: [], level: 0 };
  const calls = watch.calls + 1;
  const found: { topic: Topic; level: Level; key: string }[] = [];
  const note = (topic: Topic, level: Level, key: string): void => {
    if (level > 0) found.push({ topic, level, key });
  };
  note("context", seen.context ?? 0, `context-${seen.context}`);
  note("cost", seen.cost ?? 0, `cost-${seen.cost}`);
  if (files.length > MANY_FILES) {
    note("files", 2, `files-${Math.floor(Math.log2((files.length - 1) / MANY_FILES))}`);
  }
  // Told by the start after a compaction, and by a reading that comes with a file.
  const said = seen.context === 0 ? watch.said.filter((key) => !key.startsWith("context-")) : watch.said;
  const news = found.filter(({ key }) => !said.includes(key)).sort((a, b) => b.level - a.level);
  const due = watch.spokenAt < 0 || calls - watch.spokenAt > REST || news[0]?.level === 3;
  const told = due ? news.slice(0, MOST_TOPICS) : [];
  return {
    calls,
    files,
    said: [...said, ...told.map(({ key }) => key)].slice(-SAID_KEPT),
    spokenAt: told.length > 0 ? calls : watch.spokenAt,
    topics: told.map(({ topic }) => topic),
    level: told[0]?.level ?? 0,
  };
}

const isTexts = (value: unknown, most: number): value is string[] =>
  Array.isArray(value) && value.length <= most && value.every((one) => typeof one === "string");
const isLevel = (value: unknown): value is Level | undefined =>
  value === undefined || value === 0 || value === 1 || value === 2 || value === 3;

/** How the calls of a session add up. */
export const watchFold: Fold<Watch, Seen> = {
  initial: FRESH,
  add,
  asState(value) {
    if (!isObject(value)) return undefined;
    const { calls = 0, files = [], said = [], spokenAt = -1 } = value;
    return typeof calls === "number" && typeof spokenAt === "number" && isTexts(files, MOST_FILES) &&
        isTexts(said, SAID_KEPT)
      ? { calls, files, said, spokenAt, topics: [], level: 0 }
      : undefined;
  },
  asEntry(value) {
    if (!isObject(value)) return undefined;
    const { files, context, cost, silent } = value;
    if (!isTexts(files, MOST_FILES) || !isLevel(context) || !isLevel(cost)) return undefined;
    return { files, context, cost, silent: silent === true };
  },
};
