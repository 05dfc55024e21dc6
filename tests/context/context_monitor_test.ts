/** When the context monitor speaks, and of what. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { inSession, type Session, used } from "../support/session.ts";

/** A reading after which `percent` of a window of 200,000 tokens are left. */
const left = (percent: number, more: Record<string, unknown> = {}) =>
  used(undefined, "no-price", { input_tokens: Math.round(2_000 * (100 - percent)) }, more);
/** Output of a model for so many dollars, and then a small reading. */
const spent = (dollars: number) => [
  used("m1", "claude-sonnet-4-5", { output_tokens: Math.round(dollars * 1_000_000 / 15) }),
  used("m2", "no-price", { input_tokens: 10 }),
];

const read = (session: Session, env: Record<string, string> = {}) =>
  session.tell(["PostToolUse", "context-monitor"], {
    tool_name: "Read",
    tool_input: { file_path: "/p/a" },
    tool_response: {},
  }, { env });
const edit = (session: Session, path: string, more: Record<string, unknown> = {}) =>
  session.tell(["PostToolUse", "context-monitor"], {
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: "a", new_string: "b" },
    tool_response: {},
    ...more,
  });

for (
  const [percent, speaks] of [
    [100, 0],
    [50, 0],
    [36, 0],
    [35, 1],
    [30, 1],
    [26, 1],
    [25, 2],
    [24, 2],
    [10, 2],
    [1, 2],
    [0, 2],
  ] as const
) {
  Deno.test(`context monitor: ${percent} % left`, () =>
    inSession(async (session) => {
      session.says([left(percent)]);
      const { text } = await read(session);
      assertEquals(text !== "", speaks > 0, text);
      if (speaks > 0) assertStringIncludes(text, `About ${percent} % of the context`);
      assertEquals(text.includes("Garfio: this session needs a look"), speaks === 2, "the operator");
    }));
}

for (
  const [dollars, speaks] of [
    [0, false],
    [1, false],
    [4.99, false],
    [5, false],
    [5.01, true],
    [9.99, true],
    [10, true],
    [10.01, true],
    [49.99, true],
    [50.01, true],
  ] as const
) {
  Deno.test(`context monitor: ${dollars} dollars`, () =>
    inSession(async (session) => {
      session.says(spent(dollars));
      const { text } = await read(session);
      assertEquals(text.includes(`cost about ${dollars.toFixed(2)} USD`), speaks, text);
      assertEquals(text !== "", speaks);
    }));
}

for (const count of [0, 1, 19, 20, 21, 22, 50]) {
  Deno.test(`context monitor: ${count} changed files`, () =>
    inSession(async (session) => {
      const said: string[] = [];
      for (let index = 0; index < count; index++) {
        // The same file twice is one file.
        await edit(session, "/p/f0");
        const { text } = await edit(session, `/p/f${index}`);
        if (text !== "") said.push(text);
      }
      assertEquals(said.length, count <= 20 ? 0 : count <= 40 ? 1 : 2, said.join("\n"));
      if (count > 20) assertStringIncludes(said[0]!, "changed 21 different files");
      if (count > 40) assertStringIncludes(said[1]!, "changed 41 different files");
    }));
}

Deno.test("context monitor: an old figure does not count, a fresh one does", () =>
  inSession(async (session) => {
    const at = (seconds: number) => ({ timestamp: new Date(Date.now() - seconds * 1000).toISOString() });
    session.says([left(20, at(61))]);
    assertEquals((await read(session)).text, "");
    session.says([left(20, at(58))]);
    assertStringIncludes((await read(session)).text, "About 20 %");
  }));

Deno.test("context monitor: the cost can be silenced, by the configuration and by the variables", () =>
  inSession(async (session) => {
    session.says(spent(60));
    for (const name of ["GARFIO_CONTEXT_MONITOR_COST", "ECC_CONTEXT_MONITOR_COST_WARNINGS"]) {
      assertEquals((await read(session, { [name]: "off" })).text, "");
    }
    session.put(`${session.home}/.config/garfio/config.jsonc`, '{ "monitor": { "cost": false } }');
    assertEquals((await read(session)).text, "");
  }));

Deno.test("context monitor: the same is not said twice; what becomes critical is said at once", () =>
  inSession(async (session) => {
    session.says([left(30)]);
    assertStringIncludes((await read(session)).text, "About 30 %");
    for (let call = 0; call < 12; call++) assertEquals((await read(session)).text, "");
    session.goesOn([left(20)]);
    assertStringIncludes((await read(session)).text, "About 20 %");
    session.goesOn([left(10)]);
    for (let call = 0; call < 12; call++) assertEquals((await read(session)).text, "");
  }));

Deno.test("context monitor: between two occasions lie five calls", () =>
  inSession(async (session) => {
    session.says([left(30)]);
    await read(session);
    session.goesOn([...spent(6), left(30)]);
    const said = [];
    for (let call = 0; call < 8; call++) said.push((await read(session)).text !== "");
    assertEquals(said, [false, false, false, false, false, true, false, false]);
  }));

Deno.test("context monitor: after a compaction a window that fills up again is news", () =>
  inSession(async (session) => {
    session.says([left(20)]);
    assert((await read(session)).text !== "");
    await session.tell(["SessionStart"], { source: "compact" });
    session.goesOn([left(90)]);
    assertEquals((await read(session)).text, "");
    session.goesOn([left(20)]);
    assert((await read(session)).text !== "");
  }));

Deno.test("context monitor: the two gravest things at once", () =>
  inSession(async (session) => {
    for (let index = 0; index < 20; index++) await edit(session, `/p/f${index}`);
    session.says([...spent(60), left(20)]);
    const { text } = await edit(session, "/p/f21");
    assertStringIncludes(text, "About 20 %");
    assertStringIncludes(text, "60.00 USD");
    assert(!text.includes("different files"), text);
  }));

Deno.test("context monitor: a sub-agent's window is not looked at, its files count", () =>
  inSession(async (session) => {
    session.says([left(10)]);
    assertEquals((await edit(session, "/p/x", { agent_id: "a" })).text, "");
    session.says([left(90)]);
    for (let index = 0; index < 20; index++) await edit(session, `/p/f${index}`, { agent_id: "a" });
    assertStringIncludes((await edit(session, "/p/y")).text, "different files");
  }));

Deno.test("context monitor: nothing known, nothing said; off in minimal", () =>
  inSession(async (session) => {
    assertEquals((await read(session)).text, "");
    session.says([left(10)]);
    assertEquals((await read(session, { GARFIO_PROFILE: "minimal" })).text, "");
  }));
