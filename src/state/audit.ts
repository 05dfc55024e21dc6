/** The audit log: one JSON line per thing worth knowing later, by day, in the state folder. */
import { writeAll } from "../base/atomic.ts";
import type { Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { stateDirectory } from "./directory.ts";

/** One line. Never the content of a file or a command. */
export interface AuditEntry {
  readonly kind: "guard-failed" | "decision";
  readonly event: string;
  readonly harness: string;
  readonly session: string | undefined;
  readonly guard: string;
  readonly action?: string;
}

/** Why a guard failed: the only free text in the log. */
export interface FailureEntry extends AuditEntry {
  readonly error: string;
}

/** A file that is larger starts anew; the one before it is kept, so a day takes twice this at most. */
const LARGEST_FILE = 512 * 1024;
const DAYS_KEPT = 14;

/**
 * As {@link audit}, with the text of an error, which may quote what the guard looked at: it goes in on one line and
 * without its secrets. What finds them is loaded for this only.
 */
export async function auditFailure(place: Surroundings, now: number, entry: FailureEntry): Promise<void> {
  const { redactLine } = await import("../secret/redact.ts");
  append(place, now, { ...entry, error: redactLine(entry.error, 500) });
}

/** Appends `entry`; a failure is ignored, since a decision must not depend on the log. */
export function audit(place: Surroundings, now: number, entry: AuditEntry): void {
  append(place, now, entry);
}

function append(place: Surroundings, now: number, entry: AuditEntry | FailureEntry): void {
  try {
    const folder = stateDirectory(place, "audit");
    const path = join(folder, `${new Date(now).toISOString().slice(0, 10)}.jsonl`, place.os);
    let size = -1;
    try {
      const info = Deno.lstatSync(path);
      if (!info.isFile) return;
      size = info.size;
      if (size > LARGEST_FILE) {
        Deno.renameSync(path, path.replace(/\.jsonl$/, ".earlier.jsonl"));
        size = -1;
      }
    } catch {
      removeOldDays(folder, place);
    }
    const line = JSON.stringify({
      time: new Date(now).toISOString(),
      ...entry,
      session: entry.session === undefined ? undefined : oneLine(entry.session, 80),
    });
    const file = Deno.openSync(path, { append: true, create: true, read: size > 0, mode: 0o600 });
    try {
      writeAll(file, new TextEncoder().encode(`${endsTorn(file, size) ? "\n" : ""}${line}\n`));
    } finally {
      file.close();
    }
  } catch {
    // A full or read-only disk.
  }
}

/** A writer that died may have left half a line, which the new one must not join. */
function endsTorn(file: Deno.FsFile, size: number): boolean {
  if (size <= 0) return false;
  const last = new Uint8Array(1);
  file.seekSync(size - 1, Deno.SeekMode.Start);
  return file.readSync(last) === 1 && last[0] !== 10;
}

function removeOldDays(folder: string, { os }: Surroundings): void {
  const days = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) =>
    /^\d{4}-\d\d-\d\d(?:\.earlier)?\.jsonl$/.test(name)
  );
  for (const name of days.sort().slice(0, -2 * DAYS_KEPT)) Deno.removeSync(join(folder, name, os));
}
