/** A session start that reaches us through two sets of entries is answered once. */
import type { Contract } from "../contract/contract.ts";
import type { Event } from "../contract/event.ts";
import { claim } from "../state/marker.ts";
import { fingerprint } from "../state/key.ts";
import type { Request } from "./request.ts";

/** Two sets run at the same moment; a later start of the same session, such as a second compaction, is a new one. */
const BINDS = 10_000;

/**
 * Whether this call is the one that answers. Cursor and Devin load the entries of Claude Code's settings beside
 * their own; the two commands share a marker per session and source, and whoever comes second says nothing. Under
 * a harness that imports nothing the marker is never looked at.
 */
export function speaksFirst(request: Request, contract: Contract, event: Event): boolean {
  const shared = contract.importsClaudeCode ||
    contract.importerVariables.some((name) => request.env(name) !== undefined);
  if (!shared) return true;
  // Two commands that were started through different shells have no parent in common, but the same project.
  const who = event.sessionId ?? event.cwd;
  const key = `start-${fingerprint(`${who}\n${event.source ?? "no source"}`)}`;
  return claim(request, "session-start", key, request.clock(), BINDS);
}
