import { KeptFiles } from "../../src/base/kept_files.ts";
import { assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

Deno.test("a file is made into a value again when it looks different, and only then", () =>
  withScratch((folder) => {
    let made = 0;
    let now = Date.now();
    const kept = new KeptFiles((path) => `${Deno.readTextFileSync(path)} ${++made}`, () => now);
    const file = `${folder}/a`;
    Deno.writeTextFileSync(file, "one");
    // A file that was just written may be written again within the same tick of its clock.
    assertEquals([kept.of(file), kept.of(file)], ["one 1", "one 2"]);
    now += 10_000;
    assertEquals([kept.of(file), kept.of(file)], ["one 3", "one 3"]);
    Deno.writeTextFileSync(file, "four");
    assertEquals(kept.of(file), "four 4");
    Deno.writeTextFileSync(`${folder}/b`, "five");
    Deno.renameSync(`${folder}/b`, file);
    assertEquals(kept.of(file), "five 5");
  }));

Deno.test("a file that is not there is asked for each time", () => {
  let asked = 0;
  const kept = new KeptFiles(() => ++asked);
  assertEquals([kept.of("/no/such/file"), kept.of("/no/such/file")], [1, 2]);
});
