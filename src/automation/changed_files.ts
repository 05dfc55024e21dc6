/**
 * The files of a checkout that differ from git's index, or that it does not have, read from the index itself: a
 * repository's configuration can name programs, so `git` is not run. What is staged already counts as unchanged.
 */
import { toHex } from "../base/digest.ts";
import { join, relativeTo, withSlashes } from "../base/path.ts";
import type { Work } from "./automation.ts";
import { ignoredBy } from "./ignored.ts";
import { type IndexEntry, readIndex } from "./index_entries.ts";

const MOST_ENTRIES = 20_000;
const LARGEST_FILE = 1024 * 1024;
/** The walk is worth this much at the end of a turn. */
const LONGEST_WALK = 1_500;
/** What nobody touched for so long is not of this session. */
const RECENT = 12 * 60 * 60 * 1000;
const SKIPPED = new Set(["node_modules", "dist", "build", "out", "coverage", "vendor", "target", "venv"]);

/** The changed files for which `wanted` holds; none where there is no index that can be read. */
export async function changedFiles(work: Work, wanted: (path: string) => boolean): Promise<string[]> {
  const { root, os, clock } = work;
  const index = readIndex(root, os);
  if (index === undefined) return [];
  const ignored = ignoredBy(root, os);
  const end = clock() + LONGEST_WALK;
  const found: string[] = [];
  const folders = [root];
  for (let seen = 0; folders.length > 0 && clock() < end;) {
    const folder = folders.pop()!;
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(folder)];
    } catch {
      continue;
    }
    for (const { name, isDirectory, isFile } of entries) {
      if (++seen > MOST_ENTRIES) return found;
      const path = join(folder, name, os);
      if (isDirectory) {
        const relative = withSlashes(relativeTo(path, root, os) ?? name, os);
        if (!name.startsWith(".") && !SKIPPED.has(name) && !ignored(relative, true)) folders.push(path);
      } else if (isFile && wanted(path)) {
        const relative = withSlashes(relativeTo(path, root, os) ?? name, os);
        if (await isChanged(path, index.get(relative), clock(), () => ignored(relative, false))) {
          found.push(path);
        }
      }
    }
  }
  return found;
}

async function isChanged(
  path: string,
  entry: IndexEntry | undefined,
  now: number,
  ignored: () => boolean,
): Promise<boolean> {
  try {
    const { size, mtime } = Deno.statSync(path);
    const written = mtime?.getTime() ?? 0;
    if (size > LARGEST_FILE || Math.abs(now - written) > RECENT) return false;
    if (entry === undefined) return !ignored();
    if (entry.size === size && entry.seconds === Math.floor(written / 1000)) return false;
    return entry.size !== size || await blobName(Deno.readFileSync(path)) !== entry.object;
  } catch {
    return false;
  }
}

/** The name that git gives to a file's content. */
async function blobName(bytes: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-1", whole)));
}
