import { append, type Fold, peek } from "../../src/state/journal.ts";
import { assert, assertEquals, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

const count: Fold<number, number> = {
  initial: 0,
  add: (sum, entry) => sum + entry,
  asState: (value) => typeof value === "number" ? value : undefined,
  asEntry: (value) => typeof value === "number" ? value : undefined,
};

Deno.test("records add up, and each writer sees the state around its own", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    assertEquals(append(file, 2, count), { before: 0, after: 2 });
    assertEquals(append(file, 3, count), { before: 2, after: 5 });
    assertEquals(peek(file, count), 5);
    assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
  }));

Deno.test("broken lines, a torn end and foreign records count as absent", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    Deno.writeTextFileSync(
      file,
      '{"id":"x","entry":4}\nnot json\n{"id":"y","entry":"four"}\n[1]\n{"id":"z","en',
    );
    assertEquals(append(file, 1, count), { before: 4, after: 5 });
    assertEquals(peek(file, count), 5);
    Deno.writeTextFileSync(file, "{ not json");
    assertEquals(append(file, 1, count).after, 1);
    Deno.writeFileSync(file, new Uint8Array([0, 255, 254, 10, 0]));
    assertEquals(append(file, 1, count).after, 1);
  }));

Deno.test("a long journal is summed up, and only its end is read", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    for (let index = 1; index <= 5_000; index++) assertEquals(append(file, 1, count).after, index);
    assert(Deno.readTextFileSync(file).includes('"upTo"'));
    assertEquals(peek(file, count), 5_000);
  }));

Deno.test("a folder or a link in its place is left alone", () =>
  withScratch((folder) => {
    Deno.mkdirSync(`${folder}/a.jsonl`);
    assertThrows(() => append(`${folder}/a.jsonl`, 1, count), Error, "not a regular file");
    Deno.writeTextFileSync(`${folder}/elsewhere`, "");
    Deno.symlinkSync(`${folder}/elsewhere`, `${folder}/b.jsonl`);
    assertThrows(() => append(`${folder}/b.jsonl`, 1, count), Error, "not a regular file");
    assertEquals(Deno.readTextFileSync(`${folder}/elsewhere`), "");
    assertEquals(peek(`${folder}/b.jsonl`, count), 0);
  }));
