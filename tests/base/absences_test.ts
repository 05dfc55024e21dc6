import { Absences } from "../../src/base/absences.ts";
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
        .filter((name) => absences.has(`${folder}/${name}`));
      assertEquals(seen, ["missing", "missing/below", "file/below", "missing/two/below"]);
      assertEquals(absences.has("/"), false);
    }
  }));

Deno.test("a file that comes is seen at once, whatever was remembered", () =>
  withScratch((folder) => {
    const absences = remembering();
    const below = `${folder}/sub/file`;
    assertEquals([absences.has(`${folder}/file`), absences.has(below)], [true, true]);
    Deno.writeTextFileSync(`${folder}/file`, "");
    Deno.mkdirSync(`${folder}/sub`);
    assertEquals([absences.has(`${folder}/file`), absences.has(below)], [false, true]);
    Deno.writeTextFileSync(below, "");
    assertEquals(absences.has(below), false);
    Deno.removeSync(below);
    assertEquals(absences.has(below), true);
  }));

Deno.test("a folder that was changed just now is not relied on: it may change again within the same tick", () =>
  withScratch((folder) => {
    const absences = new Absences("linux", true);
    const file = `${folder}/file`;
    for (let turn = 0; turn < 200; turn++) {
      assertEquals(absences.has(file), true);
      Deno.writeTextFileSync(file, "");
      assertEquals(absences.has(file), false);
      Deno.removeSync(file);
    }
  }));

Deno.test("for one event what is missing is looked for once", () =>
  withScratch((folder) => {
    const absences = new Absences("linux", false);
    assertEquals(absences.has(`${folder}/sub/one`), true);
    Deno.mkdirSync(`${folder}/sub`);
    Deno.writeTextFileSync(`${folder}/sub/two`, "");
    assertEquals(absences.has(`${folder}/sub/two`), true);
  }));

Deno.test("on Windows nothing is remembered from one event to the next", () =>
  withScratch((folder) => {
    assertEquals(new Absences("windows", true).has(`${folder}/missing`), false);
  }));
