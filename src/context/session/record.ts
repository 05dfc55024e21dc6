/** Writes the record of a session at each end of a turn and at its end: data for the next one, and for its operator. */
import { writeAtomic } from "../../base/atomic.ts";
import { baseName } from "../../base/path.ts";
import { oneLine } from "../../base/text.ts";
import type { AuditEntry } from "../../state/audit.ts";
import type { Moment } from "../moment.ts";
import { compactionsOf } from "./compactions.ts";
import { type Digest, sessionDigest } from "./digest.ts";
import { branchOf } from "./project.ts";
import { pricesFor, totalCost } from "./prices.ts";
import { type Body, type Header, newRecord, withBlock } from "./record_file.ts";
import { readRecord, recordFile, worktreeOf } from "./records.ts";
import { openTasks } from "./tasks.ts";
import type { Tally } from "./tally.ts";
import { ALL, sessionUsage } from "./usage.ts";

const MOST_TOOLS = 20;
const MOST_FILES = 30;
/** A harness may give the end of a session no more than a second and a half. */
const AT_THE_END = 24 * 1024 * 1024;

/**
 * Brings the record of the session up to date. A session in which nobody has asked anything leaves none, and changes
 * none that is there.
 */
export function writeRecord(moment: Moment): Digest | undefined {
  const { event, now, place, root, os, dry } = moment;
  const most = event.name === "SessionEnd" ? AT_THE_END : ALL;
  const digest = sessionDigest(moment, most)?.state;
  if (digest === undefined || digest.messages === 0 || dry) return undefined;
  const path = recordFile(moment);
  if (path === undefined) return undefined;
  const tally = sessionUsage(moment, most)?.state;
  const known = readRecord(path);
  const body = bodyOf(moment, digest, tally);
  const header: Header = {
    session: oneLine(event.sessionId ?? "", 100),
    project: oneLine(baseName(root), 100),
    branch: branchOf(root, os),
    worktree: worktreeOf(moment),
    started: digest.first ?? new Date(now).toISOString(),
  };
  writeAtomic(path, known === undefined ? newRecord(header, body) : withBlock(known, body), place.os);
  return digest;
}

function bodyOf(moment: Moment, digest: Digest, tally: Tally | undefined): Body {
  const { event, now, place } = moment;
  const tools = Object.entries(digest.tools).sort((a, b) => b[1] - a[1]);
  const reason = event.payload?.["reason"];
  return {
    updated: new Date(now).toISOString(),
    ended: event.name === "SessionEnd"
      ? oneLine(typeof reason === "string" ? reason : "not said", 60)
      : undefined,
    messages: digest.messages,
    asked: digest.asked,
    calls: digest.calls,
    tools: tools.slice(0, MOST_TOOLS),
    moreTools: Math.max(0, tools.length - MOST_TOOLS),
    files: digest.files.slice(-MOST_FILES).map(([file]) => file),
    fileCount: digest.files.length,
    tasks: openTasks(digest.tasks),
    errors: digest.errors.map(({ text }) => text),
    compactions: compactionsOf(moment),
    models: tally?.models ?? {},
    prices: pricesFor(place),
  };
}

/** The context `session-record`: it says nothing. The end of a session also leaves its measures in the audit log. */
export async function sessionRecord(moment: Moment): Promise<undefined> {
  // A sub-agent's end is not the session's.
  if (moment.event.payload === undefined || moment.event.agentId !== undefined) return;
  const digest = writeRecord(moment);
  if (digest === undefined || moment.event.name !== "SessionEnd") return;
  const { audit } = await import("../../state/audit.ts");
  audit(moment.place, moment.now, measures(moment, digest));
}

function measures(moment: Moment, digest: Digest): AuditEntry {
  const { event, place } = moment;
  const models = sessionUsage(moment, 0)?.state.models ?? {};
  const cost = totalCost(models, pricesFor(place));
  return {
    kind: "session",
    event: event.name,
    harness: event.harness,
    session: event.sessionId,
    guard: "session-record",
    messages: digest.messages,
    calls: digest.calls,
    files: digest.files.length,
    operations: digest.files.reduce((sum, [, times]) => sum + times, 0),
    ...(cost === undefined ? {} : { dollars: Number(cost.toFixed(4)) }),
  };
}
