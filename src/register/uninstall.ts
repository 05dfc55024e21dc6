import { sha256 } from "../base/digest.ts";
import { findOriginal, keptSets, type Original } from "./backups.ts";
import { backupRoot, type Changed, changeFile, type Plan } from "./change.ts";
import { findEntries, removeEntries } from "./edit.ts";
import { companionFiles, type Target } from "./install.ts";
import { Refusal } from "./refusal.ts";
import { decodeSettings, type SettingsFile } from "./write.ts";

/** What an uninstall did, or would. */
export interface Uninstalled extends Changed {
  /** `restored`: the bytes of before; `edited`: the file minus our entries; `none`: we were not in it. */
  readonly way: "restored" | "edited" | "none" | "skipped";
  /** Why the file was left alone. */
  readonly skipped: string | undefined;
}

/**
 * Takes our entries out of the file of `target`. A file that is still exactly as we wrote it becomes what it was
 * before; any other only loses our entries. A file that cannot be read or edited is left alone and reported.
 *
 * @throws Refusal where the file may not be written
 */
export async function uninstall(target: Target, dryRun: boolean): Promise<Uninstalled> {
  let way: Uninstalled["way"] = "none";
  const plan = async (file: SettingsFile): Promise<Plan> => {
    const text = decodeSettings(file);
    if (file.bytes === undefined || findEntries(text, target).length === 0) return { bytes: file.bytes };
    const original = await originalOf(file, file.bytes, target);
    way = original === undefined ? "edited" : "restored";
    if (original !== undefined) return { bytes: original.bytes, folders: original.made };
    const left = removeEntries(text, target);
    return { bytes: left === undefined ? undefined : new TextEncoder().encode(left) };
  };
  try {
    const job = {
      harness: target.harness.id,
      path: target.path,
      shared: target.scope !== "user",
      dryRun,
      plan,
    };
    // A file beside ours goes first: its folder may have been made for both.
    await removeCompanions(target, dryRun);
    const changed = await changeFile(job, target.place);
    return { ...changed, way, skipped: undefined };
  } catch (error) {
    if (!(error instanceof Refusal) || !SKIPPED.has(error.code)) throw error;
    return { changed: false, difference: "", backup: undefined, way: "skipped", skipped: error.message };
  }
}

/** Removes the files beside ours, as far as they are still as we write them. */
async function removeCompanions(target: Target, dryRun: boolean): Promise<void> {
  for (const { path, text } of companionFiles(target)) {
    await changeFile({
      harness: target.harness.id,
      path,
      shared: target.scope !== "user",
      dryRun,
      plan: ({ bytes }) =>
        Promise.resolve({
          bytes: bytes !== undefined && new TextDecoder().decode(bytes) === text ? undefined : bytes,
        }),
    }, target.place);
  }
}

const SKIPPED: ReadonlySet<string> = new Set([
  "config.unparseable",
  "config.unexpected-shape",
  "config.dangling-link",
  "config.not-a-file",
  "config.unreadable",
]);

async function originalOf(
  file: SettingsFile,
  bytes: Uint8Array,
  target: Target,
): Promise<Original | undefined> {
  const root = backupRoot(target.harness.id, target.place);
  if (root === undefined) return undefined;
  const isClean = (old: Uint8Array) => {
    try {
      return findEntries(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(old), target)
        .length === 0;
    } catch {
      return false;
    }
  };
  const { os } = target.place;
  return findOriginal(keptSets(root, os), file.target, await sha256(bytes), isClean, os);
}
