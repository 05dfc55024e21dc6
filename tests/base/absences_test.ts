import { Absences } from "../../src/base/absences.ts";
import { pause } from "../../src/base/pause.ts";
import { assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

/** Long after whatever was written in the test. */
const LATER = 10_000;

const remembering = () => new Absences("linux", true, () => Date.now() + LATER);

Deno.test("what is there is never absent, and what is not there is", () =>
  withScratch((folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "");
    Deno.symlinkSync("nowhere", `${folder}/link`);
    for (const absences of [remembering(), new Absences("linux", false)]) {
      const seen = ["file", "link", "missing", "missing/below", "file/below", "missing/two/below"]
        .filter((name) => absences.forEvent()(`${folder}/${name}`));
      assertEquals(seen, ["missing", "missing/below", "file/below", "missing/two/below"]);
      assertEquals(absences.forEvent()("/"), false);
    }
  }));

Deno.test("a file that comes is seen at once, whatever was remembered", () =>
  withScratch(async (folder) => {
    const absences = remembering();
    const below = `${folder}/sub/file`;
    const seen = async () => {
      const absent = absences.forEvent();
      const now = [absent(`${folder}/file`), absent(below)];
      // The clock of the file system ticks.
      await pause(20);
      return now;
    };
    assertEquals([await seen(), await seen()], [[true, true], [true, true]]);
    Deno.writeTextFileSync(`${folder}/file`, "");
    Deno.mkdirSync(`${folder}/sub`);
    assertEquals(await seen(), [false, true]);
    Deno.writeTextFileSync(below, "");
    assertEquals(await seen(), [false, false]);
    Deno.removeSync(below);
    assertEquals(await seen(), [false, true]);
  }));

Deno.test("a folder that was changed just now is not relied on: it may change again within the same tick", () =>
  withScratch((folder) => {
    const absences = new Absences("linux", true);
    const file = `${folder}/file`;
    for (let turn = 0; turn < 200; turn++) {
      assertEquals(absences.forEvent()(file), true);
      Deno.writeTextFileSync(file, "");
      assertEquals(absences.forEvent()(file), false);
      Deno.removeSync(file);
    }
  }));

Deno.test("for one event what is missing is looked for once", () =>
  withScratch((folder) => {
    const absent = new Absences("linux", false).forEvent();
    assertEquals(absent(`${folder}/sub/one`), true);
    Deno.mkdirSync(`${folder}/sub`);
    Deno.writeTextFileSync(`${folder}/sub/two`, "");
    assertEquals(absent(`${folder}/sub/two`), true);
  }));

Deno.test("on Windows nothing is remembered from one event to the next", () =>
  withScratch((folder) => {
    assertEquals(new Absences("windows", true).forEvent()(`${folder}/missing`), false);
  }));
