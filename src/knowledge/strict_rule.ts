/** Refuses what matches a block pattern that a person has approved, in the scope of its rule. */
import type { Environment } from "../base/environment.ts";
import type { Os } from "../base/platform.ts";
import { relativeTo, withSlashes } from "../base/path.ts";
import type { Event } from "../contract/event.ts";
import type { FileChange } from "../effect/effects.ts";
import type { ShellReading } from "../shell/reading.ts";
import { isApproved, readApprovals } from "./approvals.ts";
import { readyPattern } from "./block_pattern.ts";
import { openKnowledge } from "./cache.ts";
import type { BlockTarget, Item } from "./item.ts";
import { coveringAny, hasSymbol } from "./scope.ts";
import { folds, touchedBy } from "./touched.ts";

/** What the guards of knowledge see of a call. */
export interface KnowledgeCall {
  readonly event: Event;
  readonly os: Os;
  readonly env: Environment;
  readonly root: () => string;
  readonly targets: readonly FileChange[];
  readonly command: string | undefined;
  readonly shell: () => Promise<ShellReading | undefined>;
  readonly checkTime: () => void;
}

/** What a guard of knowledge found. */
export interface KnowledgeFinding {
  readonly values: Readonly<Record<string, string | number | undefined>>;
  readonly atMost?: "advise" | "ask";
  readonly rule?: string;
  readonly tellOperator?: boolean;
  readonly onlyOperator?: boolean;
}

/** One text that is tried, and the paths that it is about, from the root. */
interface Tried {
  readonly on: BlockTarget;
  readonly text: string;
  readonly paths: readonly string[];
}

/** The first approved pattern that matches what the call would write or run. */
export async function judgeStrictRule(call: KnowledgeCall): Promise<KnowledgeFinding | undefined> {
  const { os, env } = call;
  const place = { env, os };
  const root = call.root();
  // Most users have approved nothing, and then nothing is opened.
  const approvals = readApprovals(place).filter(({ repo, kind }) => repo === root && kind === "block");
  if (approvals.length === 0) return undefined;
  const knowledge = await openKnowledge(place, root, call.targets.map(({ absolute }) => absolute));
  if (knowledge === undefined) return undefined;
  const approved: Item[] = [];
  for (const item of knowledge.items) {
    if (item.block !== undefined && await isApproved(approvals, root, item, "block")) approved.push(item);
  }
  if (approved.length === 0) return undefined;
  for (const tried of await triedTexts(call)) {
    for (const item of approved) {
      call.checkTime();
      if (!item.block!.on.includes(tried.on)) continue;
      const path = tried.paths.find((one) => coveringAny(item, [one], folds(os)) !== undefined);
      if (path === undefined || !hasSymbol(item, `${path}\n${tried.text}`)) continue;
      const found = readyPattern(item.block!.pattern, item.block!.flags).find(tried.text, call.checkTime);
      if (found === undefined) continue;
      return {
        values: {
          rule: item.title,
          path: path === "" ? undefined : path,
          found,
          summary: item.summary === item.title ? undefined : item.summary.replace(/[.!]+$/, ""),
          file: item.file,
        },
        rule: item.id,
      };
    }
  }
  return undefined;
}

async function triedTexts(call: KnowledgeCall): Promise<Tried[]> {
  const { os, targets, command } = call;
  const root = call.root();
  if (command !== undefined) {
    const touched = await touchedBy({ ...call, root, changes: targets });
    // A command whose paths lie outside the project is none of its business.
    return touched === undefined ? [] : [{ on: "shell", text: command, paths: touched.paths }];
  }
  const tried: Tried[] = [];
  for (const { absolute, text, form } of targets) {
    if (form === "delete") continue;
    const direct = relativeTo(absolute, root, os);
    const paths = direct !== undefined
      ? [withSlashes(direct, os)]
      : (await touchedBy({ ...call, root, changes: [{ absolute, text, form }] }))?.paths ?? [];
    tried.push({ on: "write", text, paths });
  }
  return tried;
}
