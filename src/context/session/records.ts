/** Where the records of sessions lie: one folder per worktree in the state folder, one file per session. */
import { join } from "../../base/path.ts";
import { ensurePrivateFolder } from "../../base/private_folder.ts";
import { oneLine } from "../../base/text.ts";
import { stateDirectory } from "../../state/directory.ts";
import { fileKey, fingerprint } from "../../state/key.ts";
import type { Moment } from "../moment.ts";
import { namesIn } from "../start/files.ts";
import { worktreeLine } from "./record_file.ts";

const DAY = 24 * 60 * 60 * 1000;
const LARGEST = 512 * 1024;
/** An older record is not told any more. */
const DAYS_TOLD = 7;

/** The worktree of an event: the git root around its folder, links followed, else that folder. */
export function worktreeOf({ root }: Moment): string {
  return oneLine(root, 4_096);
}

function folderOf(moment: Moment): string {
  const { place } = moment;
  return join(stateDirectory(place, "sessions"), fingerprint(worktreeOf(moment)), place.os);
}

/** The file of the session; undefined for one without a usable id. Its folder is made. */
export function recordFile(moment: Moment): string | undefined {
  const key = fileKey(moment.event.sessionId);
  if (key === undefined) return undefined;
  const folder = folderOf(moment);
  ensurePrivateFolder(folder, moment.place.os, false);
  return join(folder, `${key}.md`, moment.place.os);
}

/** The text of the record at `path`; undefined where there is none. */
export function readRecord(path: string): string | undefined {
  try {
    const info = Deno.lstatSync(path);
    return info.isFile && info.size <= LARGEST ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** The records of this worktree that may be told, newest first; that of the session itself is none of them. */
export function earlierRecords(moment: Moment): { readonly written: number; readonly text: string }[] {
  const { place, now, event } = moment;
  const folder = existingFolder(moment);
  if (folder === undefined) return [];
  const own = `${fileKey(event.sessionId)}.md`;
  const line = worktreeLine(worktreeOf(moment));
  return namesIn(folder, "file").filter((name) => name.endsWith(".md") && name !== own)
    .map((name) => join(folder, name, place.os))
    .map((path) => ({ path, written: writtenAt(path) }))
    .filter(({ written }) => written !== undefined && now - written <= DAYS_TOLD * DAY)
    .sort((a, b) => b.written! - a.written!)
    .flatMap(({ path, written }) => {
      const text = readRecord(path);
      return text?.split("\n").includes(line) === true ? [{ written: written!, text }] : [];
    });
}

/** Without a usable state folder a session starts without history, but it starts. */
function existingFolder(moment: Moment): string | undefined {
  try {
    return folderOf(moment);
  } catch {
    return undefined;
  }
}

function writtenAt(path: string): number | undefined {
  try {
    return Deno.lstatSync(path).mtime?.getTime();
  } catch {
    return undefined;
  }
}

/** Removes records of any worktree that were last written more than `days` ago. Failures are ignored. */
export function pruneRecords({ place, now }: Moment, days: number): void {
  try {
    const folder = stateDirectory(place, "sessions");
    for (const worktree of namesIn(folder, "folder")) {
      const inner = join(folder, worktree, place.os);
      for (const name of namesIn(inner, "file")) {
        const path = join(inner, name, place.os);
        const written = writtenAt(path);
        if (written !== undefined && now - written > days * DAY) remove(path);
      }
      // Only an empty folder can be removed like this.
      remove(inner);
    }
  } catch {
    // No place for state, nothing to prune.
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Another process was faster, or the folder still holds something.
  }
}
