/** Tokens by model, counted once per message, and what they cost. */
import { costOf, priceOf, PRICES, pricesFor, totalCost } from "../../src/context/session/prices.ts";
import { addUsage, newTally, type Usage } from "../../src/context/session/tally.ts";
import { environmentOf } from "../../src/base/environment.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { asked, inSession, type TranscriptRecord, used } from "../support/session.ts";
import { withScratch } from "../support/scratch.ts";

const KEYS = {
  input: "input_tokens",
  output: "output_tokens",
  cacheWrite: "cache_creation_input_tokens",
  cacheRead: "cache_read_input_tokens",
} as const;
const NOTHING: Usage = { input: 0, output: 0, cacheWrite: 0, cacheWriteLong: 0, cacheRead: 0 };

function tally(records: readonly TranscriptRecord[]): Record<string, Usage> {
  const result = newTally();
  for (const record of records) {
    addUsage(result, typeof record === "string" ? record : JSON.stringify(record));
  }
  return result.models;
}

const sonnet = (id: string | undefined, input: number, output: number) =>
  used(id, "claude-sonnet-4-5", { input_tokens: input, output_tokens: output });

for (const model of ["claude-haiku-4-5", "claude-sonnet-4-5", "claude-opus-4-5"]) {
  for (const [key, theirs] of Object.entries(KEYS)) {
    Deno.test(`usage: 1000 tokens of ${key} with ${model}`, () => {
      const models = tally([used("m1", model, { [theirs]: 1000 })]);
      assertEquals(models, { [model]: { ...NOTHING, [key]: 1000 } });
      assert(priceOf(model, PRICES) !== undefined);
    });
  }
}

Deno.test("usage: turns add up; the lines of one message count once, wherever they stand", () => {
  assertEquals(tally([sonnet("m1", 1000, 2000), sonnet("m2", 1000, 2000)])["claude-sonnet-4-5"], {
    ...NOTHING,
    input: 2000,
    output: 4000,
  });
  const twice = [sonnet("m1", 1000, 2000), asked("x"), sonnet("m2", 5, 5), sonnet("m1", 1000, 2000)];
  assertEquals(tally(twice)["claude-sonnet-4-5"], { ...NOTHING, input: 1005, output: 2005 });
});

Deno.test("usage: a message that is still growing counts with its last numbers", () => {
  assertEquals(tally([sonnet("m1", 1000, 1), sonnet("m1", 1000, 900)])["claude-sonnet-4-5"], {
    ...NOTHING,
    input: 1000,
    output: 900,
  });
});

Deno.test("usage: each model has its own sum; records without an id count each; odd ones count nothing", () => {
  const models = tally([
    sonnet(undefined, 1, 1),
    sonnet(undefined, 1, 1),
    used("m2", "claude-opus-4-5", { input_tokens: 7 }),
    used("m3", "<synthetic>", { input_tokens: 0, output_tokens: 0 }),
    used("m4", "__proto__", { input_tokens: 3 }),
    used("m5", "claude-opus-4-5", { input_tokens: -5, output_tokens: "9", cache_read_input_tokens: null }),
    '{"message":{"usage":',
    '{"usage":{"input_tokens":5}}',
  ]);
  assertEquals(models["claude-sonnet-4-5"]?.input, 2);
  assertEquals(models["claude-opus-4-5"], { ...NOTHING, input: 7 });
  assertEquals(Object.keys(models).length, 3);
});

Deno.test("usage: what is cached for an hour costs more than for five minutes", () => {
  const usage = { cache_creation_input_tokens: 300, cache_creation: { ephemeral_1h_input_tokens: 200 } };
  assertEquals(tally([used("m", "claude-sonnet-4-5", usage)])["claude-sonnet-4-5"], {
    ...NOTHING,
    cacheWrite: 100,
    cacheWriteLong: 200,
  });
  const million = 1_000_000;
  const price = priceOf("claude-sonnet-4-5-20250929", PRICES)!;
  assertEquals(costOf({ ...NOTHING, input: million, output: million }, price), 18);
  assertEquals(costOf({ ...NOTHING, cacheWrite: million }, price), 3.75);
  assertEquals(costOf({ ...NOTHING, cacheWriteLong: million }, price), 6);
  assertEquals(Number(costOf({ ...NOTHING, cacheRead: million }, price).toFixed(6)), 0.3);
});

Deno.test("prices: the longest beginning counts, also behind a gateway's name; an unknown model has none", () => {
  assertEquals(priceOf("claude-opus-4-1-20250805", PRICES)?.input, 15);
  assertEquals(priceOf("claude-opus-4-20250514", PRICES)?.input, 15);
  assertEquals(priceOf("claude-opus-5-5", PRICES)?.input, 5);
  assertEquals(priceOf("us.anthropic.claude-haiku-4-5-v1:0", PRICES)?.input, 1);
  assertEquals(priceOf("some-model", PRICES), undefined);
  assertEquals(totalCost({ "some-model": { ...NOTHING, input: 5 } }, PRICES), undefined);
});

Deno.test("prices: the operator's table comes first, and what is no price in it is left out", () =>
  withScratch((folder) => {
    const place = { env: environmentOf({ HOME: folder }), os: "linux" as const };
    const file = `${folder}/.config/garfio/prices.json`;
    Deno.mkdirSync(`${folder}/.config/garfio`, { recursive: true });
    Deno.writeTextFileSync(
      file,
      '{"claude-sonnet-4-5":{"input":1,"output":2},"x":{"input":-1,"output":2},"y":7}',
    );
    assertEquals(priceOf("claude-sonnet-4-5", pricesFor(place)), { input: 1, output: 2 });
    assertEquals(priceOf("claude-opus-4-5", pricesFor(place))?.output, 25);
    assertEquals(priceOf("x", pricesFor(place)), undefined);
    Deno.writeTextFileSync(file, "{ broken");
    assertEquals(pricesFor(place), PRICES);
  }));

Deno.test("the record of a session sums up once, however often it is written", () =>
  inSession(async (session) => {
    session.says([asked("t"), sonnet("m1", 1000, 2000), sonnet("m1", 1000, 2000)]);
    for (let time = 0; time < 3; time++) await session.tell(["Stop", "session-record"]);
    session.goesOn([sonnet("m1", 1000, 2000), sonnet("m2", 0, 1000)]);
    await session.tell(["Stop", "session-record"]);
    const [file] = session.kept("/sessions/");
    const text = Deno.readTextFileSync(file!);
    assertStringIncludes(text, "| claude-sonnet-4-5 | 1000 | 3000 | 0 | 0 | 0.0480 |");
    assertStringIncludes(text, "- Total: 0.0480 USD");
  }));

Deno.test("a transcript that is replaced by a shorter one is counted anew", () =>
  inSession(async (session) => {
    session.says([asked("t"), asked("a longer message than the next"), sonnet("m1", 500, 500)]);
    await session.tell(["Stop", "session-record"]);
    session.says([asked("t"), sonnet("m9", 1, 1)]);
    await session.tell(["Stop", "session-record"]);
    const [file] = session.kept("/sessions/");
    assertStringIncludes(Deno.readTextFileSync(file!), "| claude-sonnet-4-5 | 1 | 1 | 0 | 0 |");
  }));
