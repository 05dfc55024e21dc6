/**
 * Which rule files of projects the operator has approved, by what is in them. An agent can write a project's files,
 * so a file that was changed counts as new; what was approved holds in every checkout of the project.
 */
import { sha256 } from "../base/digest.ts";
import { writeAtomic } from "../base/atomic.ts";
import { isObject } from "../base/json.ts";
import { dirName } from "../base/path.ts";
import { ensurePrivateFolder } from "../base/private_folder.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";

/** One approval. */
export interface Approval {
  readonly digest: string;
  /** Where the file was then. */
  readonly file: string;
  readonly at: string;
}

const MOST = 2_000;
const LARGEST = 1024 * 1024;

/** The digest of a file's bytes. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  return `sha256:${await sha256(bytes)}`;
}

/** The approvals kept in `file`; none where there is no such file or it is broken. */
export function readApprovals(file: string | undefined): Approval[] {
  const text = file === undefined ? undefined : readSmall(file, LARGEST);
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    const list = isObject(value) && Array.isArray(value["approved"]) ? value["approved"] : [];
    return list.filter(isApproval);
  } catch {
    return [];
  }
}

function isApproval(value: unknown): value is Approval {
  return isObject(value) && typeof value["digest"] === "string" && typeof value["file"] === "string" &&
    typeof value["at"] === "string";
}

/** Adds approvals, the oldest going first where there are too many. */
export function addApprovals(file: string, added: readonly Approval[], os: Os): void {
  const digests = new Set(added.map(({ digest }) => digest));
  const kept = readApprovals(file).filter(({ digest }) => !digests.has(digest));
  ensurePrivateFolder(dirName(file, os), os, true);
  const value = { version: 1, approved: [...kept, ...added].slice(-MOST) };
  writeAtomic(file, `${JSON.stringify(value, null, 2)}\n`, os);
}
