/** When a harness last brought an event. */
import { environmentOf } from "../../src/base/environment.ts";
import { lastSeen, noteSeen } from "../../src/state/seen.ts";
import { assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

Deno.test("seen: the last time counts, each harness by itself, and nobody else reads it", () =>
  withScratch((base) => {
    const place = { env: environmentOf({ GARFIO_STATE_DIR: `${base}/state` }), os: "linux" as const };
    assertEquals(lastSeen(place, "codex"), undefined);
    for (const time of [1_000_000, 3_000_000, 2_000_000]) noteSeen(place, "codex", time);
    noteSeen(place, "kiro", 5_000_000);
    assertEquals([lastSeen(place, "codex")?.getTime(), lastSeen(place, "kiro")?.getTime()], [
      2_000_000,
      5_000_000,
    ]);
    assertEquals((Deno.statSync(`${base}/state/seen/codex`).mode ?? 0) & 0o777, 0o600);
  }));

Deno.test("seen: where nothing can be kept nothing happens", () => {
  const place = { env: environmentOf({ GARFIO_STATE_DIR: "/dev/null/state" }), os: "linux" as const };
  noteSeen(place, "codex", 1);
  assertEquals(lastSeen(place, "codex"), undefined);
});
