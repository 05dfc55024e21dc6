/** Reproducible `.zip`: the same files and time give the same bytes. */
import { crc32, deflateRawSync } from "node:zlib";
import { concat, type Entry, inOrder } from "./entry.ts";

/** Version 2.0 of the format; made on Unix, so that modes count. */
const NEEDS = 20;
const MADE_BY = 3 << 8 | NEEDS;

/** An archive whose files are all from `time` (seconds since 1970, taken as UTC; the format has steps of two). */
export function zip(entries: readonly Entry[], time: number, level = 9): Uint8Array {
  const locals: Uint8Array[] = [];
  const table: Uint8Array[] = [];
  let at = 0;
  for (const entry of inOrder(entries)) {
    const name = new TextEncoder().encode(entry.path);
    const packed = deflateRawSync(entry.bytes, { level });
    const common = fields([
      [2, NEEDS],
      [2, 0x0800], // names are UTF-8
      [2, 8], // deflated
      [4, dosTime(time)],
      [4, crc32(entry.bytes)],
      [4, packed.length],
      [4, entry.bytes.length],
      [2, name.length],
      [2, 0],
    ]);
    const local = concat([fields([[4, 0x04034b50]]), common, name, packed]);
    const mode = 0o100000 | (entry.executable ? 0o755 : 0o644);
    locals.push(local);
    table.push(concat([
      fields([[4, 0x02014b50], [2, MADE_BY]]),
      common,
      fields([[2, 0], [2, 0], [2, 0], [4, mode * 0x10000], [4, at]]),
      name,
    ]));
    at += local.length;
  }
  const size = table.reduce((sum, part) => sum + part.length, 0);
  const end = fields([
    [4, 0x06054b50],
    [4, 0],
    [2, table.length],
    [2, table.length],
    [4, size],
    [4, at],
    [2, 0],
  ]);
  return concat([...locals, ...table, end]);
}

/** Numbers of two or four bytes, lowest byte first. */
function fields(values: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const bytes = new Uint8Array(values.reduce((size, [length]) => size + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of values) {
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value >>> 0, true);
    at += length;
  }
  return bytes;
}

/** A time in the form of MS-DOS: the time of day below, the day above. Earlier than 1980 there is none. */
function dosTime(time: number): number {
  const date = new Date(Math.max(time, 315_532_800) * 1000);
  const day = (date.getUTCFullYear() - 1980) << 9 | (date.getUTCMonth() + 1) << 5 | date.getUTCDate();
  const clock = date.getUTCHours() << 11 | date.getUTCMinutes() << 5 | date.getUTCSeconds() >> 1;
  return day * 0x10000 + clock;
}
