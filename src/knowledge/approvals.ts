/**
 * What a person has approved: block patterns and required checks, each by a digest over everything that decides what
 * it does. The file lies beside the operator's configuration, outside every repository, where no tool call may write.
 */
import { writeAtomic } from "../base/atomic.ts";
import { configFolder, type Surroundings } from "../base/folders.ts";
import { asString, isObject } from "../base/json.ts";
import { ensurePrivateFolder } from "../base/private_folder.ts";
import { readSmall } from "../base/read_small.ts";
import { approvalsFile } from "./gate.ts";
import type { Item } from "./item.ts";

/** What can be approved of an item. */
export type ApprovalKind = "block" | "check";

/** One approval. */
export interface Approval {
  /** The root of the project, links followed: a copy elsewhere asks again. */
  readonly repo: string;
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly digest: string;
  /** The account of the person. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

const LARGEST = 4 * 1024 * 1024;

/** All approvals; none where the file is missing, broken, a link, or may be written by others. */
export function readApprovals(place: Surroundings): Approval[] {
  const file = approvalsFile(place);
  if (file === undefined || !isPrivate(file, place)) return [];
  try {
    const value: unknown = JSON.parse(readSmall(file, LARGEST) ?? "");
    const list = isObject(value) && value["version"] === 1 ? value["approvals"] : undefined;
    return Array.isArray(list) ? list.filter(isApproval) : [];
  } catch {
    return [];
  }
}

function isPrivate(file: string, { os }: Surroundings): boolean {
  try {
    const info = Deno.lstatSync(file);
    return info.isFile && (os === "windows" || info.mode === null || (info.mode & 0o022) === 0);
  } catch {
    return false;
  }
}

function isApproval(value: unknown): value is Approval {
  return isObject(value) && (value["kind"] === "block" || value["kind"] === "check") &&
    ["repo", "id", "digest", "by", "at"].every((key) => asString(value[key]) !== undefined);
}

/** What is approved of `item`, as one text; undefined where it has nothing of that kind. */
function approvedText(item: Item, kind: ApprovalKind): string | undefined {
  const { id, paths, block, check } = item;
  if (kind === "block") {
    return block === undefined
      ? undefined
      : JSON.stringify({ id, pattern: block.pattern, flags: block.flags, on: block.on, paths });
  }
  return check === undefined ? undefined : JSON.stringify({ id, run: check.run, after: check.after, paths });
}

/** The SHA-256 of what would be approved; undefined where there is nothing of that kind. */
export async function digestOf(item: Item, kind: ApprovalKind): Promise<string | undefined> {
  const text = approvedText(item, kind);
  if (text === undefined) return undefined;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether exactly what `item` says now was approved for the project at `root`. */
export async function isApproved(
  approvals: readonly Approval[],
  root: string,
  item: Item,
  kind: ApprovalKind,
): Promise<boolean> {
  const own = approvals.filter((one) => one.repo === root && one.id === item.id && one.kind === kind);
  if (own.length === 0) return false;
  const digest = await digestOf(item, kind);
  return digest !== undefined && own.some((one) => one.digest === digest);
}

/** The approvals for the project at `root` that match no item any more: what was approved has been changed. */
export async function staleApprovals(
  approvals: readonly Approval[],
  root: string,
  items: readonly Item[],
): Promise<Approval[]> {
  const stale: Approval[] = [];
  for (const one of approvals) {
    if (one.repo !== root) continue;
    const item = items.find(({ id }) => id === one.id);
    if (item === undefined || await digestOf(item, one.kind) !== one.digest) stale.push(one);
  }
  return stale;
}

/**
 * Replaces the file.
 *
 * @throws Error where there is no place for it, or what the file system throws
 */
export function writeApprovals(place: Surroundings, approvals: readonly Approval[]): void {
  const file = approvalsFile(place);
  const folder = configFolder(place);
  if (file === undefined || folder === undefined) {
    throw new Error("no home folder is known, so there is no place for approvals");
  }
  ensurePrivateFolder(folder, place.os, true);
  const sorted = [...approvals].sort((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);
  writeAtomic(file, `${JSON.stringify({ version: 1, approvals: sorted }, null, 2)}\n`, place.os);
}

const keyOf = ({ repo, id, kind }: Approval): string => `${repo}\n${id}\n${kind}`;
