import { environmentOf } from "../../src/base/environment.ts";
import { audit } from "../../src/state/audit.ts";
import { stateDirectory } from "../../src/state/directory.ts";
import { sessionJournal } from "../../src/state/session.ts";
import { assert, assertEquals, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

const place = (folder: string) => ({
  os: "linux" as const,
  env: environmentOf({ GARFIO_STATE_DIR: folder }),
});
const mode = (path: string) => Deno.statSync(path).mode! & 0o777;

Deno.test("folders of state are closed to others, also where they were open", () =>
  withScratch((folder) => {
    const state = `${folder}/a/b`;
    assertEquals(stateDirectory(place(state), "handler"), `${state}/handler`);
    assertEquals([mode(state), mode(`${state}/handler`)], [0o700, 0o700]);
    Deno.chmodSync(state, 0o755);
    stateDirectory(place(state), "handler");
    assertEquals(mode(state), 0o700);
  }));

Deno.test("a handler's folder that is a link or a file is not used", () =>
  withScratch((folder) => {
    Deno.mkdirSync(`${folder}/elsewhere`);
    Deno.mkdirSync(`${folder}/s`);
    Deno.symlinkSync(`${folder}/elsewhere`, `${folder}/s/handler`);
    assertThrows(() => stateDirectory(place(`${folder}/s`), "handler"));
    Deno.writeTextFileSync(`${folder}/s/other`, "");
    assertThrows(() => stateDirectory(place(`${folder}/s`), "other"));
    assertThrows(() => stateDirectory({ os: "linux", env: environmentOf({}) }, "handler"));
  }));

Deno.test("another user's folder is not used", () =>
  withScratch((folder) => {
    Deno.mkdirSync(`${folder}/s`);
    if (Deno.uid() === 0) Deno.chownSync(`${folder}/s`, 12_345, 12_345);
    // Without the superuser's rights nothing can be given away; the folder of the superuser serves then.
    const foreign = Deno.uid() === 0 ? `${folder}/s` : "/root";
    assertThrows(() => stateDirectory(place(foreign), "handler"));
  }));

Deno.test("a new journal sweeps out what was not touched for a day", () =>
  withScratch((folder) => {
    const now = Date.now();
    const old = sessionJournal(place(folder), "h", "old", 1, now);
    Deno.writeTextFileSync(old, "x");
    Deno.utimeSync(old, new Date(now - 25 * 3600_000), new Date(now - 25 * 3600_000));
    const young = sessionJournal(place(folder), "h", "young", 1, now);
    Deno.writeTextFileSync(young, "x");
    assertEquals([...Deno.readDirSync(`${folder}/h`)].map(({ name }) => name), ["young.jsonl"]);
    assert(sessionJournal(place(folder), "h", undefined, 77, now).endsWith("process-77.jsonl"));
  }));

Deno.test("an audit line stands by itself, also behind a torn one, and a lost log is no matter", () =>
  withScratch((folder) => {
    const entry = {
      kind: "guard-failed",
      event: "Stop",
      harness: "h",
      session: "s",
      guard: "g",
      error: "e",
    } as const;
    const now = Date.UTC(2026, 10, 30);
    audit(place(folder), now, entry);
    const file = `${folder}/audit/2026-11-30.jsonl`;
    Deno.writeTextFileSync(file, '{"half":', { append: true });
    audit(place(folder), now, entry);
    const lines = Deno.readTextFileSync(file).trimEnd().split("\n");
    assertEquals(lines.length, 3);
    assertEquals(JSON.parse(lines[2]!).guard, "g");
    assertEquals(mode(file), 0o600);
    audit(place(`${file}/not-a-folder`), now, entry);
  }));
