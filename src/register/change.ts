/** One settings file changed: read, planned, kept, written; by one installer at a time. */
import { sha256 } from "../base/digest.ts";
import { describeError } from "../base/errors.ts";
import { dataFolder, stateFolder, type Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { drop, keep, noteFolders } from "./backups.ts";
import { unifiedDifference } from "./difference.ts";
import { withLock } from "./lock.ts";
import { Refusal } from "./refusal.ts";
import { readSettings, removeFolders, type SettingsFile, writeSettings } from "./write.ts";

/** Where and how a command works. */
export interface Place extends Surroundings {
  readonly now: () => Date;
}

/** What a file is to become. */
export interface Plan {
  /** Undefined: there is to be no file. */
  readonly bytes: Uint8Array | undefined;
  /** Folders to remove with the file as far as they are empty, outermost first. */
  readonly folders?: readonly string[];
}

/** What happened, or would. */
export interface Changed {
  readonly changed: boolean;
  /** Unified; empty without a change. */
  readonly difference: string;
  /** Where the previous bytes are; undefined with nothing to keep. */
  readonly backup: string | undefined;
}

/** A change of a file to be made. */
export interface ChangeJob {
  /** The id of the harness, for the backups. */
  readonly harness: string;
  readonly path: string;
  /** Whether a new file may be read by other accounts. */
  readonly shared: boolean;
  /** Whether a new file may be started. */
  readonly executable?: boolean;
  /** Only say what would happen. */
  readonly dryRun: boolean;
  readonly plan: (file: SettingsFile) => Promise<Plan>;
}

/** The folder of the backups of `harness`; undefined where the environment names none. */
export function backupRoot(harness: string, place: Surroundings): string | undefined {
  const data = dataFolder(place);
  return data === undefined ? undefined : join(data, `backups/${harness}`, place.os);
}

/**
 * Makes the change.
 *
 * @throws Refusal with nothing changed
 */
export function changeFile(job: ChangeJob, place: Place): Promise<Changed> {
  const lock = job.dryRun ? undefined : lockFile(place);
  return lock === undefined ? changeNow(job, place) : withLock(lock, () => changeNow(job, place));
}

/** The lock of all installers; without a folder of state they do without. */
function lockFile(place: Surroundings): string | undefined {
  const state = stateFolder(place);
  if (state === undefined) return undefined;
  try {
    Deno.mkdirSync(state, { recursive: true, mode: 0o700 });
    return join(state, "install.lock", place.os);
  } catch {
    return undefined;
  }
}

async function changeNow(job: ChangeJob, place: Place): Promise<Changed> {
  const file = readSettings(job.path, place.os);
  const plan = await job.plan(file);
  if (sameBytes(file.bytes, plan.bytes)) return { changed: false, difference: "", backup: undefined };
  const difference = unifiedDifference(textOf(file.bytes), textOf(plan.bytes), job.path);
  if (job.dryRun) return { changed: true, difference, backup: undefined };

  const now = place.now();
  const change = {
    file,
    before: file.bytes === undefined ? null : await sha256(file.bytes),
    after: plan.bytes === undefined ? null : await sha256(plan.bytes),
  };
  const set = keep(backupRoot(job.harness, place), change, now, place.os);
  try {
    if (plan.bytes === undefined) removeFile(file, plan.folders ?? []);
    else {
      const made = writeSettings(file, plan.bytes, modeOf(job), place.os);
      if (set !== undefined) noteFolders(set, job.path, made, now, place.os);
    }
  } catch (error) {
    drop(set);
    throw error;
  }
  return { changed: true, difference, backup: file.bytes === undefined ? undefined : set?.folder };
}

/** The mode of a new file. */
function modeOf({ shared, executable = false }: ChangeJob): number {
  return (shared ? 0o644 : 0o600) | (executable ? shared ? 0o111 : 0o100 : 0);
}

function removeFile(file: SettingsFile, folders: readonly string[]): void {
  try {
    Deno.removeSync(file.target);
  } catch (error) {
    throw new Refusal("config.read-only", `${file.target} cannot be removed: ${describeError(error)}.`);
  }
  removeFolders(folders);
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
