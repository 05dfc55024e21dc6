/** A transcript read onwards from where the last look ended. The file is data only, and only complete lines count. */

const BLOCK = 256 * 1024;
/** A longer line holds a picture or a whole file: nothing that is counted here. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** How far a look has come. */
export interface Look {
  /** The offset behind the last line that was seen. */
  readonly end: number;
  /** Nothing is left behind it. */
  readonly whole: boolean;
}

/**
 * Calls `visit` with each line of the file at `path` from the offset `from` on, until about `most` bytes were read. A
 * last line without a line break counts only if it is a whole JSON value, since a writer may still be at it.
 *
 * @throws what the file system throws
 */
export function readOn(path: string, from: number, most: number, visit: (line: string) => void): Look {
  if (!Deno.statSync(path).isFile) throw new Error("the transcript is no file");
  const file = Deno.openSync(path, { read: true });
  try {
    const size = file.statSync().size;
    file.seekSync(from, Deno.SeekMode.Start);
    const decoder = new TextDecoder();
    const block = new Uint8Array(Math.min(BLOCK, Math.max(1, size - from)));
    let parts: Uint8Array[] = [];
    let held = 0;
    let end = from;
    let at = from;
    while (at < size) {
      // A line that was begun is read to its end, else one that is longer than `most` would never be passed.
      if (at - from >= most && held === 0) break;
      const step = file.readSync(block);
      if (step === null) break;
      let start = 0;
      for (let next = block.indexOf(10); next >= 0 && next < step; next = block.indexOf(10, start)) {
        parts.push(block.slice(start, next));
        held += next - start;
        if (held > 0 && held <= LONGEST_LINE) visit(decoder.decode(joined(parts, held)));
        parts = [];
        held = 0;
        start = next + 1;
        end = at + start;
        if (end - from >= most) return { end, whole: end >= size };
      }
      if (held <= LONGEST_LINE) parts.push(block.slice(start, step));
      held += step - start;
      at += step;
    }
    const rest = held > 0 && held <= LONGEST_LINE ? decoder.decode(joined(parts, held)) : "";
    if (at >= size && isWhole(rest)) {
      visit(rest);
      end = size;
    }
    return { end, whole: at >= size };
  } finally {
    file.close();
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function isWhole(line: string): boolean {
  if (!line.trimEnd().endsWith("}")) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
