/** What a session has used, by model, from the usage records of its transcript. */
import { isObject, type JsonObject } from "../../base/json.ts";
import { oneLine } from "../../base/text.ts";

/** Tokens of one model. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  /** Written to the cache for five minutes, and for an hour: they cost differently. */
  readonly cacheWrite: number;
  readonly cacheWriteLong: number;
  readonly cacheRead: number;
}

/** What was counted so far. */
export interface Tally {
  readonly models: Record<string, Usage>;
  /**
   * The last messages and what was counted for each. A message is written once per part, with other lines between
   * and with numbers that still grow, so a later line replaces what an earlier one said.
   */
  recent: { readonly id: string; readonly model: string; readonly usage: Usage }[];
}

const KEYS = ["input", "output", "cacheWrite", "cacheWriteLong", "cacheRead"] as const;
const NOTHING: Usage = { input: 0, output: 0, cacheWrite: 0, cacheWriteLong: 0, cacheRead: 0 };
/** So many messages may be under way at once: those of parallel sub-agents. */
const REMEMBERED = 64;
const MOST_MODELS = 50;

/** A tally of nothing. */
export function newTally(): Tally {
  return { models: {}, recent: [] };
}

/** Counts a line of a transcript. Broken lines and those without usage count nothing. */
export function addUsage(tally: Tally, line: string): void {
  // Most lines are tool results; parsing them would cost more than the look.
  if (!line.includes('"usage"')) return;
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return;
  }
  const message = isObject(record) ? record["message"] : undefined;
  const given = isObject(message) ? message["usage"] : undefined;
  if (!isObject(message) || !isObject(given)) return;
  const usage = usageOf(given);
  if (KEYS.every((key) => usage[key] === 0)) return;
  const model = typeof message["model"] === "string" ? oneLine(message["model"], 80) : "unknown";
  const id = typeof message["id"] === "string" ? message["id"].slice(0, 120) : undefined;
  const before = id === undefined ? undefined : tally.recent.find((one) => one.id === id);
  if (before !== undefined) {
    const most = merge(before.usage, usage, Math.max);
    count(tally, before.model, merge(most, before.usage, (a, b) => a - b));
    tally.recent = [...tally.recent.filter((one) => one !== before), { ...before, usage: most }];
    return;
  }
  count(tally, model, usage);
  if (id !== undefined) tally.recent = [...tally.recent, { id, model, usage }].slice(-REMEMBERED);
}

function count(tally: Tally, model: string, usage: Usage): void {
  const known = Object.hasOwn(tally.models, model);
  const name = known || Object.keys(tally.models).length < MOST_MODELS ? model : "others";
  const before = Object.hasOwn(tally.models, name) ? tally.models[name]! : NOTHING;
  Object.defineProperty(tally.models, name, {
    value: merge(before, usage, (a, b) => a + b),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function merge(one: Usage, other: Usage, join: (a: number, b: number) => number): Usage {
  return Object.fromEntries(KEYS.map((key) => [key, join(one[key], other[key])])) as unknown as Usage;
}

function usageOf(given: JsonObject): Usage {
  const written = numberOf(given["cache_creation_input_tokens"]);
  const split = given["cache_creation"];
  const long = isObject(split) ? Math.min(written, numberOf(split["ephemeral_1h_input_tokens"])) : 0;
  return {
    input: numberOf(given["input_tokens"]),
    output: numberOf(given["output_tokens"]),
    cacheWrite: written - long,
    cacheWriteLong: long,
    cacheRead: numberOf(given["cache_read_input_tokens"]),
  };
}

function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

/** `value` as a tally, where it is one. */
export function asTally(value: unknown): Tally | undefined {
  if (!isObject(value) || !isObject(value["models"]) || !Array.isArray(value["recent"])) return undefined;
  const right = Object.values(value["models"]).every(isUsage) &&
    value["recent"].every((one) =>
      isObject(one) && typeof one["id"] === "string" && typeof one["model"] === "string" &&
      isUsage(one["usage"])
    );
  return right ? value as unknown as Tally : undefined;
}

function isUsage(value: unknown): boolean {
  return isObject(value) && KEYS.every((key) => typeof value[key] === "number");
}
