import Ajv from "ajv";
import { contractIds, findEvent, loadContract } from "../../src/contract/contract.ts";
import { assert, assertEquals } from "../support/assert.ts";

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const schema = JSON.parse(Deno.readTextFileSync(`${assets}/contracts/contract.schema.json`));
// deno-lint-ignore no-explicit-any -- the package's types do not fit its own default export here
const validate = new (Ajv as any)({ allErrors: true, strict: true, strictTypes: false }).compile(schema);

for (const id of contractIds(assets)) {
  Deno.test(`the contract ${id} keeps to the schema`, () => {
    const table = JSON.parse(Deno.readTextFileSync(`${assets}/contracts/${id}.json`));
    assert(validate(table), JSON.stringify(validate.errors, null, 1));
    assertEquals(loadContract(assets, id)?.id, id);
  });
}

Deno.test("the schema refuses what a harness would not understand", () => {
  const table = JSON.parse(Deno.readTextFileSync(`${assets}/contracts/claude-code.json`));
  assert(!validate({ ...table, surprise: 1 }));
  assert(!validate({ ...table, events: { Stop: { canonical: "Stop", channels: { shout: {} } } } }));
  assert(!validate({ ...table, limit: 50_000 }));
});

Deno.test("another name of a contract finds it, and no two contracts share one", () => {
  assertEquals(loadContract(assets, "claude")?.id, "claude-code");
  const names = contractIds(assets).flatMap((id) => [id, ...loadContract(assets, id)!.aliases]);
  assertEquals(names.length, new Set(names).size);
});

Deno.test("a name that is no contract finds none, and is never used as a path", () => {
  for (
    const name of [
      "nobody",
      "",
      "../contracts/claude-code",
      "CLAUDE",
      "contract.schema",
      "__proto__",
      "a".repeat(500),
    ]
  ) {
    assertEquals(loadContract(assets, name), undefined, name);
  }
});

Deno.test("an event is found by the harness's own name and by the canonical one", () => {
  const copilot = loadContract(assets, "copilot")!;
  assertEquals(findEvent(copilot, "postToolUse")?.event.canonical, "PostToolUse");
  assertEquals(findEvent(copilot, "PostToolUse")?.native, "PostToolUse");
  assertEquals(findEvent(copilot, "StopFailure")?.native, "errorOccurred");
  assertEquals(findEvent(copilot, "postCompact"), undefined);
  assertEquals(findEvent(copilot, "toString"), undefined);
});
