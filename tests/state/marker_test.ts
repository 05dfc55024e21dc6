import { environmentOf } from "../../src/base/environment.ts";
import { claim } from "../../src/state/marker.ts";
import { assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

Deno.test("the first of two wins for ten seconds; old and future markers are replaced", () =>
  withScratch((folder) => {
    const place = { os: "linux" as const, env: environmentOf({ GARFIO_STATE_DIR: `${folder}/s` }) };
    const now = Date.now();
    const at = (seconds: number, key = "k") => claim(place, "h", key, now + seconds * 1000, 10_000);
    assertEquals([at(0), at(1), at(9)], [true, false, false]);
    assertEquals(at(0, "other"), true);
    assertEquals([at(11), at(12)], [true, false]);
    assertEquals(at(-3600), true);
  }));

Deno.test("where no marker can be written everybody speaks", () =>
  withScratch((folder) => {
    Deno.writeTextFileSync(`${folder}/s`, "a file in the place of the folder");
    const place = { os: "linux" as const, env: environmentOf({ GARFIO_STATE_DIR: `${folder}/s` }) };
    assertEquals([claim(place, "h", "k", 0, 10), claim(place, "h", "k", 0, 10)], [true, true]);
  }));
