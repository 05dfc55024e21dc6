/** What `garfio hook --resident` does behind its answer: the resident runs, and knows this session's surroundings. */
import { compareVersions } from "../base/compare_versions.ts";
import type { JsonObject } from "../base/json.ts";
import { pause } from "../base/pause.ts";
import type { Os } from "../base/platform.ts";
import { VERSION } from "../base/version.ts";
import { knock, type Proven } from "../resident/knock.ts";
import { ensurePort } from "../resident/port.ts";
import { ownProgram } from "../resident/program.ts";
import { type Residence, residenceOf } from "../resident/residence.ts";
import { sessionOf } from "../resident/sessions.ts";
import { startDetached } from "../resident/start_detached.ts";
import { ensureToken } from "../resident/token.ts";

/** How long the harness may be kept waiting for one that has to be started, and for one that runs, in milliseconds. */
const PATIENCE = { start: 2_000, proof: 1_000 };
const STEP = 20;

/** The call that was answered. */
export interface Kept {
  readonly payload: JsonObject | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly os: Os;
  readonly assets: string;
  /** Everything is switched off: what runs is told so, and nothing is started. */
  readonly off: boolean;
}

/**
 * Makes sure that a resident of this version or a newer one runs, and hands it the surroundings of the session.
 *
 * @returns a line for the operator where something is wrong
 * @throws Error where its files cannot be used
 */
export async function keepResident(kept: Kept): Promise<string | undefined> {
  const residence = residenceOf(kept.variables, kept.os);
  ensureToken(residence);
  ensurePort(residence);
  let found = await knock(residence, PATIENCE.proof);
  if (found.kind === "absent") {
    if (kept.off) return undefined;
    await startDetached(ownProgram(kept.assets), [], residence);
    found = await whenItRuns(residence);
    if (found.kind === "absent") return "the resident does not start; run garfio serve to see why";
  }
  if (found.kind !== "resident") return problem(found.kind, found.port);
  try {
    await tell(found, kept);
    const { version } = await found.status();
    // It answers until its successor is there, and hands on what it was told.
    if (compareVersions(VERSION, version) > 0 && !kept.off) {
      await startDetached(ownProgram(kept.assets), [], residence);
    }
  } finally {
    found.close();
  }
  return undefined;
}

async function whenItRuns(residence: Residence) {
  for (let waited = 0;; waited += STEP) {
    const found = await knock(residence, PATIENCE.proof);
    if (found.kind !== "absent" || waited >= PATIENCE.start) return found;
    await pause(STEP);
  }
}

async function tell(resident: Proven, { payload, variables, cwd }: Kept): Promise<void> {
  const session = sessionOf(payload);
  if (session !== undefined) await resident.note({ session, variables, cwd });
}

function problem(kind: "absent" | "stranger" | "silent", port: number | undefined): string {
  return kind === "silent"
    ? `the resident on port ${port} gives no sign; run garfio doctor`
    : `port ${port}, to which your harness sends its events, belongs to another program, which has seen the token by ` +
      "now: stop your harness and run garfio repair";
}
