/** The audit log: one JSON line per thing worth knowing later, by day, in the state folder. */
import { writeAll } from "../base/atomic.ts";
import type { Surroundings } from "../base/folders.ts";
import { oneLine } from "../base/text.ts";
import { fileFor } from "./audit_files.ts";
import { stateDirectory } from "./directory.ts";
import type { Operation } from "./operation.ts";

/** One line. Never the content of a file or a command. */
export interface AuditEntry {
  /** `session`: the measures of a session that has ended. */
  readonly kind: "guard-failed" | "decision" | "operation" | "session";
  readonly event: string;
  readonly harness: string;
  readonly session: string | undefined;
  readonly guard: string;
  readonly action?: string;
  readonly tool?: string | undefined;
  /** The row or pattern that a finding comes from. */
  readonly rule?: string | undefined;
  readonly messages?: number;
  readonly calls?: number;
  readonly files?: number;
  readonly operations?: number;
  readonly dollars?: number;
}

/** Why a guard failed: the only free text in the log. */
export interface FailureEntry extends AuditEntry {
  readonly error: string;
}

/** What of an event stands in the log. */
export interface Occasion {
  readonly name: string;
  readonly harness: string;
  readonly sessionId: string | undefined;
}

/**
 * As {@link audit}, with the text of an error, which may quote what the guard looked at: it goes in on one line and
 * without its secrets. What finds them is loaded for this only.
 */
export async function auditFailure(place: Surroundings, now: number, entry: FailureEntry): Promise<void> {
  const { redactLine } = await import("../secret/redact.ts");
  append(place, now, { ...entry, error: redactLine(entry.error, 500) });
}

/** As {@link audit}, of an operation: its path goes in without its secrets and at most 200 characters long. */
export async function auditOperation(
  place: Surroundings,
  now: number,
  event: Occasion,
  operation: Operation,
): Promise<void> {
  const { redactLine } = await import("../secret/redact.ts");
  const short = (text: string | undefined) => text === undefined ? undefined : redactLine(text, 200);
  append(place, now, {
    kind: "operation",
    event: event.name,
    harness: event.harness,
    session: event.sessionId,
    guard: "operation-log",
    ...operation,
    what: short(operation.what),
    program: short(operation.program),
    path: short(operation.path),
  });
}

/** Appends `entry`; a failure is ignored, since a decision must not depend on the log. */
export function audit(place: Surroundings, now: number, entry: AuditEntry): void {
  append(place, now, entry);
}

function append(
  place: Surroundings,
  now: number,
  entry: AuditEntry & Partial<Operation> & { readonly error?: string },
): void {
  try {
    const path = fileFor(stateDirectory(place, "audit"), now, place.os);
    const size = sizeOf(path);
    if (size === undefined) return;
    const text = (value: string | undefined, most: number) =>
      value === undefined ? undefined : oneLine(value, most);
    const line = JSON.stringify({
      time: new Date(now).toISOString(),
      ...entry,
      session: text(entry.session, 80),
      tool: text(entry.tool, 120),
      rule: text(entry.rule, 120),
    });
    const file = Deno.openSync(path, { append: true, create: true, read: size > 0, mode: 0o600 });
    try {
      // In one write: lines of several processes then stay whole.
      writeAll(file, new TextEncoder().encode(`${endsTorn(file, size) ? "\n" : ""}${line}\n`));
    } finally {
      file.close();
    }
  } catch {
    // A full or read-only disk.
  }
}

/** The size of the file at `path`, 0 for none; undefined for what is no regular file. */
function sizeOf(path: string): number | undefined {
  try {
    const info = Deno.lstatSync(path);
    return info.isFile ? info.size : undefined;
  } catch {
    return 0;
  }
}

/** A writer that died may have left half a line, which the new one must not join. */
function endsTorn(file: Deno.FsFile, size: number): boolean {
  if (size <= 0) return false;
  const last = new Uint8Array(1);
  file.seekSync(size - 1, Deno.SeekMode.Start);
  return file.readSync(last) === 1 && last[0] !== 10;
}
