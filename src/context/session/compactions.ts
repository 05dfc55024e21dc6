/** What was kept of a session before its compactions. */
import { isObject } from "../../base/json.ts";
import { oneLine } from "../../base/text.ts";
import { readSnapshot, snapshotFile } from "../../state/snapshot.ts";
import type { Moment } from "../moment.ts";

/** The state of a session just before it was compacted. */
export interface Kept {
  /** When, and what has set it off: `manual`, `auto`. The last comes last. */
  readonly compactions: readonly { readonly at: number; readonly trigger: string }[];
  /** What the operator has asked the compaction to keep. */
  readonly instructions: string | undefined;
  readonly worktree: string;
  readonly branch: string | undefined;
  readonly asked: readonly string[];
  readonly files: readonly string[];
  readonly fileCount: number;
  readonly commands: readonly string[];
  readonly errors: readonly string[];
  readonly decisions: readonly string[];
  readonly tasks: readonly string[];
}

/** The file of the session's state; undefined for one without a usable id. */
export function keptFile({ place, event, now }: Moment): string | undefined {
  return snapshotFile(place, "compaction-state", event.sessionId, now);
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** What was kept for the session; undefined where nothing was. */
export function readKept(moment: Moment): Kept | undefined {
  try {
    const file = keptFile(moment);
    const value = file === undefined ? undefined : readSnapshot(file);
    if (!isObject(value) || !Array.isArray(value["compactions"])) return undefined;
    const right = value["compactions"].every((one) =>
      isObject(one) && typeof one["at"] === "number" && typeof one["trigger"] === "string"
    ) && ["asked", "files", "commands", "errors", "decisions", "tasks"].every((key) =>
      isTexts(value[key])
    );
    return right ? value as unknown as Kept : undefined;
  } catch {
    return undefined;
  }
}

/** The compactions of the session, one line each. */
export function compactionsOf(moment: Moment): string[] {
  return (readKept(moment)?.compactions ?? []).map(({ at, trigger }) =>
    `${new Date(at).toISOString()} (${oneLine(trigger, 20)})`
  );
}
