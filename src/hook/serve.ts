/**
 * The beginning of a resident: it comes when nobody else is there. Somebody waits for it, so it listens before the
 * larger part of it is loaded, and who connects has done so by then.
 */
import { pause } from "../base/pause.ts";
import { VERSION } from "../base/version.ts";
import type { ResidentStatus } from "../resident/knock.ts";
import { type Lock, takeLock } from "../resident/lock.ts";
import { ensurePort, LOOPBACK } from "../resident/port.ts";
import type { OwnProgram } from "../resident/program.ts";
import type { Residence } from "../resident/residence.ts";
import type { SessionNote } from "../resident/sessions.ts";
import { ensureToken } from "../resident/token.ts";
import { LONG, SHORT } from "./serve_times.ts";

/** How often it is tried to listen, in milliseconds. */
const STEP = 5;

/** How a resident is started. */
export interface ServeOptions {
  readonly residence: Residence;
  readonly program: OwnProgram;
  readonly assets: string;
  /** Takes over from the one that runs, whatever its version. */
  readonly replace?: boolean;
  readonly version?: string;
  /** A clock that never jumps, in milliseconds. */
  readonly now?: () => number;
  /** Starts a successor; for tests. */
  readonly succeed?: () => Promise<void>;
  /** Is told of the port as soon as connections come in; the first one may be answered some milliseconds later. */
  readonly listening?: (port: number) => void;
}

/** What came of it. */
export type Serving =
  | { readonly kind: "serving"; readonly resident: Resident }
  /** There is one already, of this version or a newer one. */
  | { readonly kind: "runs"; readonly status: ResidentStatus }
  /** Somebody else listens on the port. */
  | { readonly kind: "taken"; readonly port: number }
  /** One that holds the lock, but gives no sign. */
  | { readonly kind: "silent"; readonly port: number };

/** A resident that runs in this process. */
export interface Resident {
  readonly port: number;
  /** Looks whether it is needed and is what is installed; it does so itself now and then. */
  readonly look: () => void;
  /** Ends at once, but for events that are being answered. */
  readonly stop: () => void;
  /** Resolves when it is over. */
  readonly finished: Promise<void>;
}

/** What a resident has before it is loaded. */
export interface Place {
  readonly token: string;
  readonly port: number;
  readonly lock: Lock;
  readonly listener: Deno.TcpListener;
  /** What sessions had handed over to the one before. */
  readonly notes: readonly SessionNote[];
}

/** Starts a resident in this process, where none is needed more. @throws Error where its files cannot be used */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { residence, version = VERSION } = options;
  const token = ensureToken(residence);
  const port = ensurePort(residence);
  const lock = await takeLock(residence.lockFile, SHORT);
  if (lock !== undefined) return await settle(options, { token, port, lock, notes: [] });
  // The other one leaves when we are ready, so that nobody is made to wait.
  await load();
  const { meetOther } = await import("./serve_beside.ts");
  const met = await meetOther(residence, version, options.replace === true);
  if (met.kind === "runs") return met;
  if (met.kind !== "leaves") return { kind: met.kind === "stranger" ? "taken" : "silent", port };
  const left = await takeLock(residence.lockFile, LONG);
  // Another successor was faster.
  if (left === undefined) return await serve({ ...options, replace: false });
  return await settle(options, { token, port, lock: left, notes: met.notes });
}

const load = () => import("./settled.ts");

/** Nobody else is there, so whoever has the port is a stranger. */
async function settle(options: ServeOptions, place: Omit<Place, "listener">): Promise<Serving> {
  const { port, lock } = place;
  let listener: Deno.TcpListener | undefined;
  try {
    listener = await bind(port);
    if (listener === undefined) {
      lock.release();
      return { kind: "taken", port };
    }
    options.listening?.(port);
    const { settleIn } = await load();
    return { kind: "serving", resident: settleIn(options, { ...place, listener }) };
  } catch (error) {
    listener?.close();
    lock.release();
    throw error;
  }
}

/** Listens on `port`; undefined where somebody else does. */
async function bind(port: number): Promise<Deno.TcpListener | undefined> {
  for (let waited = 0;; waited += STEP) {
    try {
      return Deno.listen({ hostname: LOOPBACK, port });
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      // Some systems take a moment to let go of a port.
      if (waited >= SHORT) return undefined;
      await pause(STEP);
    }
  }
}
