/** The entries of git's index with what they say about the files. Versions 2 to 4 with SHA-1 names. */
import { toHex } from "../base/digest.ts";
import { isFile } from "../base/is_file.ts";
import { isAbsolute, join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";

/** A tracked file as it was when it was added. */
export interface IndexEntry {
  readonly size: number;
  /** When it was written, in seconds. */
  readonly seconds: number;
  /** The name of its content. */
  readonly object: string;
}

const LARGEST = 20 * 1024 * 1024;
/** Times, ids, mode and size, the object's name, flags. */
const FIXED = 62;
const EXTENDED = 0x4000;

/** The index of the checkout at `root`, by paths with `/`; undefined where there is none that can be read. */
export function readIndex(root: string, os: Os): Map<string, IndexEntry> | undefined {
  try {
    const entry = join(root, ".git", os);
    const pointer = /^gitdir: (.+)/.exec(readSmall(entry, 4_096) ?? "")?.[1]?.trim();
    const folder = pointer === undefined
      ? entry
      : isAbsolute(pointer, os)
      ? pointer
      : join(root, pointer, os);
    const file = join(folder, "index", os);
    // A repository in which nothing was added has no index.
    if (!isFile(file)) return isFile(join(folder, "HEAD", os)) ? new Map() : undefined;
    const info = Deno.statSync(file);
    return info.isFile && info.size <= LARGEST ? entriesOf(Deno.readFileSync(file)) : undefined;
  } catch {
    return undefined;
  }
}

function entriesOf(bytes: Uint8Array): Map<string, IndexEntry> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0) !== 0x44495243) return undefined;
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return undefined;
  const decoder = new TextDecoder();
  const entries = new Map<string, IndexEntry>();
  let at = 12;
  let previous = new Uint8Array();
  for (let count = view.getUint32(8); count > 0; count--) {
    const start = at;
    const flags = view.getUint16(at + FIXED - 2);
    at += FIXED + (version >= 3 && (flags & EXTENDED) !== 0 ? 2 : 0);
    let name: Uint8Array<ArrayBuffer>;
    if (version === 4) {
      // Each name says how much of the end of the one before it goes, and what comes instead.
      let dropped = bytes[at]! & 0x7f;
      while ((bytes[at++]! & 0x80) !== 0) dropped = ((dropped + 1) << 7) | (bytes[at]! & 0x7f);
      const end = bytes.indexOf(0, at);
      name = new Uint8Array([...previous.subarray(0, previous.length - dropped), ...bytes.subarray(at, end)]);
      at = end + 1;
      previous = name;
    } else {
      const end = bytes.indexOf(0, at);
      name = new Uint8Array(bytes.subarray(at, end));
      // Entries are filled up with zeros to a multiple of eight bytes, at least one of them.
      at = start + ((end - start + 8) & ~7);
    }
    entries.set(decoder.decode(name), {
      seconds: view.getUint32(start + 8),
      size: view.getUint32(start + 36),
      object: toHex(bytes.subarray(start + 40, start + 60)),
    });
  }
  return entries;
}
