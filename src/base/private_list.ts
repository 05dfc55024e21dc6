/** Lists of the operator's in files that nobody else may write: what they hold is trusted. */
import { isObject } from "./json.ts";
import type { Os } from "./platform.ts";
import { readSmall } from "./read_small.ts";

const LARGEST = 4 * 1024 * 1024;

/** What is known of `file` where it is a plain file, no link, that others may not write; else undefined. */
export function statPrivate(file: string, os: Os): Deno.FileInfo | undefined {
  try {
    const info = Deno.lstatSync(file);
    const closed = os === "windows" || info.mode === null || (info.mode & 0o022) === 0;
    return info.isFile && closed ? info : undefined;
  } catch {
    return undefined;
  }
}

/** Those under `approvals` in `file` that are approvals by their form; none where the file is missing or broken. */
export function readApprovalList<Approval>(
  file: string,
  isApproval: (value: unknown) => value is Approval,
): Approval[] {
  try {
    const value: unknown = JSON.parse(readSmall(file, LARGEST) ?? "");
    const list = isObject(value) && value["version"] === 1 ? value["approvals"] : undefined;
    return Array.isArray(list) ? list.filter(isApproval) : [];
  } catch {
    return [];
  }
}
