/** Brings the notes and compiled files of a project in line with what hooks deliver. The user's text is not touched. */
import { writeAtomic } from "../../base/atomic.ts";
import { describeError } from "../../base/errors.ts";
import { dirName, isInside, join, resolveLinks } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";
import type { Item } from "../item.ts";
import { hasBlock, NOTE, withBlock, withoutBlock } from "./block.ts";
import { compile, COMPILED, type Group } from "./compile.ts";
import type { Companion } from "./places.ts";

/** What was, or would be, done with one file. */
export interface Step {
  /** From the root, with `/`. */
  readonly file: string;
  readonly does: "write" | "remove" | "nothing" | "left alone";
  readonly why?: string;
}

/** What the files of a harness are to be. */
export type Wanted = "note" | "compiled" | "nothing";

/** A project and its items. */
export interface SyncJob {
  readonly root: string;
  readonly os: Os;
  readonly items: readonly { readonly item: Item; readonly body: string }[];
  readonly dryRun: boolean;
}

/** Makes the files of `companion` what is wanted. */
export function syncCompanion(job: SyncJob, companion: Companion, wanted: Wanted): Step[] {
  const groups = wanted === "compiled" ? compile(job.items) : [];
  const steps: Step[] = [];
  if (companion.note !== undefined) {
    const { file, front } = companion.note;
    // Where folders have instruction files of their own, the one at the root carries the group of the whole project.
    const root = companion.perFolder === undefined ? undefined : byFolder(job, groups).get("");
    const content = wanted === "note" ? NOTE : root?.join("\n\n");
    steps.push(content === undefined ? takeOut(job, file) : putIn(job, file, content, front ?? ""));
  }
  if (companion.perFolder !== undefined) steps.push(...syncFolders(job, companion.perFolder, groups));
  if (companion.compiled !== undefined) steps.push(...syncFiles(job, companion.compiled, groups));
  return steps;
}

/** Whether a file that carries our mark is there. */
export function hasCompanion(root: string, os: Os, companion: Companion): boolean {
  const note = companion.note === undefined ? undefined : read(join(root, companion.note.file, os));
  if (typeof note === "string" && hasBlock(note)) return true;
  return companion.compiled !== undefined && ourFiles({ root, os }, companion.compiled.folder).length > 0;
}

function putIn(job: SyncJob, file: string, content: string, front: string): Step {
  return change(job, file, (text) => withBlock(text === "" ? front : text, content));
}

function takeOut(job: SyncJob, file: string): Step {
  return change(job, file, (text) => {
    if (!hasBlock(text)) return text;
    const rest = withoutBlock(text);
    // Nothing but what we put in front of it.
    return /^(?:---\n[^]*?\n---\n?)?\s*$/.test(rest) ? "" : rest;
  });
}

/** Rewrites one file; an empty text removes it. Links inside the project are followed, others are not. */
function change(job: SyncJob, file: string, edit: (text: string) => string): Step {
  const { root, os, dryRun } = job;
  const path = resolveLinks(join(root, file, os), os);
  if (!isInside(path, root, os)) return { file, does: "left alone", why: "it leads out of the project" };
  const before = read(path);
  if (before instanceof Error) return { file, does: "left alone", why: describeError(before) };
  const crlf = before?.includes("\r\n") === true;
  const bom = before?.startsWith("\ufeff") === true ? "\ufeff" : "";
  const plain = (before ?? "").slice(bom.length).replaceAll("\r\n", "\n");
  // A file of mixed line ends would lose some of them.
  if (
    crlf &&
    before.slice(bom.length).replaceAll("\r\n", "\n").replaceAll("\n", "\r\n") !== before.slice(bom.length)
  ) {
    return { file, does: "left alone", why: "its line ends are mixed; make them one kind" };
  }
  const after = edit(plain);
  if (after === plain) return { file, does: "nothing" };
  if (after === "") {
    if (!dryRun) Deno.removeSync(path);
    return { file, does: "remove" };
  }
  if (!dryRun) {
    Deno.mkdirSync(dirName(path, os), { recursive: true });
    writeAtomic(path, bom + (crlf ? after.replaceAll("\n", "\r\n") : after), os, modeOf(path));
  }
  return { file, does: "write" };
}

function modeOf(path: string): number {
  try {
    const { mode } = Deno.statSync(path);
    return mode === null ? 0o644 : mode & 0o777;
  } catch {
    return 0o644;
  }
}

/** The text at `path`; undefined where nothing is there; an error for what must not be rewritten. */
function read(path: string): string | undefined | Error {
  try {
    const info = Deno.statSync(path);
    if (!info.isFile || info.size > 4 * 1024 * 1024) return new Error("it is no file of text");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    return error instanceof TypeError ? new Error("it is not UTF-8 text") : error as Error;
  }
}

/** Blocks in the instruction files of folders. */
function syncFolders(job: SyncJob, name: string, groups: readonly Group[]): Step[] {
  const { root, os } = job;
  const texts = byFolder(job, groups);
  const folders = new Set([...texts.keys(), ...foldersWith(root, name, os)]);
  return [...folders].filter((folder) => folder !== "").sort().flatMap((folder): Step[] => {
    const file = `${folder}/${name}`;
    const own = texts.get(folder);
    if (own !== undefined) return [putIn(job, file, own.join("\n\n"), "")];
    const step = takeOut(job, file);
    return step.does === "nothing" ? [] : [step];
  });
}

/** The texts for each folder that exists; what holds for a folder to come stands above it, with its globs. */
function byFolder({ root, os }: SyncJob, groups: readonly Group[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { folder, globs, text } of groups) {
    let place = folder;
    while (place !== "" && !isFolder(join(root, place, os))) {
      place = place.slice(0, Math.max(0, place.lastIndexOf("/")));
    }
    const exact = globs.length === 0 || globs.every((glob) => glob === `${place}/**`);
    texts.set(place, [...texts.get(place) ?? [], exact ? text : `For ${globs.join(", ")}:\n\n${text}`]);
  }
  return texts;
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

const MOST_FOLDERS = 5_000;
const NOT_SEARCHED = new Set("node_modules vendor target dist build".split(" "));

/** The folders below the root whose file `name` has a block of ours: their items may be gone. */
function foldersWith(root: string, name: string, os: Os): string[] {
  const found: string[] = [];
  const open = [""];
  for (let looked = 0; open.length > 0 && looked < MOST_FOLDERS; looked++) {
    const folder = open.shift()!;
    let entries: Deno.DirEntry[] = [];
    try {
      entries = [...Deno.readDirSync(join(root, folder, os))];
    } catch {
      // It went away.
    }
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory && !entry.name.startsWith(".") && !NOT_SEARCHED.has(entry.name)) open.push(path);
      else if (entry.isFile && entry.name === name && folder !== "") {
        const text = read(join(root, path, os));
        if (typeof text === "string" && hasBlock(text)) found.push(folder);
      }
    }
  }
  return found;
}

/** Files of ours in a folder of rules: written, and removed where they are no longer wanted. */
function syncFiles(job: SyncJob, form: NonNullable<Companion["compiled"]>, groups: readonly Group[]): Step[] {
  const { root, os, dryRun } = job;
  const steps: Step[] = [];
  const wanted = new Set<string>();
  for (const { globs, name, text } of groups) {
    const file = `${form.folder}/${name}${form.extension}`;
    wanted.add(file);
    const there = read(join(root, file, os));
    if (there instanceof Error || (there !== undefined && !there.includes(COMPILED))) {
      steps.push({ file, does: "left alone", why: "it is not one of ours" });
      continue;
    }
    steps.push(change(job, file, () => `${form.front(globs)}${COMPILED}\n\n${text}\n`));
  }
  for (const file of ourFiles(job, form.folder)) {
    if (wanted.has(file)) continue;
    if (!dryRun) Deno.removeSync(join(root, file, os));
    steps.push({ file, does: "remove" });
  }
  return steps;
}

function ourFiles({ root, os }: Pick<SyncJob, "root" | "os">, folder: string): string[] {
  try {
    return [...Deno.readDirSync(join(root, folder, os))]
      .filter(({ name, isFile }) => isFile && name.startsWith("garfio-"))
      .map(({ name }) => `${folder}/${name}`)
      .filter((file) => {
        const text = read(join(root, file, os));
        return typeof text === "string" && text.includes(COMPILED);
      })
      .sort();
  } catch {
    return [];
  }
}
