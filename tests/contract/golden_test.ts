/**
 * Every recorded payload of every harness: what it becomes, what is answered to it, and what the harness makes of the
 * answer. The golden files are written anew by `GARFIO_GOLDEN=write deno test …` (or the id of one
 * harness), and then read by a person.
 */
import { contractIds, findEvent, loadContract, toldEvent } from "../../src/contract/contract.ts";
import { recordedOf } from "../support/dialect.ts";
import { answerTo, canonicalOf, goldenOf, NOTHING, outcomes, type Recorded } from "../support/golden.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { READERS } from "./readers/all.ts";

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

for (const id of contractIds(assets)) {
  const contract = loadContract(assets, id)!;
  const payloads = recordedOf(assets, id);
  const file = `${assets}/tests/contract/golden/${id}.jsonl`;
  if (["write", id].includes(Deno.env.get("GARFIO_GOLDEN") ?? "") && payloads.length > 0) {
    Deno.writeTextFileSync(
      file,
      payloads.map((one) => JSON.stringify(goldenOf(contract, one))).join("\n") + "\n",
    );
  }
  Deno.test(`${id}: each event has a recorded payload`, () => {
    const seen = new Set(payloads.map(({ event }) => event));
    assertEquals(Object.keys(contract.events).filter((event) => !seen.has(event)), []);
  });
  Deno.test(`${id}: recorded payloads and answers are as they were`, () => {
    const lines = Deno.readTextFileSync(file).trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals(payloads.map((one) => goldenOf(contract, one)), lines);
  });
  for (const one of payloads) {
    Deno.test(`${id} ${one.name}: the client honours the answers`, () => honours(id, one));
  }
}

/** An answer of each kind does in the client what the table claims, and never looks like a fault. */
function honours(id: string, one: Recorded): void {
  const contract = loadContract(assets, id)!;
  const reader = READERS[id];
  assert(reader !== undefined, `there is no model of ${id}`);
  const event = canonicalOf(contract, one);
  const native = findEvent(contract, one.event, toldEvent(contract, one.payload))!.event;
  const silent = reader.read(one.event, answerTo(contract, one, NOTHING), one.payload);
  assertEquals(
    [silent.goesOn, silent.fault, silent.told],
    [true, undefined, undefined],
    "silence is the allow",
  );
  for (const [kind, outcome] of Object.entries(outcomes(event.toolInput))) {
    const reply = answerTo(contract, one, outcome);
    const effect = reader.read(one.event, reply, one.payload);
    const about = `${kind}: ${JSON.stringify(reply)} becomes ${JSON.stringify(effect)}`;
    assertEquals(effect.fault, undefined, about);
    const { channels } = native;
    if (kind === "context" && channels.context !== undefined && channels.context !== channels.note) {
      assert(`${effect.told ?? effect.shown}`.includes("CONTEXT"), about);
    }
    if (kind.startsWith("deny") && channels.deny !== undefined) {
      assertEquals(effect.goesOn, false, about);
      assert(effect.reason?.includes("REASON"), about);
    } else if (kind === "ask" && channels.ask !== undefined) {
      assert(effect.asked?.includes("QUESTION"), about);
    } else if (kind === "ask about a loss" && (channels.ask ?? channels.deny) !== undefined) {
      assert(effect.goesOn === false || effect.asked !== undefined, about);
    } else assertEquals(effect.goesOn, true, about);
    if (kind === "note" && channels.note !== undefined) assert(effect.shown?.includes("NOTE"), about);
    // A command that is made of several values cannot be put back.
    const apart = Object.values(event.nativeInput?.places ?? {}).includes("");
    if (kind === "rewrite" && channels.rewrite !== undefined && !apart) {
      assert(JSON.stringify(effect.input ?? null).includes("REWRITTEN"), about);
    }
  }
}
