/** Reads the audit log, oldest line first. */
import { isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { type AuditFile, auditFiles, FULL } from "./audit_files.ts";

/** A line of the log: its keys as they stand, its time as a number. */
export interface LogLine {
  readonly at: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What is wanted; what is undefined does not matter. */
export interface LogFilter {
  readonly since: number | undefined;
  readonly harness: string | undefined;
  readonly session: string | undefined;
  readonly guard: string | undefined;
  readonly action: string | undefined;
}

/** How far a reader has come in each file, by its name. */
export type LogPlace = Map<string, number>;

/** Far more than a file of ours can hold. */
const LARGEST = 4 * FULL;

/**
 * The lines in `folder` that were not read before, and fit. `place` is brought up to date; half a line at the end of a
 * file waits for its other half. Broken lines are passed over.
 */
export function readLog(folder: string, filter: LogFilter, place: LogPlace, os: Os): LogLine[] {
  let files: AuditFile[];
  try {
    files = auditFiles(folder);
  } catch {
    return [];
  }
  const from = filter.since === undefined ? "" : new Date(filter.since).toISOString().slice(0, 10);
  return files.filter(({ day }) => day >= from).flatMap(({ name }) =>
    newLines(join(folder, name, os), name, place).flatMap((text) => {
      const line = asLine(text);
      return line !== undefined && fits(line, filter) ? [line] : [];
    })
  );
}

function newLines(path: string, name: string, place: LogPlace): string[] {
  try {
    const info = Deno.lstatSync(path);
    const from = place.get(name) ?? 0;
    if (!info.isFile || info.size <= from || info.size > LARGEST) return [];
    const bytes = Deno.readFileSync(path);
    const end = bytes.lastIndexOf(10) + 1;
    if (end <= from) return [];
    place.set(name, end);
    return new TextDecoder().decode(bytes.subarray(from, end)).split("\n").filter((line) => line !== "");
  } catch {
    // Removed meanwhile to make room.
    return [];
  }
}

function asLine(text: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const at = isObject(value) && typeof value["time"] === "string" ? Date.parse(value["time"]) : NaN;
    return Number.isNaN(at) ? undefined : { at, fields: value as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

function fits({ at, fields }: LogLine, { since, harness, session, guard, action }: LogFilter): boolean {
  const is = (key: string, wanted: string | undefined) => wanted === undefined || fields[key] === wanted;
  // The beginning of a session's id is enough for a person.
  const ofSession = session === undefined ||
    (typeof fields["session"] === "string" && fields["session"].startsWith(session));
  return (since === undefined || at >= since) && ofSession && is("harness", harness) && is("guard", guard) &&
    is("action", action);
}
