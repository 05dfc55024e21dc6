/**
 * The bytes of settings files before each change: one folder a change below `<data folder>/backups/<harness>`,
 * with the file `before` (unless there was none) and a `manifest.json`. The newest ten of each file
 * are kept.
 */
import { sha256 } from "../base/digest.ts";
import { writeAtomic } from "../base/atomic.ts";
import { describeError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { Refusal } from "./refusal.ts";
import type { SettingsFile } from "./write.ts";

const KEPT = 10;

/** One kept change. */
export interface BackupSet {
  readonly folder: string;
  /** The file that was changed, links followed. */
  readonly target: string;
  /** SHA-256 of its bytes before and after; null for "no file". */
  readonly before: string | null;
  readonly after: string | null;
  /** The folders that were made for it, outermost first. */
  readonly made: readonly string[];
}

/** A change that is about to happen; digests are computed beforehand, as they come asynchronously. */
export interface Change {
  readonly file: SettingsFile;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Keeps the bytes of before.
 *
 * @param root the folder of the harness's backups; undefined where the environment names none
 * @returns the set, or undefined where nothing was there to keep and no place to note that
 * @throws Refusal where bytes cannot be kept
 */
export function keep(root: string | undefined, change: Change, now: Date, os: Os): BackupSet | undefined {
  const { file, before, after } = change;
  const set = { target: file.target, before, after, made: [] };
  try {
    if (root === undefined) throw new Error("the environment names no folder for data");
    Deno.mkdirSync(root, { recursive: true, mode: 0o700 });
    const folder = newFolder(root, now, os);
    if (file.bytes !== undefined) writeAtomic(join(folder, "before", os), file.bytes, os);
    const kept = { folder, ...set };
    writeManifest(kept, file.path, now, os);
    prune(root, os);
    return kept;
  } catch (error) {
    if (file.bytes === undefined) return undefined;
    throw new Refusal(
      "backup.failed",
      `Nothing was changed: the previous bytes of ${file.path} cannot be kept (${describeError(error)}).`,
    );
  }
}

/** Notes the folders that were made for the file. */
export function noteFolders(set: BackupSet, path: string, made: readonly string[], now: Date, os: Os): void {
  if (made.length > 0) writeManifest({ ...set, made }, path, now, os);
}

/** Takes back a set whose change did not happen. */
export function drop(set: BackupSet | undefined): void {
  if (set !== undefined) removeTree(set.folder);
}

function writeManifest(set: BackupSet, path: string, now: Date, os: Os): void {
  const { folder, target, before, after, made } = set;
  const manifest = { version: 1, time: now.toISOString(), path, target, before, after, made };
  writeAtomic(join(folder, "manifest.json", os), JSON.stringify(manifest, null, 2) + "\n", os);
}

function newFolder(root: string, now: Date, os: Os): string {
  const time = now.toISOString().replace(/[-:]/g, "").replace(/\.\d+Z$/, "Z");
  for (let number = 1;; number++) {
    const folder = join(root, `${time}-${number}`, os);
    try {
      Deno.mkdirSync(folder, { mode: 0o700 });
      return folder;
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

const NAME = /^(\d{8}T\d{6}Z)-(\d+)$/;

/** The names of the sets below `root`, oldest first. */
function setNames(root: string): string[] {
  const names: { name: string; time: string; number: number }[] = [];
  try {
    for (const { name, isDirectory } of Deno.readDirSync(root)) {
      const match = NAME.exec(name);
      if (match !== null && isDirectory) names.push({ name, time: match[1]!, number: Number(match[2]) });
    }
  } catch {
    return [];
  }
  return names.sort((a, b) => a.time < b.time ? -1 : a.time > b.time ? 1 : a.number - b.number)
    .map(({ name }) => name);
}

/** Of each file by itself: a harness may have many, in many projects. */
function prune(root: string, os: Os): void {
  const counts = new Map<string, number>();
  for (const name of setNames(root).reverse()) {
    const folder = join(root, name, os);
    const target = readManifest(folder, os)?.target ?? "";
    const count = (counts.get(target) ?? 0) + 1;
    counts.set(target, count);
    if (count > KEPT) removeTree(folder);
  }
}

function removeTree(folder: string): void {
  try {
    Deno.removeSync(folder, { recursive: true });
  } catch {
    // An old set more does no harm.
  }
}

/** The kept changes below `root`, newest first. What cannot be read is left out. */
export function keptSets(root: string, os: Os): BackupSet[] {
  return setNames(root).reverse().flatMap((name) => readManifest(join(root, name, os), os) ?? []);
}

function readManifest(folder: string, os: Os): BackupSet | undefined {
  try {
    const value: unknown = JSON.parse(Deno.readTextFileSync(join(folder, "manifest.json", os)));
    if (!isObject(value)) return undefined;
    const { target, before, after, made } = value;
    if (typeof target !== "string" || !isDigest(before) || !isDigest(after)) return undefined;
    const folders = Array.isArray(made) ? made.filter((one) => typeof one === "string") : [];
    return { folder, target, before, after, made: folders };
  } catch {
    return undefined;
  }
}

function isDigest(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && /^[0-9a-f]{64}$/.test(value));
}

/** What a file was before our changes. */
export interface Original {
  /** Undefined: there was no file. */
  readonly bytes: Uint8Array | undefined;
  /** The folders that our changes made, outermost first. */
  readonly made: readonly string[];
}

/**
 * Follows our changes of `target` back from the bytes with the digest `current`, each exactly the one before,
 * until `isClean` holds for the bytes. Undefined where the chain breaks earlier.
 */
export async function findOriginal(
  sets: readonly BackupSet[],
  target: string,
  current: string,
  isClean: (bytes: Uint8Array) => boolean,
  os: Os,
): Promise<Original | undefined> {
  let wanted = current;
  for (const set of sets) {
    if (set.target !== target || set.after !== wanted) continue;
    if (set.before === null) return { bytes: undefined, made: set.made };
    let bytes: Uint8Array;
    try {
      bytes = Deno.readFileSync(join(set.folder, "before", os));
    } catch {
      return undefined;
    }
    if (await sha256(bytes) !== set.before) return undefined;
    if (isClean(bytes)) return { bytes, made: [] };
    wanted = set.before;
  }
  return undefined;
}
