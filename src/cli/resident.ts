/** The resident, as the commands that register with harnesses need it. */
import { configFolder } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { pause } from "../base/pause.ts";
import { knock, type ResidentStatus } from "../resident/knock.ts";
import { ensurePort } from "../resident/port.ts";
import type { OwnProgram } from "../resident/program.ts";
import { type Residence, residenceOf } from "../resident/residence.ts";
import { startDetached } from "../resident/start_detached.ts";
import { ensureToken } from "../resident/token.ts";
import { FROM_SOURCE } from "../register/program.ts";
import type { ResidentAddress } from "../register/transport.ts";
import type { Io } from "./io.ts";

/** How long one that was started may take, in milliseconds. */
const PATIENCE = 3_000;
const STEP = 50;

/** The place of the resident. @throws Error without a home folder */
export function residenceHere(io: Io): Residence {
  return residenceOf(io.environment(), io.os);
}

/** Its address, chosen where there is none yet. @throws Error where its files cannot be used */
export function ensureAddress(io: Io): ResidentAddress {
  const residence = residenceHere(io);
  return { residence, port: ensurePort(residence), token: ensureToken(residence) };
}

/** Whether one was ever set up here; nothing is made by looking. */
export function isResidentKnown(io: Io): boolean {
  const config = configFolder(io);
  if (config === undefined) return false;
  try {
    return Deno.statSync(join(config, "resident", io.os)).isDirectory;
  } catch {
    return false;
  }
}

/** This program, as it is started anew. */
function programOf({ self }: Io): OwnProgram {
  return self.compiled
    ? { command: self.path, leading: [] }
    : { command: self.path, leading: [...FROM_SOURCE, self.main] };
}

/** Starts the resident where nobody listens, and waits until it answers. @returns whether it runs */
export async function startResident(io: Io): Promise<boolean> {
  const residence = residenceHere(io);
  if ((await residentStatus(residence)).kind === "resident") return true;
  await startDetached(programOf(io), [], residence);
  for (let waited = 0; waited < PATIENCE; waited += STEP) {
    await pause(STEP);
    if ((await residentStatus(residence)).kind === "resident") return true;
  }
  return false;
}

/** Who listens, and what the resident tells of itself. */
export type ResidentSeen =
  | { readonly kind: "resident"; readonly port: number; readonly status: ResidentStatus }
  | { readonly kind: "absent" | "stranger" | "silent"; readonly port: number | undefined }
  /** The token or another of its files is no secret any more, or cannot be read. */
  | { readonly kind: "unsafe"; readonly why: string };

/** Asks whoever listens on the port of `residence`. */
export async function residentStatus(residence: Residence): Promise<ResidentSeen> {
  try {
    const found = await knock(residence);
    if (found.kind !== "resident") return found;
    try {
      return { kind: "resident", port: found.port, status: await found.status() };
    } finally {
      found.close();
    }
  } catch (error) {
    return { kind: "unsafe", why: error instanceof Error ? error.message : String(error) };
  }
}

/** What the resident tells, in a line. */
export function describeResident({ status, port }: Extract<ResidentSeen, { kind: "resident" }>): string {
  const { pid, version, uptime, events, median, percentile99, problems, lastProblem } = status;
  const spent = median === undefined || percentile99 === undefined
    ? ""
    : `, median ${median.toFixed(1)} ms, 99th percentile ${percentile99.toFixed(1)} ms`;
  const last = problems === 0 ? "" : `; ${problems} problems, the last: ${lastProblem}`;
  return `process ${pid}, version ${version}, port ${port}, up ${
    Math.round(uptime / 1000)
  } s, ${events} events${spent}${last}`;
}
