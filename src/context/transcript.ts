/** The size of the context, from the end of a session's transcript. The file is data only. */
import { isObject } from "../base/json.ts";

/** How much of the end is looked at, in growing steps. */
const STEPS = [64 * 1024, 1024 * 1024];

/**
 * Input plus cached tokens of the most recent usage record in the JSON-lines file at `path`: what the model holds.
 * Records of sub-agents, records without usage, synthetic ones that are all zero, and broken lines are passed
 * over. At most the last 1 MiB is read. Undefined where there is no such record or no readable file.
 */
export function contextTokens(path: string): number | undefined {
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
  const bytes = new Uint8Array(Math.min(size, length));
  file.seekSync(size - bytes.length, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < bytes.length) {
    const step = file.readSync(bytes.subarray(filled));
    if (step === null) break;
    filled += step;
  }
  return new TextDecoder().decode(bytes.subarray(0, filled));
}

function lastUsage(text: string, whole: boolean): number | undefined {
  let end = text.length;
  while (end > 0) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    // The first line of a part is half a line.
    if (start === 0 && !whole) return undefined;
    const line = text.slice(start, end);
    // Most lines are tool results; parsing them would cost more than the look.
    if (line.includes('"usage"')) {
      const tokens = tokensOf(line);
      if (tokens !== undefined) return tokens;
    }
    end = start - 1;
  }
  return undefined;
}

function tokensOf(line: string): number | undefined {
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
  return tokens > 0 ? tokens : undefined;
}
