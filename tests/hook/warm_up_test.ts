import { filesBelow } from "../support/files_below.ts";
import { warmUp } from "../../src/hook/warm_up.ts";
import { knock } from "../../src/resident/knock.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { withResident } from "../support/resident.ts";

Deno.test("a resident that warms up answers itself, and nothing of it is kept or counted", () =>
  withResident(async ({ base, residence, port }) => {
    const before = filesBelow(base);
    await warmUp(residence, port, 2);
    assertEquals(filesBelow(base), before);
    const found = await knock(residence);
    assert(found.kind === "resident");
    const { events, problems } = await found.status();
    found.close();
    assertEquals([events, problems], [0, 0]);
  }));

Deno.test("warming up ends where the resident does", () =>
  withResident(async ({ residence, resident, port }) => {
    const warming = warmUp(residence, port, 1_000);
    resident.stop();
    const ended = (work: Promise<void>) => work.then(() => false, () => true);
    assert(await ended(warming));
    assert(await ended(warmUp(residence, port, 1)));
  }));
