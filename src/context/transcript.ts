/** The size of the context, from the end of a session's transcript. The file is data only. */
import { readPart } from "../base/read_part.ts";
import { isObject } from "../base/json.ts";

/** How much of the end is looked at, in growing steps. */
const STEPS = [64 * 1024, 1024 * 1024];

/** What the newest usage record says. */
export interface Reading {
  readonly tokens: number;
  /** When it was written, in milliseconds since the epoch, where it says so. */
  readonly at: number | undefined;
}

/**
 * Input plus cached tokens of the most recent usage record in the JSON-lines file at `path`: what the model holds.
 * Records of sub-agents, records without usage, synthetic ones that are all zero, and broken lines are passed
 * over. At most the last 1 MiB is read. Undefined where there is no such record or no readable file.
 */
export function contextTokens(path: string): number | undefined {
  return lastReading(path)?.tokens;
}

/** As {@link contextTokens}, with the time of the record. */
export function lastReading(path: string): Reading | undefined {
  try {
    if (!Deno.statSync(path).isFile) return undefined;
    const file = Deno.openSync(path, { read: true });
    try {
      const size = file.statSync().size;
      for (const step of STEPS) {
        const found = lastUsage(readEnd(file, size, step), step >= size);
        if (found !== undefined || step >= size) return found;
      }
      return undefined;
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

function readEnd(file: Deno.FsFile, size: number, length: number): string {
  return new TextDecoder().decode(readPart(file, Math.max(0, size - length), size));
}

function lastUsage(text: string, whole: boolean): Reading | undefined {
  let end = text.length;
  while (end > 0) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    // The first line of a part is half a line.
    if (start === 0 && !whole) return undefined;
    const line = text.slice(start, end);
    // Most lines are tool results; parsing them would cost more than the look.
    if (line.includes('"usage"')) {
      const reading = readingOf(line);
      if (reading !== undefined) return reading;
    }
    end = start - 1;
  }
  return undefined;
}

function readingOf(line: string): Reading | undefined {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(record) || record["isSidechain"] === true) return undefined;
  const message = record["message"];
  const usage = isObject(message) ? message["usage"] : undefined;
  if (!isObject(usage)) return undefined;
  const count = (key: string): number => {
    const value = usage[key];
    return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
  };
  const tokens = count("input_tokens") + count("cache_read_input_tokens") +
    count("cache_creation_input_tokens");
  if (tokens === 0) return undefined;
  const stamp = record["timestamp"];
  const at = typeof stamp === "string" ? Date.parse(stamp) : NaN;
  return { tokens, at: Number.isNaN(at) ? undefined : at };
}
