import { pause } from "../../src/base/pause.ts";
import { append, type Fold, peek, preview } from "../../src/state/journal.ts";
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

Deno.test("who only looks on sees what a record would add up to, and leaves nothing", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    assertEquals(preview(file, 2, count), { before: 0, after: 2 });
    assertEquals([...Deno.readDirSync(folder)], []);
    append(file, 2, count);
    assertEquals(preview(file, 3, count), { before: 2, after: 5 });
    assertEquals(peek(file, count), 2);
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

Deno.test("a journal is summed up now and then, and does not grow", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    for (let index = 1; index <= 5_000; index++) assertEquals(append(file, 1, count).after, index);
    assert(Deno.readTextFileSync(file).includes('"upTo"'));
    assertEquals(peek(file, count), 5_000);
    assert(Deno.statSync(file).size < 16_384, `${Deno.statSync(file).size} bytes`);
    assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["a.jsonl"]);
  }));

Deno.test("of several processes at once each sees its own place, and nothing is lost where a file is replaced", () =>
  withScratch(async (folder) => {
    const file = `${folder}/a.jsonl`;
    const program = new URL("programs/append_many.ts", import.meta.url).pathname;
    const seen = await Promise.all(Array.from({ length: 3 }, async () => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-check", "--allow-read", "--allow-write", program, file, "1000"],
        stderr: "inherit",
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout)) as number[];
    }));
    assertEquals(
      seen.flat().sort((one, other) => one - other),
      Array.from({ length: 3_000 }, (_, index) => index + 1),
    );
    assertEquals(peek(file, count), 3_000);
    assert(Deno.statSync(file).size < 16_384, `${Deno.statSync(file).size} bytes`);
  }));

Deno.test("somebody who has died while replacing a journal keeps nobody from writing", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    const written = (seconds: number) => {
      const then = new Date(Date.now() - seconds * 1_000);
      Deno.utimeSync(`${file}.next`, then, then);
    };
    Deno.writeTextFileSync(`${file}.next`, '{"upTo":0,"sta');
    written(10);
    for (let index = 1; index <= 200; index++) assertEquals(append(file, 1, count).after, index);
    written(120);
    for (let index = 201; index <= 400; index++) assertEquals(append(file, 1, count).after, index);
    assert(Deno.statSync(file).size < 16_384, `${Deno.statSync(file).size} bytes`);
  }));

Deno.test("where no file can take the place of another a summary stands in the file, and is not taken along", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    const rename = Deno.renameSync;
    Deno.renameSync = () => {
      throw new Deno.errors.PermissionDenied("not here");
    };
    try {
      for (let index = 1; index <= 2_000; index++) assertEquals(append(file, 1, count).after, index);
    } finally {
      Deno.renameSync = rename;
    }
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["a.jsonl"]);
    assert(Deno.statSync(file).size > 64_000);
    for (let index = 2_001; index <= 2_200; index++) assertEquals(append(file, 1, count).after, index);
    assert(Deno.statSync(file).size < 16_384, `${Deno.statSync(file).size} bytes`);
    assertEquals(peek(file, count), 2_200);
  }));

Deno.test("who writes while a journal is being replaced waits for that, and writes again what was left behind", () =>
  withScratch(async (folder) => {
    const file = `${folder}/a.jsonl`;
    // Long enough to be replaced.
    Deno.writeTextFileSync(file, `{"id":"x","entry":5}\n${"x".repeat(9_000)}\n`);
    const before = peek(file, count);
    const { ino } = Deno.statSync(file);
    const taken = Deno.statSync(file).size;
    Deno.writeTextFileSync(`${file}.next`, "");
    // Another process has read the file, and puts its own in its place while we wait.
    const program = `await new Promise((resolve) => setTimeout(resolve, 100));
      Deno.writeTextFileSync(Deno.args[0] + ".next", JSON.stringify({ upTo: 0, state: ${before}, gone: [[${ino}, ${taken}]] }) + "\\n");
      Deno.renameSync(Deno.args[0] + ".next", Deno.args[0]);`;
    const other = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", program, file],
      stdout: "null",
      stderr: "inherit",
    }).spawn();
    assertEquals(append(file, 10, count), { before, after: before + 10 });
    assert((await other.status).success);
    assertEquals(peek(file, count), before + 10);
    assert(Deno.statSync(file).ino !== ino);
  }));

Deno.test("what this process has read is not read again, unless somebody has touched the file", () =>
  withScratch(async (folder) => {
    const file = `${folder}/a.jsonl`;
    let added = 0;
    const counting = { ...count, add: (sum: number, entry: number) => count.add(sum, (added++, entry)) };
    // A file that was written to just now may be written to again without looking different.
    const readLater = async (change: () => void) => {
      change();
      await pause(60);
      added = 0;
      return { ...append(file, 1, counting), added };
    };
    for (let times = 0; times < 20; times++) append(file, 1, counting);
    assertEquals(await readLater(() => {}), { before: 20, after: 21, added: 1 });
    const others = () => Deno.writeTextFileSync(file, '{"id":"y","entry":10}\n', { append: true });
    assertEquals(await readLater(others), { before: 31, after: 32, added: 23 });
    assertEquals(await readLater(() => {}), { before: 32, after: 33, added: 1 });
    const edit = () => Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replace(":10", ":20"));
    assertEquals(await readLater(edit), { before: 43, after: 44, added: 25 });
    const replace = () => {
      Deno.writeTextFileSync(`${folder}/b`, '{"id":"x","entry":100}\n');
      Deno.renameSync(`${folder}/b`, file);
    };
    assertEquals(await readLater(replace), { before: 100, after: 101, added: 2 });
    assertEquals(await readLater(() => Deno.truncateSync(file)), { before: 0, after: 1, added: 1 });
    assertEquals(await readLater(() => Deno.removeSync(file)), { before: 0, after: 1, added: 1 });
  }));

Deno.test("what was written just now is read again", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    for (let turn = 1; turn <= 100; turn++) {
      append(file, 1, count);
      Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replace('"entry":1}', '"entry":2}'));
      assertEquals(peek(file, count), 2 * turn);
    }
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

Deno.test("a summary that lies further back than usual is still found", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    const record = (entry: number) => `{"id":"x${entry}","entry":1,"pad":"${"p".repeat(100)}"}\n`;
    // Another writer's records, more than the first look takes in, behind a summary.
    const records = Array.from({ length: 500 }, (_, index) => record(index)).join("");
    Deno.writeTextFileSync(file, `{"upTo":0,"state":1000}\n${records}`);
    assertEquals(peek(file, count), 1_500);
    assertEquals(append(file, 1, count), { before: 1_500, after: 1_501 });
    assertEquals(append(file, 1, count).after, 1_502);
  }));

Deno.test("a state that is itself long is summed up less often", () =>
  withScratch((folder) => {
    const file = `${folder}/a.jsonl`;
    const texts: Fold<readonly string[], string> = {
      initial: [],
      add: (all, text) => [...all.slice(-199), text],
      asState: (value) => Array.isArray(value) ? value : undefined,
      asEntry: (value) => typeof value === "string" ? value : undefined,
    };
    for (let index = 0; index < 600; index++) append(file, `${index}-${"t".repeat(100)}`, texts);
    assertEquals(peek(file, texts).length, 200);
    assert(peek(file, texts)[0]!.startsWith("400-"));
    assert(Deno.statSync(file).size < 300_000, `${Deno.statSync(file).size} bytes`);
  }));
