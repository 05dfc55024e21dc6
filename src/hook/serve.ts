/** The life of a resident: it comes when nobody else is there, and goes when it is not needed, replaced or told to. */
import { describeError } from "../base/errors.ts";
import { pause } from "../base/pause.ts";
import { VERSION } from "../base/version.ts";
import { DEFAULT_CONTRACT } from "../contract/contract.ts";
import { listen } from "../resident/http/server.ts";
import type { ResidentStatus } from "../resident/knock.ts";
import { type Lock, takeLock } from "../resident/lock.ts";
import { ensurePort } from "../resident/port.ts";
import { fileIdentity, type OwnProgram } from "../resident/program.ts";
import { proverOf } from "../resident/proof.ts";
import type { Residence } from "../resident/residence.ts";
import { REPLACE } from "../resident/serve_words.ts";
import { type SessionNote, Sessions } from "../resident/sessions.ts";
import { startDetached } from "../resident/start_detached.ts";
import { Statistics } from "../resident/statistics.ts";
import { ensureToken } from "../resident/token.ts";
import { errands } from "./errand.ts";
import { keepingReaders, type KeptReaders } from "./kept.ts";
import { residentDoor } from "./resident.ts";
import { LONG, SHORT } from "./serve_times.ts";

/** Without an event for so long it ends. */
export const IDLE = 30 * 60_000;
/** How often it looks whether it is still needed, and still the program that is installed. */
const LOOK = 10_000;
/** How often it is tried to listen. */
const STEP = 5;
/** A fifth of a second without an event is quiet; two seconds are the longest wait for it. */
const TURN = 20;
const QUIET_TURNS = 10;
const MOST_TURNS = 100;

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

/** Starts a resident in this process, where none is needed more. @throws Error where its files cannot be used */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { residence, assets, version = VERSION } = options;
  const token = ensureToken(residence);
  const port = ensurePort(residence);
  const readers = keepingReaders(residence.place.os);
  const taking = takeLock(residence.lockFile, SHORT);
  // In the meantime: somebody waits for the first answer, and it will need this contract most of the time.
  readers.contract(assets, DEFAULT_CONTRACT);
  const lock = await taking;
  const belongings = { token, port, readers };
  if (lock !== undefined) return await settle(options, belongings, lock, []);
  const { meetOther } = await import("./serve_beside.ts");
  const met = await meetOther(residence, version, options.replace === true);
  if (met.kind === "runs") return met;
  if (met.kind !== "leaves") return { kind: met.kind === "stranger" ? "taken" : "silent", port };
  const left = await takeLock(residence.lockFile, LONG);
  // Another successor was faster.
  if (left === undefined) return await serve({ ...options, replace: false });
  return await settle(options, belongings, left, met.notes);
}

/** What a resident brings with it, whoever was there before. */
interface Belongings {
  readonly token: string;
  readonly port: number;
  readonly readers: KeptReaders;
}

/** Nobody else is there, so whoever has the port is a stranger. */
async function settle(
  options: ServeOptions,
  belongings: Belongings,
  lock: Lock,
  notes: readonly SessionNote[],
): Promise<Serving> {
  const sessions = new Sessions();
  for (const note of notes) sessions.note(note);
  for (let waited = 0;; waited += STEP) {
    try {
      return { kind: "serving", resident: settleIn(options, belongings, lock, sessions) };
    } catch (error) {
      const taken = error instanceof Deno.errors.AddrInUse;
      // Some systems take a moment to let go of a port.
      if (taken && waited < SHORT) await pause(STEP);
      else {
        lock.release();
        if (taken) return { kind: "taken", port: belongings.port };
        throw error;
      }
    }
  }
}

function settleIn(
  options: ServeOptions,
  { token, port, readers }: Belongings,
  lock: Lock,
  sessions: Sessions,
): Resident {
  const { residence, program, assets, version = VERSION, now = () => performance.now() } = options;
  const statistics = new Statistics(now);
  const executable = program.command;
  let seen = fileIdentity(executable);
  let lastEvent = now();
  let held: Lock | undefined = lock;
  const over = () => {
    clearInterval(timer);
    held?.release();
    held = undefined;
  };
  const stop = () => {
    server.end();
    over();
  };
  const retire = async () => {
    await whenQuiet(() => lastEvent);
    await server.leave();
    over();
  };
  const succeed = options.succeed ?? (() => startDetached(program, [REPLACE], residence));
  const look = () => {
    if (now() - lastEvent >= IDLE) return stop();
    const file = fileIdentity(executable);
    // While it is being replaced there may be no file at all.
    if (file === undefined || file === seen) return;
    seen = file;
    succeed().catch((error) => statistics.problem(describeError(error)));
  };
  const server = listen({
    port,
    now,
    door: residentDoor({
      residence,
      token,
      prover: proverOf(token),
      version,
      assets,
      sessions,
      readers,
      statistics,
      port: () => port,
      status: () => ({ pid: Deno.pid, executable, connections: server.connections() }),
      retire,
      stop,
      outdated: look,
      heard: () => lastEvent = now(),
      send: errands(program),
    }),
  });
  const timer = setInterval(look, LOOK);
  return { port, look, stop, finished: server.finished };
}

/** Waits for a moment in which nobody asks anything, but not for ever. */
async function whenQuiet(last: () => number): Promise<void> {
  for (let turn = 0, quiet = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    const before = last();
    await pause(TURN);
    quiet = last() === before ? quiet + 1 : 0;
  }
}
