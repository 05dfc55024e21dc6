/**
 * The files of the audit log: `2026-11-30.jsonl`, then `2026-11-30.1.jsonl` and so on when one is full. A full file is
 * left alone and the next one begun, so that writers who come at once never move a file under one another.
 */
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";

/** A file is full at this size. With the number of files it bounds the whole log to less than 20 MB. */
export const FULL = 1024 * 1024;
const FILES_KEPT = 16;
const DAYS_KEPT = 30;
const DAY = 24 * 60 * 60 * 1000;
const NAME = /^(\d{4}-\d\d-\d\d)(?:\.(earlier|\d{1,4}))?\.jsonl$/;

/** A file of the log. */
export interface AuditFile {
  readonly name: string;
  readonly day: string;
  /** Its place within the day; what an older version has moved aside comes first. */
  readonly number: number;
}

/** The files in `folder`, oldest first. */
export function auditFiles(folder: string): AuditFile[] {
  const files: AuditFile[] = [];
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    const match = NAME.exec(name);
    if (match === null || !isFile) continue;
    const number = match[2] === undefined ? 0 : match[2] === "earlier" ? -1 : Number(match[2]);
    files.push({ name, day: match[1]!, number });
  }
  return files.sort((a, b) => a.day === b.day ? a.number - b.number : a.day < b.day ? -1 : 1);
}

/** The file that takes a line of the time `now`. Where it is a new one, the oldest files make room. */
export function fileFor(folder: string, now: number, os: Os): string {
  const day = new Date(now).toISOString().slice(0, 10);
  const files = auditFiles(folder);
  const last = files.findLast((file) => file.day === day && file.number >= 0);
  const full = last !== undefined && Deno.lstatSync(join(folder, last.name, os)).size >= FULL;
  if (last !== undefined && !full) return join(folder, last.name, os);
  const oldest = new Date(now - DAYS_KEPT * DAY).toISOString().slice(0, 10);
  const kept = files.filter((file) => file.day >= oldest);
  const gone = [
    ...files.filter((file) => file.day < oldest),
    ...kept.slice(0, Math.max(0, kept.length - FILES_KEPT + 1)),
  ];
  for (const { name } of gone) {
    try {
      Deno.removeSync(join(folder, name, os));
    } catch {
      // Another process was faster.
    }
  }
  const number = last === undefined ? 0 : last.number + 1;
  return join(folder, number === 0 ? `${day}.jsonl` : `${day}.${number}.jsonl`, os);
}
