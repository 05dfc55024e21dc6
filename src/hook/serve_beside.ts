/**
 * Another process holds the resident's place: is it one that does, or is it asked to leave? Loaded only then, since
 * whoever starts the first resident waits for it.
 */
import { compareVersions } from "../base/compare_versions.ts";
import { pause } from "../base/pause.ts";
import { knock, type Proven, type ResidentStatus } from "../resident/knock.ts";
import type { Residence } from "../resident/residence.ts";
import type { SessionNote } from "../resident/sessions.ts";
import { LONG, SHORT } from "./serve_times.ts";

/** What came of meeting it. */
export type Met =
  /** There is one already, of this version or a newer one. */
  | { readonly kind: "runs"; readonly status: ResidentStatus }
  /** Somebody else listens on the port. */
  | { readonly kind: "stranger" }
  /** One that holds the lock, but gives no sign. */
  | { readonly kind: "silent" }
  /** It is leaving, or has left; with what sessions had handed over to it. */
  | { readonly kind: "leaves"; readonly notes: readonly SessionNote[] };

/**
 * Meets the other one. `version` is ours; one that is older is asked to leave, and with `replace` any other. We are
 * ready by then: it leaves when nobody asks anything, so the port is free for a moment only.
 */
export async function meetOther(residence: Residence, version: string, replace: boolean): Promise<Met> {
  const found = await patiently(residence);
  if (found.kind !== "resident") return { kind: found.kind === "stranger" ? "stranger" : "silent" };
  try {
    const status = await found.status();
    if (!replace && compareVersions(version, status.version) <= 0) return { kind: "runs", status };
    return { kind: "leaves", notes: await notesOf(found) };
  } finally {
    found.close();
  }
}

/** One that has the lock may not listen yet, and one that is leaving may have no successor yet. */
async function patiently(residence: Residence) {
  for (let waited = 0;; waited += SHORT) {
    const found = await knock(residence);
    if (found.kind === "resident" || found.kind === "stranger" || waited >= LONG) return found;
    await pause(SHORT);
  }
}

/** One that is gone has left its lock. */
const notesOf = (old: Proven): Promise<SessionNote[]> => old.retire().catch(() => []);
