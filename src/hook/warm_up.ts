/**
 * A resident asks itself about an everyday session before anybody else does: the first event of each kind loads what it
 * needs and runs code that was never run before, which takes several times as long as the next one.
 */
import { pause } from "../base/pause.ts";
import { openChannel } from "../resident/http/channel.ts";
import type { Residence } from "../resident/residence.ts";
import { readToken } from "../resident/token.ts";
import { TRIAL } from "../resident/trial.ts";
import { askEveryday, COMMIT, everydayEvents, STOP } from "./everyday_session.ts";

/** How often each is asked: so often that most of what they run was made into machine code. */
const ROUNDS = 25;
/** Between two of them, in milliseconds: whoever has an event waits for one of ours at most. */
const GAP = 4;

const PLACE = { session: "warm-up", cwd: "/" };
const EVENTS = [...everydayEvents("/garfio-warm-up.ts"), COMMIT, STOP];

/**
 * Asks the resident that listens on `port`, this process, and ends early where it ends. Nothing is kept of it.
 *
 * @throws Error where it is not answered
 */
export async function warmUp(residence: Residence, port: number, rounds = ROUNDS): Promise<void> {
  const token = readToken(residence);
  if (token === undefined) return;
  const fields = { Authorization: `Bearer ${token}`, [TRIAL]: "1" };
  const channel = await openChannel(port);
  try {
    for (let round = 0; round < rounds; round++) {
      for (const event of EVENTS) {
        const { last } = await askEveryday(channel, residence, fields, PLACE, event);
        if (last) return;
        await pause(GAP);
      }
    }
  } finally {
    channel.close();
  }
}
