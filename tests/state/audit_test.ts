/** The audit log holds no secret, also where it takes free text. */
import { environmentOf } from "../../src/base/environment.ts";
import { auditFailure } from "../../src/state/audit.ts";
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
