/** Reproducible `.tar.gz`: the same files and time give the same bytes. Format: POSIX.1-1988 `ustar`. */
import { crc32, deflateRawSync } from "node:zlib";
import { concat, type Entry, inOrder } from "./entry.ts";

const BLOCK = 512;

/** An uncompressed archive; all files belong to root and are from `time` (seconds since 1970). */
export function tar(entries: readonly Entry[], time: number): Uint8Array {
  const parts = inOrder(entries).flatMap((entry) => [
    header(entry, time),
    entry.bytes,
    new Uint8Array((BLOCK - entry.bytes.length % BLOCK) % BLOCK),
  ]);
  return concat([...parts, new Uint8Array(2 * BLOCK)]);
}

function header({ path, bytes, executable }: Entry, time: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  if (new TextEncoder().encode(path).length > 100) throw new Error(`${path} is too long for an archive`);
  put(0, path);
  put(100, octal(executable ? 0o755 : 0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(bytes.length, 11));
  put(136, octal(time, 11));
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\u000000");
  put(265, "root");
  put(297, "root");
  put(148, `${block.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** `bytes` in gzip's form, without a name and a time, and of no certain system. */
export function gzip(bytes: Uint8Array, level = 9): Uint8Array {
  const tail = new DataView(new ArrayBuffer(8));
  tail.setUint32(0, crc32(bytes), true);
  tail.setUint32(4, bytes.length >>> 0, true);
  return concat([
    new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, level === 9 ? 2 : 0, 255]),
    deflateRawSync(bytes, { level }),
    new Uint8Array(tail.buffer),
  ]);
}
