/** A resident comes and goes: alone, idle, replaced. */
import { serve, type ServeOptions } from "../../src/hook/serve.ts";
import { IDLE } from "../../src/hook/settled.ts";
import { openChannel } from "../../src/resident/http/channel.ts";
import { knock } from "../../src/resident/knock.ts";
import { type Residence, residenceOf } from "../../src/resident/residence.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { ASSETS, houseOf, NO_PROGRAM, residenceIn, withResident } from "../support/resident.ts";
import { withScratch } from "../support/scratch.ts";

const GOOD = '{"session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{"command":"git status"}}';

const start = (residence: Residence, more: Partial<ServeOptions> = {}) =>
  serve({ residence, program: NO_PROGRAM, assets: ASSETS, ...more });

Deno.test("life: two that start at once are one", () =>
  withScratch(async (base) => {
    const residence = residenceIn(base);
    const both = await Promise.all([start(residence), start(residence)]);
    assertEquals(both.map(({ kind }) => kind).sort(), ["runs", "serving"]);
    for (const one of both) {
      if (one.kind !== "serving") continue;
      one.resident.stop();
      await one.resident.finished;
    }
    // The next one finds an open door.
    const next = await start(residence);
    assert(next.kind === "serving");
    next.resident.stop();
    await next.resident.finished;
  }));

Deno.test("life: it ends after half an hour without an event, and not before", async () => {
  let now = 0;
  await withResident(async (house) => {
    const { resident } = house;
    let over = false;
    resident.finished.then(() => over = true);
    const look = async () => {
      resident.look();
      await new Promise((resolve) => setTimeout(resolve, 0));
      return over;
    };
    now += IDLE - 1;
    assertEquals(await look(), false);
    await house.send(house.path(), GOOD);
    now += IDLE - 1;
    assertEquals(await look(), false);
    // Whoever only looks is no reason to stay.
    const found = await knock(house.residence);
    if (found.kind === "resident") {
      await found.status();
      found.close();
    }
    now += 1;
    resident.look();
    await resident.finished;
    assertEquals((await knock(house.residence)).kind, "absent");
  }, { now: () => now });
});

Deno.test("life: a newer version takes over, an older one does not", () =>
  withScratch(async (base) => {
    const residence = residenceIn(base);
    const first = await start(residence, { version: "1.0.0" });
    assert(first.kind === "serving");
    assertEquals((await start(residence, { version: "0.9.0" })).kind, "runs");
    const second = await start(residence, { version: "1.1.0" });
    assert(second.kind === "serving");
    await first.resident.finished;
    const found = await knock(residence);
    assert(found.kind === "resident");
    assertEquals((await found.status()).version, "1.1.0");
    found.close();
    // Where somebody has put an older one in its place, the operator has.
    const third = await start(residence, { version: "1.0.0", replace: true });
    assert(third.kind === "serving");
    await second.resident.finished;
    third.resident.stop();
    await third.resident.finished;
  }));

Deno.test("life: while one takes over from another every event is answered, with what its session has set", () =>
  withScratch(async (base) => {
    const residence = residenceIn(base);
    const first = await start(residence);
    assert(first.kind === "serving");
    const house = houseOf(base, residence, first.resident);
    const before = await knock(residence);
    assert(before.kind === "resident");
    await before.note({
      session: "quiet",
      cwd: "/",
      variables: { ...residence.variables, GARFIO_HOOKS_DISABLE: "1" },
    });
    before.close();
    const body = GOOD.replace('"s"', '"quiet"').replace("git status", "git commit --no-verify");
    let running = true;
    const statuses = new Map<number, number>();
    // As harnesses do: on one connection until that is ended.
    const sending = Array.from({ length: 4 }, async () => {
      let channel = await openChannel(house.port);
      while (running) {
        const { status, last } = await channel.ask({
          target: house.path(),
          fields: { Authorization: `Bearer ${house.token}` },
          body,
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (!last) continue;
        channel.close();
        channel = await openChannel(house.port);
      }
      channel.close();
    });
    const second = await start(residence, { replace: true });
    assert(second.kind === "serving");
    await first.resident.finished;
    for (let turn = 0; turn < 20; turn++) await house.send(house.path(), body);
    running = false;
    await Promise.all(sending);
    assertEquals([...statuses.keys()], [204]);
    second.resident.stop();
    await second.resident.finished;
  }));

Deno.test("life: when its program is replaced it calls for a successor, once", () =>
  withScratch(async (base) => {
    const command = `${base}/garfio`;
    Deno.writeTextFileSync(command, "one", { mode: 0o755 });
    let called = 0;
    const succeed = () => {
      called++;
      return Promise.resolve();
    };
    await withResident(async (house) => {
      house.resident.look();
      assertEquals(called, 0);
      Deno.removeSync(command);
      house.resident.look();
      assertEquals(called, 0);
      Deno.writeTextFileSync(command, "two, which is longer", { mode: 0o755 });
      house.resident.look();
      house.resident.look();
      assertEquals(called, 1);
      // An entry that it does not know yet is a reason to look.
      Deno.writeTextFileSync(command, "three, which is longer still", { mode: 0o755 });
      assertEquals((await house.send(house.path({ version: "999.0.0" }), GOOD)).status, 404);
      assertEquals(called, 2);
    }, { program: { command, leading: [] }, succeed });
  }));

Deno.test("life: two configurations with one state folder have a resident each", () =>
  withScratch(async (base) => {
    const residences = ["a", "b"].map((home) => {
      Deno.mkdirSync(`${base}/${home}`);
      return residenceOf({ HOME: `${base}/${home}`, GARFIO_STATE_DIR: `${base}/state` }, "linux");
    });
    for (const came of await Promise.all(residences.map((one) => start(one)))) {
      assert(came.kind === "serving", came.kind);
      came.resident.stop();
      await came.resident.finished;
    }
  }));
