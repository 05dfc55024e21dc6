/** The audit log holds no secret, also where it takes free text. */
import { environmentOf } from "../../src/base/environment.ts";
import { audit, type AuditEntry, auditFailure } from "../../src/state/audit.ts";
import { auditFiles, FULL } from "../../src/state/audit_files.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { TOKENS } from "../secret/values.ts";

Deno.test("the text of an error goes in on one line and without its secrets", async () => {
  await withScratch(async (folder) => {
    const env = environmentOf({ HOME: folder, GARFIO_STATE_DIR: `${folder}/state` });
    const token = TOKENS["ghp"]!;
    await auditFailure({ env, os: "linux" }, Date.now(), {
      kind: "guard-failed",
      event: "PreToolUse",
      harness: "test",
      session: "s",
      guard: "x",
      error: `SyntaxError at\n"curl -H 'Authorization: Bearer ${token}' https://x.example"`,
    });
    const [day] = [...Deno.readDirSync(`${folder}/state/audit`)];
    const lines = Deno.readTextFileSync(`${folder}/state/audit/${day!.name}`).trimEnd().split("\n");
    assertEquals(lines.length, 1);
    const { error } = JSON.parse(lines[0]!);
    assertStringIncludes(error, "https://x.example");
    assert(!lines[0]!.includes(token.slice(4)) && !error.includes("\n"), error);
  });
});

const entry = (guard: string): AuditEntry => ({
  kind: "decision",
  event: "PreToolUse",
  harness: "test",
  session: "s",
  guard,
  action: "deny",
});

Deno.test("a full file is left alone and the next one begun; the whole stays below 20 MB", () =>
  withScratch((folder) => {
    const place = {
      env: environmentOf({ HOME: folder, GARFIO_STATE_DIR: `${folder}/state` }),
      os: "linux" as const,
    };
    const log = `${folder}/state/audit`;
    const now = Date.parse("2026-11-30T12:00:00Z");
    audit(place, now, entry("first"));
    assertEquals(auditFiles(log).map(({ name }) => name), ["2026-11-30.jsonl"]);
    for (let file = 0; file < 20; file++) {
      const last = auditFiles(log).at(-1)!.name;
      Deno.writeTextFileSync(`${log}/${last}`, "x".repeat(FULL), { append: true });
      audit(place, now, entry(`after ${file}`));
    }
    const files = auditFiles(log);
    assertEquals(files.length, 16);
    assertEquals([files[0]!.name, files.at(-1)!.name], ["2026-11-30.5.jsonl", "2026-11-30.20.jsonl"]);
    const size = files.reduce((sum, { name }) => sum + Deno.statSync(`${log}/${name}`).size, 0);
    assert(size < 20_000_000, String(size));
    audit(place, now, entry("last"));
    assertStringIncludes(Deno.readTextFileSync(`${log}/2026-11-30.20.jsonl`), '"last"');
  }));

Deno.test("old days go, also those of an older form, and half a line stays by itself", () =>
  withScratch((folder) => {
    const place = {
      env: environmentOf({ HOME: folder, GARFIO_STATE_DIR: `${folder}/state` }),
      os: "linux" as const,
    };
    const log = `${folder}/state/audit`;
    Deno.mkdirSync(log, { recursive: true, mode: 0o700 });
    for (
      const name of ["2026-10-01.jsonl", "2026-10-01.earlier.jsonl", "2026-11-29.earlier.jsonl", "notes.txt"]
    ) {
      Deno.writeTextFileSync(`${log}/${name}`, "");
    }
    Deno.writeTextFileSync(`${log}/2026-11-30.jsonl`, '{"time":"2026-');
    audit(place, Date.parse("2026-11-30T12:00:00Z"), entry("a"));
    audit(place, Date.parse("2026-12-01T12:00:00Z"), entry("b"));
    assertEquals([...Deno.readDirSync(log)].map(({ name }) => name).sort(), [
      "2026-11-29.earlier.jsonl",
      "2026-11-30.jsonl",
      "2026-12-01.jsonl",
      "notes.txt",
    ]);
    const lines = Deno.readTextFileSync(`${log}/2026-11-30.jsonl`).split("\n");
    assertEquals([lines.length, JSON.parse(lines[1]!).guard], [3, "a"]);
    assertEquals(Deno.statSync(`${log}/2026-12-01.jsonl`).mode! & 0o777, 0o600);
  }));
