/**
 * Which files git tracks, read from the index itself: a process would cost more than everything else, and a
 * repository's configuration can name programs. Versions 2 to 4 with SHA-1 names.
 */
import { isAbsolute, join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";

const LARGEST = 20 * 1024 * 1024;
/** Times, ids, mode and size (40 bytes), the object's name (20), flags (2). */
const FIXED = 62;
const EXTENDED = 0x4000;

/** The tracked files. */
export interface GitIndex {
  /** Whether `relative` (with `/`) is a tracked file, or a folder with one in it. */
  readonly holds: (relative: string) => boolean;
  readonly size: number;
}

/** The index of the repository or worktree at `root`; undefined where there is none that can be read. */
export function readGitIndex(root: string, os: Os): GitIndex | undefined {
  try {
    const file = join(gitFolder(root, os), "index", os);
    const info = Deno.statSync(file);
    if (!info.isFile || info.size > LARGEST) return undefined;
    const names = indexNames(Deno.readFileSync(file));
    return names === undefined ? undefined : indexOf(names);
  } catch {
    return undefined;
  }
}

/** The folder that holds a checkout's index: `.git`, or where the file `.git` points to. */
function gitFolder(root: string, os: Os): string {
  const entry = join(root, ".git", os);
  const pointer = /^gitdir: (.+)/.exec(readSmall(entry, 4_096) ?? "")?.[1]?.trim();
  if (pointer === undefined) return entry;
  return isAbsolute(pointer, os) ? pointer : join(root, pointer, os);
}

function indexOf(names: readonly string[]): GitIndex {
  return {
    size: names.length,
    holds(relative) {
      const at = lowest(names, relative);
      if (names[at] === relative) return true;
      // Names are in the order of their bytes, and `a-b` comes before `a/b`.
      const folder = `${relative}/`;
      return names[lowest(names, folder)]?.startsWith(folder) ?? false;
    },
  };
}

/** The first position whose name is not before `name`. */
function lowest(names: readonly string[], name: string): number {
  let from = 0;
  let to = names.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (names[middle]! < name) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The names in an index, sorted; undefined for bytes that are no index of a known version. */
export function indexNames(bytes: Uint8Array): string[] | undefined {
  if (bytes.length < 12 || bytes[0] !== 0x44 || bytes[1] !== 0x49 || bytes[2] !== 0x52 || bytes[3] !== 0x43) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return undefined;
  const count = view.getUint32(8);
  const decoder = new TextDecoder();
  const names: string[] = [];
  let before = "";
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    if (at + FIXED > bytes.length) return undefined;
    let start = at + FIXED;
    if (version > 2 && (view.getUint16(at + FIXED - 2) & EXTENDED) !== 0) start += 2;
    let kept = "";
    if (version === 4) {
      const cut = readVarint(bytes, start);
      start = cut.next;
      kept = before.slice(0, Math.max(0, before.length - cut.value));
    }
    const end = bytes.indexOf(0, start);
    if (end < 0) return undefined;
    // Version 4 counts bytes; names with other letters than ASCII are cut in their encoded form.
    before = version === 4 ? kept + latin1(bytes, start, end) : decoder.decode(bytes.subarray(start, end));
    names.push(before);
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  const read = version === 4 ? names.map((name) => fromLatin1(name, decoder)) : names;
  return read.sort(byUnit);
}

function byUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function readVarint(bytes: Uint8Array, from: number): { value: number; next: number } {
  let next = from;
  let byte = bytes[next++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0 && next < bytes.length) {
    byte = bytes[next++] ?? 0;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next };
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

function fromLatin1(text: string, decoder: TextDecoder): string {
  // deno-lint-ignore no-control-regex -- all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return decoder.decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
}
