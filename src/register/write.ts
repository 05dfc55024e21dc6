/** Settings files read and written: through symbolic links, in one step, with the mode and owner they had. */
import { writeAtomic } from "../base/atomic.ts";
import { describeError, isAbsent } from "../base/errors.ts";
import { exists } from "../base/exists.ts";
import { baseName, dirName, join, resolveLinks } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { Refusal } from "./refusal.ts";

/** A settings file as it is on disk. */
export interface SettingsFile {
  /** The path that the harness reads. */
  readonly path: string;
  /** Where that path leads, all links followed. Written is only this one. */
  readonly target: string;
  /** Undefined: there is no such file yet. */
  readonly bytes: Uint8Array | undefined;
  readonly mode: number | undefined;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

/** A larger file is no settings file. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Reads the settings file at `path`.
 *
 * @throws Refusal where a link leads nowhere, or what is there is no readable file
 */
export function readSettings(path: string, os: Os): SettingsFile {
  const target = followLinks(path, os);
  try {
    const info = Deno.statSync(target);
    if (!info.isFile) throw new Refusal("config.not-a-file", `${path} is no file. Move away what is there.`);
    if (info.size > LARGEST) throw new Refusal("config.not-a-file", `${path} is larger than 16 MiB.`);
    const owner = info.uid === null || info.gid === null ? undefined : { uid: info.uid, gid: info.gid };
    return {
      path,
      target,
      bytes: Deno.readFileSync(target),
      mode: info.mode === null ? undefined : info.mode & 0o777,
      owner,
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (isAbsent(error)) return { path, target, bytes: undefined, mode: undefined, owner: undefined };
    throw new Refusal("config.unreadable", `${path} cannot be read: ${describeError(error)}.`);
  }
}

/** The file that `path` leads to; the path itself, below the real folder, where nothing is there. */
function followLinks(path: string, os: Os): string {
  let place = path;
  for (;;) {
    const link = linkTarget(place);
    if (link !== undefined) {
      try {
        const real = Deno.realPathSync(place);
        return place === path ? real : resolveLinks(path, os);
      } catch (error) {
        throw new Refusal(
          "config.dangling-link",
          `${place} is a link to ${link}, which cannot be followed (${describeError(error)}). ` +
            `Create its target or remove the link.`,
        );
      }
    }
    const parent = dirName(place, os);
    if (exists(place) || parent === place) break;
    place = parent;
  }
  return join(resolveLinks(dirName(path, os), os), baseName(path), os);
}

function linkTarget(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return undefined;
  }
}

/** The text of a settings file; empty for none. A BOM stays in it. @throws Refusal where it is not UTF-8 */
export function decodeSettings({ path, bytes }: SettingsFile): string {
  if (bytes === undefined) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(
      "config.unparseable",
      `The file is left as it is: ${path} is not UTF-8. Save it as UTF-8 and run the command again.`,
    );
  }
}

/**
 * Writes `bytes` to the file, in one step, and makes missing folders.
 *
 * @param mode that of a new file; its folders are open to whom it is
 * @returns the folders that it made, outermost first
 * @throws Refusal where the file or its folder may not be written
 */
export function writeSettings(file: SettingsFile, bytes: Uint8Array, mode: number, os: Os): string[] {
  if (os !== "windows" && file.mode !== undefined && (file.mode & 0o222) === 0) {
    throw readOnly(file, "its mode forbids writing");
  }
  const made = missingFolders(dirName(file.target, os), os);
  try {
    for (const folder of made) {
      Deno.mkdirSync(folder, { recursive: true, mode: (mode & 0o044) !== 0 ? 0o755 : 0o700 });
    }
    writeAtomic(file.target, bytes, os, file.mode ?? mode);
  } catch (error) {
    removeFolders(made);
    throw readOnly(file, describeError(error));
  }
  keepOwner(file, os);
  return made;
}

/** Whoever runs the command, for example as root, the file stays its owner's. */
function keepOwner({ target, owner }: SettingsFile, os: Os): void {
  if (owner === undefined || os === "windows") return;
  try {
    if (owner.uid !== Deno.uid()) Deno.chownSync(target, owner.uid, owner.gid);
  } catch {
    // Only root may give files away; another account could not have written here before either.
  }
}

function readOnly({ target }: SettingsFile, why: string): Refusal {
  return new Refusal(
    "config.read-only",
    `${target} cannot be written: ${why}. Nothing was changed. Make the file and its folder writable ` +
      `(a file that a tool generates is changed in that tool) and run the command again.`,
  );
}

/** `folder` and what is above it, as far as it is not there; outermost first. */
function missingFolders(folder: string, os: Os): string[] {
  const missing: string[] = [];
  for (let current = folder; !exists(current); current = dirName(current, os)) missing.unshift(current);
  return missing;
}

/** Removes `folders`, given outermost first, as far as they are empty. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) {
    try {
      Deno.removeSync(folder);
    } catch {
      return;
    }
  }
}
