/**
 * Keeps the model from a server of tools that has just shown that it does not answer. It learns from failed calls only:
 * no server is started, asked or connected to.
 */
import { isObject } from "../base/json.ts";
import { append, type Fold, peek } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";
import { serverOf } from "./mcp_server.ts";
import { outageIn } from "./mcp_outage.ts";

/** The first pause; it doubles with each failure after it, up to the longest. */
const FIRST = 30_000;
const LONGEST = 10 * 60_000;
/** A server that was not seen to fail for so long after a pause starts with the first pause again. */
const FORGETS = 30 * 60_000;

/** How a server stands. */
export interface Health {
  /** Failures in a row; 0: it answers, as far as is known. */
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
  readonly retryAt: number;
  /** What the last failure was, in words of ours. */
  readonly why: string;
}

/** A call that failed for a reason of the server's, or one that went through. */
export type HealthEntry = { readonly failed: string; readonly at: number } | { readonly fine: true };

const FINE: Health = { failures: 0, failedAt: 0, retryAt: 0, why: "" };

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** How the calls to a server add up. */
export const healthFold: Fold<Health, HealthEntry> = {
  initial: FINE,
  add(health, entry) {
    if ("fine" in entry) return FINE;
    const { failed, at } = entry;
    // Calls that were under way together fail together.
    if (health.failures > 0 && at < health.retryAt && at >= health.failedAt) {
      return { ...health, why: failed };
    }
    const failures = at - health.retryAt > FORGETS ? 1 : health.failures + 1;
    const pause = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 10));
    return { failures, failedAt: at, retryAt: at + pause, why: failed };
  },
  asState(value) {
    if (!isObject(value)) return undefined;
    const { failures, failedAt, retryAt, why } = value;
    return isCount(failures) && isCount(failedAt) && isCount(retryAt) && typeof why === "string"
      ? { failures, failedAt, retryAt, why }
      : undefined;
  },
  asEntry(value) {
    if (!isObject(value)) return undefined;
    if (value["fine"] === true) return { fine: true };
    const { failed, at } = value;
    return typeof failed === "string" && isCount(at) ? { failed, at } : undefined;
  },
};

/** What is known of the server that the call goes to, or what the call tells of it. */
export function judgeServer(call: Call): Finding | undefined {
  const { event, settings } = call;
  const server = serverOf(event);
  if (server === undefined) return undefined;
  const now = (call.clock ?? Date.now)();
  // For all sessions of this user: they talk to the same servers.
  const journal = sessionJournal({ env: call.env, os: call.os }, "mcp-health", server, 0, now);
  const health = peek(journal, healthFold);
  const failsOpen = settings.mcpFailOpen === true ? { atMost: "advise" as const } : {};
  if (event.name === "PreToolUse") {
    const seconds = secondsLeft(health, now);
    return seconds === undefined
      ? undefined
      : { ...failsOpen, values: { server, why: health.why, seconds }, rule: "mcp-health/pause" };
  }
  if (event.name === "PostToolUse") {
    if (health.failures > 0 && call.keep !== undefined) append(journal, { fine: true }, healthFold);
    return undefined;
  }
  const why = outageIn(event);
  if (why === undefined) return undefined;
  const entry: HealthEntry = { failed: why, at: now };
  const after = call.keep === undefined
    ? healthFold.add(health, entry)
    : append(journal, entry, healthFold).after;
  const seconds = secondsLeft(after, now);
  return { atMost: "advise", values: { server, why, seconds }, rule: "mcp-health/failure" };
}

/** For how many seconds the server is left alone; undefined where it is not. A clock that was set back ends a pause. */
function secondsLeft({ failures, retryAt }: Health, now: number): number | undefined {
  const left = retryAt - now;
  return failures > 0 && left > 0 && left <= LONGEST ? Math.ceil(left / 1000) : undefined;
}
