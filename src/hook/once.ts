/** What reaches us through two sets of entries is answered once. */
import type { Event } from "../contract/event.ts";
import { fingerprint } from "../state/key.ts";
import { claim } from "../state/marker.ts";
import type { Request } from "./request.ts";

/** Two sets run at the same moment; a later start of the same session, such as a second compaction, is a new one. */
const BINDS = 10_000;

/**
 * Whether this call is the first of its session and source within ten seconds. Cursor and Devin load the entries of
 * Claude Code's settings beside their own; the two commands share a marker, and whoever comes second says nothing.
 */
export function claimStart(request: Request, event: Event): boolean {
  // Two commands that were started through different shells have no parent in common, but the same project.
  const who = event.sessionId ?? event.cwd;
  const key = `start-${fingerprint(`${who}\n${event.source ?? "no source"}`)}`;
  return claim(request, "session-start", key, request.clock(), BINDS);
}

/** Longer than what is kept of a session. */
const ALWAYS = 7 * 24 * 60 * 60 * 1000;

/** Whether this call is the first of its session, for a harness that does not tell of a start. */
export function claimSession(request: Request, event: Event): boolean {
  const key = `session-${fingerprint(event.sessionId ?? `process ${request.parentPid}`)}`;
  return claim(request, "session-begun", key, request.clock(), ALWAYS);
}

/**
 * Whether this call is the first within ten seconds that tells `text` about this call of a tool. Counters differ between
 * the two sets, so what they say does too, and is told.
 */
export function claimText(request: Request, event: Event, text: string): boolean {
  const who = event.sessionId ?? event.cwd;
  const what = JSON.stringify([who, event.name, event.toolName, event.toolInput, event.prompt, text]);
  return claim(request, "told", `told-${fingerprint(what)}`, request.clock(), BINDS);
}
