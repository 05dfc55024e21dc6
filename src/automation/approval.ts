/**
 * Which tools of which project the operator lets run, by the digest of what decides what they do. The file lies beside
 * the operator's configuration, outside every repository.
 */
import { writeAtomic } from "../base/atomic.ts";
import { configFolder, type Surroundings } from "../base/folders.ts";
import { asString, isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import { ensurePrivateFolder } from "../base/private_folder.ts";
import { readApprovalList, statPrivate } from "../base/private_list.ts";
import type { Plan } from "./plan.ts";

/** One approval. */
export interface Approval {
  /** The project's root, links followed: a copy elsewhere asks again. */
  readonly repo: string;
  readonly key: string;
  readonly digest: string;
  /** ISO 8601. */
  readonly at: string;
}

const MOST = 5_000;

/** The file of all approvals; undefined where there is no place for it. */
export function approvalsFile(place: Surroundings): string | undefined {
  const folder = configFolder(place);
  return folder === undefined ? undefined : join(folder, "automation-approvals.json", place.os);
}

/** Whether anything was ever approved: one look, before anything is searched for. */
export function hasApprovals(place: Surroundings): boolean {
  const file = approvalsFile(place);
  return file !== undefined && isOwn(file, place);
}

/** The approvals for the project at `repo`; none where the file is broken, a link, or may be written by others. */
export function readApprovals(place: Surroundings, repo: string): Approval[] {
  return readAll(place).filter((one) => one.repo === repo);
}

function readAll(place: Surroundings): Approval[] {
  const file = approvalsFile(place);
  return file === undefined || !isOwn(file, place) ? [] : readApprovalList(file, isApproval);
}

/** Approvals of programs count only from a file that is this user's. */
function isOwn(file: string, { os }: Surroundings): boolean {
  const info = statPrivate(file, os);
  return info !== undefined && (os === "windows" || info.uid === null || info.uid === Deno.uid());
}

function isApproval(value: unknown): value is Approval {
  return isObject(value) &&
    ["repo", "key", "digest", "at"].every((key) => asString(value[key]) !== undefined);
}

/** Whether exactly this plan was approved. */
export function isApproved(approvals: readonly Approval[], { key, digest }: Plan): boolean {
  return approvals.some((one) => one.key === key && one.digest === digest);
}

/**
 * Makes `approvals` those of the project at `repo`.
 *
 * @throws Error where there is no place for the file, or what the file system throws
 */
export function writeApprovals(place: Surroundings, repo: string, approvals: readonly Approval[]): void {
  const file = approvalsFile(place);
  const folder = configFolder(place);
  if (file === undefined || folder === undefined) {
    throw new Error("no home folder is known, so there is no place for approvals");
  }
  ensurePrivateFolder(folder, place.os, true);
  const all = [...readAll(place).filter((one) => one.repo !== repo), ...approvals].slice(-MOST);
  writeAtomic(file, `${JSON.stringify({ version: 1, approvals: all }, null, 2)}\n`, place.os);
}
