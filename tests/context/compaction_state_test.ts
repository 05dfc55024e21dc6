/** What is kept before a compaction and comes back after it. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { asked, called, inSession, type Session } from "../support/session.ts";

const compact = (session: Session, payload: Record<string, unknown> = {}, now?: number) =>
  session.tell(
    ["PreCompact", "compaction-state"],
    { trigger: "auto", custom_instructions: "", ...payload },
    now === undefined ? {} : { now },
  );
const after = (session: Session, payload: Record<string, unknown> = {}, now?: number) =>
  session.tell(["SessionStart"], { source: "compact", ...payload }, now === undefined ? {} : { now });

function work(session: Session): void {
  session.says([
    asked("add login"),
    ...called("TodoWrite", {
      todos: [
        { content: "write the form", status: "completed" },
        { content: "write the tests", status: "in_progress" },
        { content: "tell the team", status: "pending" },
      ],
    }),
    ...called("Edit", { file_path: "/p/form.ts" }, { text: "done" }),
    ...called("Bash", { command: "deno test" }, { text: "FAILED: form_test.ts", failed: true }),
    ...called("Bash", { command: "deno lint" }, { text: "1 problem", failed: true }),
    ...called("Bash", { command: "deno lint" }, { text: "no problems" }),
    ...called("AskUserQuestion", { questions: [] }, { text: 'User has answered: "Which store?"="Redis"' }),
    {
      type: "assistant",
      message: {
        role: "assistant",
        content: [{
          type: "text",
          text: "We decided to use cookies. Shall we go with tokens?\n```\nwe decided on code\n```",
        }],
      },
    },
  ]);
}

Deno.test("compaction: nothing is put out before it, and everything comes back after it", () =>
  inSession(async (session) => {
    work(session);
    session.put(".git/HEAD", "ref: refs/heads/login\n");
    const before = await compact(session, { trigger: "manual", custom_instructions: "keep the plan" });
    assertEquals([before.stdout, before.stderr, before.code], ["", "", 0]);
    const { text } = await after(session);
    for (
      const part of [
        "State before the compaction",
        "Branch: login",
        "- add login",
        "To be kept, as the operator said: keep the plan",
        "- write the tests (in progress)\n- tell the team",
        '="Redis"',
        "- We decided to use cookies.",
        "- Bash deno test: FAILED: form_test.ts",
        "- /p/form.ts",
        "- deno lint",
      ]
    ) assertStringIncludes(text, part);
    for (const part of ["write the form", "1 problem", "Shall we", "decided on code"]) {
      assert(!text.includes(part), part);
    }
  }));

Deno.test("compaction: it is noted in the record of this session alone, once for one compaction", () =>
  inSession(async (session) => {
    work(session);
    await session.tell(["Stop", "session-record"], { session_id: "other" });
    const now = Date.now();
    await compact(session, {}, now);
    await compact(session, {}, now + 500);
    await compact(session, { trigger: "manual" }, now + 60_000);
    await session.tell(["Stop", "session-record"]);
    const texts = Object.fromEntries(
      session.kept("/sessions/").map((
        file,
      ) => [file.slice(file.lastIndexOf("/") + 1), Deno.readTextFileSync(file)]),
    );
    assertEquals(texts["s-1.md"]!.match(/\((?:auto|manual)\)/g), ["(auto)", "(manual)"]);
    assert(!texts["other.md"]!.includes("Compactions"));
  }));

Deno.test("compaction: only this session's state, only soon after, only after a compaction", () =>
  inSession(async (session) => {
    work(session);
    const now = Date.now();
    await compact(session, {}, now);
    const told = async (payload: Record<string, unknown>, at = now + 90_000) =>
      (await after(session, payload, at)).text.includes("State before the compaction");
    assertEquals(await told({}), true);
    assertEquals(await told({ session_id: "other" }), false);
    assertEquals(await told({ source: "resume" }), false);
    assertEquals(await told({}, now + 2 * 60 * 60 * 1000), false);
    const off = await session.tell(["SessionStart"], { source: "compact" }, {
      env: { GARFIO_DISABLED_GUARDS: "compaction-state" },
    });
    assert(!off.text.includes("State before the compaction"));
  }));

Deno.test("compaction: without a transcript, with a broken state and without a payload nothing goes wrong", () =>
  inSession(async (session) => {
    assertEquals((await compact(session)).stdout, "");
    for (const file of session.kept("/compaction-state/")) Deno.writeTextFileSync(file, "{ broken");
    assert(!(await after(session)).text.includes("State before"));
    work(session);
    assertEquals((await compact(session)).stderr, "");
    assertStringIncludes((await after(session)).text, "- add login");
  }));

Deno.test("compaction: a long state is cut", () =>
  inSession(async (session) => {
    session.says(
      Array.from({ length: 40 }, (_, index) => [
        asked(`task ${index} ${"x".repeat(300)}`),
        ...called("Edit", { file_path: `/p/${"folder/".repeat(25)}${index}.ts` }),
      ]).flat(),
    );
    await compact(session);
    const { text } = await after(session);
    assertStringIncludes(text, "[Cut here: the rest did not fit.]");
    assert(text.length < 10_000);
  }));
