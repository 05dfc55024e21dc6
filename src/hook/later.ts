/**
 * What was to be said on an event whose answer the model does not read, kept for the next event of the session whose
 * answer it does. Loaded only for harnesses that have such events.
 */
import { writeAll } from "../base/atomic.ts";
import { isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import type { Event } from "../contract/event.ts";
import { stateDirectory } from "../state/directory.ts";
import { fileKey } from "../state/key.ts";
import { removeOld } from "../state/session.ts";
import type { Request } from "./request.ts";

/** What is older was about something else. */
const KEPT = 10 * 60 * 1000;
/** More than the longest text that any harness takes is never told. */
const LARGEST = 64 * 1024;

/** Keeps `text` for the session of `event`; a failure loses it, which is no more than the harness does. */
export function keepForLater(request: Request, event: Event, text: string): void {
  try {
    const path = fileOf(request, event);
    const file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
    try {
      writeAll(file, new TextEncoder().encode(`${JSON.stringify({ at: request.clock(), text })}\n`));
    } finally {
      file.close();
    }
  } catch {
    // Nowhere to keep it.
  }
}

/** What was kept for the session of `event`, which is then gone: only one of several processes gets it. */
export function takeKept(request: Request, event: Event): string | undefined {
  try {
    const path = fileOf(request, event);
    const mine = `${path}.${Deno.pid}-${request.clock()}`;
    Deno.renameSync(path, mine);
    const small = Deno.lstatSync(mine).size <= LARGEST;
    const lines = small ? Deno.readTextFileSync(mine).split("\n") : [];
    Deno.removeSync(mine);
    removeOld(stateDirectory(request, "later"), request.clock(), request);
    const texts = lines.flatMap((line) => textOf(line, request.clock()));
    return texts.length === 0 ? undefined : [...new Set(texts)].join("\n\n");
  } catch {
    // Mostly there is nothing.
    return undefined;
  }
}

function fileOf(request: Request, event: Event): string {
  const key = fileKey(event.sessionId) ?? `process-${request.parentPid}`;
  return join(stateDirectory(request, "later"), `${key}.jsonl`, request.os);
}

function textOf(line: string, now: number): string[] {
  try {
    const kept: unknown = JSON.parse(line);
    if (!isObject(kept) || typeof kept["text"] !== "string" || typeof kept["at"] !== "number") return [];
    return now - kept["at"] < KEPT ? [kept["text"]] : [];
  } catch {
    return [];
  }
}
