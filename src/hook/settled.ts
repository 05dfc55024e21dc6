/** The life of a resident that listens: it goes when it is not needed, replaced or told to. */
import { describeError } from "../base/errors.ts";
import { pause } from "../base/pause.ts";
import { VERSION } from "../base/version.ts";
import { listen } from "../resident/http/server.ts";
import type { Lock } from "../resident/lock.ts";
import { fileIdentity } from "../resident/program.ts";
import { proverOf } from "../resident/proof.ts";
import { REPLACE } from "../resident/serve_words.ts";
import { Sessions } from "../resident/sessions.ts";
import { startDetached } from "../resident/start_detached.ts";
import { Statistics } from "../resident/statistics.ts";
import { errands } from "./errand.ts";
import { keepingReaders } from "./kept.ts";
import { residentDoor } from "./resident.ts";
import type { Place, Resident, ServeOptions } from "./serve.ts";

/** Without an event for so long it ends. */
export const IDLE = 30 * 60_000;
/** How often it looks whether it is still needed, and still the program that is installed. */
const LOOK = 10_000;
/** A fifth of a second without an event is quiet; two seconds are the longest wait for it. */
const TURN = 20;
const QUIET_TURNS = 10;
const MOST_TURNS = 100;

/** Moves into its place and answers from now on. */
export function settleIn(options: ServeOptions, place: Place): Resident {
  const { token, port, lock, listener, notes } = place;
  const { residence, program, assets, version = VERSION, now = () => performance.now() } = options;
  const readers = keepingReaders(residence.place.os);
  const sessions = new Sessions();
  for (const note of notes) sessions.note(note);
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
    listener,
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
