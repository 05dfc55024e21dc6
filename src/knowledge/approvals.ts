/**
 * What a person has approved: block patterns and required checks, each by a digest over everything that decides what
 * it does. The file lies beside the operator's configuration, outside every repository, where no tool call may write.
 */
import { sha256 } from "../base/digest.ts";
import { writeAtomic } from "../base/atomic.ts";
import { configFolder, type Surroundings } from "../base/folders.ts";
import { asString, isObject } from "../base/json.ts";
import { ensurePrivateFolder } from "../base/private_folder.ts";
import { readApprovalList, statPrivate } from "../base/private_list.ts";
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

/** All approvals; none where the file is missing, broken, a link, or may be written by others. */
export function readApprovals(place: Surroundings): Approval[] {
  const file = approvalsFile(place);
  return file === undefined || statPrivate(file, place.os) === undefined
    ? []
    : readApprovalList(file, isApproval);
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
  return text === undefined ? undefined : await sha256(new TextEncoder().encode(text));
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
