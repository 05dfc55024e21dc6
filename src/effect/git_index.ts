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
const SIGNATURE = [0x44, 0x49, 0x52, 0x43];
const SLASH = 0x2f;
const LONGEST_NAME = 8_192;
const FEW = 8;

/** The tracked files. */
export interface GitIndex {
  /** Whether `relative` (with `/`) is a tracked file, or a folder with one in it. */
  readonly holds: (relative: string) => boolean;
}

/** The index of the repository or worktree at `root`; undefined where there is none that can be read. */
export function readGitIndex(root: string, os: Os): GitIndex | undefined {
  try {
    const file = join(gitFolder(root, os), "index", os);
    const info = Deno.statSync(file);
    if (!info.isFile || info.size > LARGEST) return undefined;
    return indexOf(Deno.readFileSync(file));
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

/** The index in `bytes`; undefined for bytes that are no index of a known version. */
export function indexOf(bytes: Uint8Array): GitIndex | undefined {
  if (!walkNames(bytes, () => false)) return undefined;
  let asked = 0;
  let names: readonly string[] | undefined;
  return {
    holds(relative) {
      if (relative === "") return false;
      // A few questions are cheaper to answer from the bytes than to prepare for.
      if (++asked <= FEW) return scanFor(bytes, relative);
      names ??= sortedNames(bytes);
      // Names are in the order of their bytes, and `a-b` comes before `a/b`.
      const folder = `${relative}/`;
      return names[lowest(names, relative)] === relative ||
        (names[lowest(names, folder)]?.startsWith(folder) ?? false);
    },
  };
}

function scanFor(bytes: Uint8Array, relative: string): boolean {
  const wanted = new TextEncoder().encode(relative);
  let found = false;
  walkNames(bytes, (name, start, end) => {
    const length = end - start;
    if (length < wanted.length || length > wanted.length && name[start + wanted.length] !== SLASH) {
      return false;
    }
    for (let at = wanted.length - 1; at >= 0; at--) if (name[start + at] !== wanted[at]) return false;
    found = true;
    return true;
  });
  return found;
}

function sortedNames(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder();
  const names: string[] = [];
  walkNames(bytes, (name, start, end) => {
    names.push(decoder.decode(name.subarray(start, end)));
    return false;
  });
  return names.sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
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

/**
 * Gives the bytes of each name to `visit` until that returns true; whether the index could be read to that point. In
 * version 4 a name is told by how it differs from the one before it.
 */
function walkNames(
  bytes: Uint8Array,
  visit: (name: Uint8Array, start: number, end: number) => boolean,
): boolean {
  if (bytes.length < 12 || !SIGNATURE.every((byte, at) => bytes[at] === byte)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return false;
  const count = view.getUint32(8);
  const joined = version === 4 ? new Uint8Array(LONGEST_NAME) : bytes;
  let length = 0;
  let at = 12;
  for (let entry = 0; entry < count; entry++) {
    if (at + FIXED > bytes.length) return false;
    let start = at + FIXED;
    if (version > 2 && (view.getUint16(start - 2) & EXTENDED) !== 0) start += 2;
    if (version === 4) {
      const cut = readVarint(bytes, start);
      start = cut.next;
      length -= cut.value;
    }
    const end = bytes.indexOf(0, start);
    if (end < 0) return false;
    if (version !== 4) {
      if (visit(bytes, start, end)) return true;
      at += (end - at + 8) & ~7;
      continue;
    }
    if (length < 0 || length + end - start > LONGEST_NAME) return false;
    joined.set(bytes.subarray(start, end), length);
    length += end - start;
    if (visit(joined, 0, length)) return true;
    at = end + 1;
  }
  return true;
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
