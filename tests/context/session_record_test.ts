/** The record of a session: what is taken from its transcript, and what of the file is a person's. */
import { sectionItems } from "../../src/context/session/record_file.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { asked, called, inSession, type Session, type TranscriptRecord } from "../support/session.ts";
import { TOKENS } from "../secret/values.ts";

async function record(session: Session, payload: Record<string, unknown> = {}): Promise<string> {
  const reply = await session.tell(["Stop", "session-record"], { stop_hook_active: false, ...payload });
  assertEquals([reply.stdout, reply.stderr, reply.code], ["", "", 0]);
  const [file] = session.kept("/sessions/");
  return file === undefined ? "" : Deno.readTextFileSync(file);
}

const edited = (path: string, tool = "Edit") => called(tool, { file_path: path });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const tools = (text: string) => sectionItems(text, "Tools").map((item) => item.replace(/: \d+$/, ""));

/** Transcripts, and what the record then lists. */
interface Expected {
  readonly tasks?: readonly string[] | number;
  readonly files?: readonly string[] | number;
  readonly tools?: readonly string[] | number;
  readonly total?: number;
}
const CASES:
  readonly (readonly [name: string, transcript: readonly TranscriptRecord[], expected: Expected])[] = [
    ["task, file and tool", [asked("add login"), ...edited("/p/a.ts")], {
      tasks: ["add login"],
      files: ["/p/a.ts"],
      tools: ["Edit"],
    }],
    ["results of tools are no tasks", [
      asked([{ type: "tool_result", tool_use_id: "t", content: "ok" }]),
      asked("real"),
    ], { tasks: ["real"] }],
    ["newlines become blanks, backticks are escaped", [asked("run `ls`\nnow")], {
      tasks: ["run \\`ls\\` now"],
    }],
    ["signs for a terminal go", [asked("\u001b[31mred\u001b[0m")], { tasks: ["red"] }],
    ["a MultiEdit changes its file", [asked("t"), ...edited("/p/b.ts", "MultiEdit")], { files: ["/p/b.ts"] }],
    ["a notebook too", [asked("t"), ...called("NotebookEdit", { notebook_path: "/p/n.ipynb" })], {
      files: ["/p/n.ipynb"],
    }],
    ["a Write too", [asked("t"), ...edited("/p/a", "Write")], { files: 1 }],
    ...["Read", "Grep", "Bash", "Glob"].map((tool) =>
      [`${tool} changes no file`, [asked("t"), ...edited("/p/a", tool)], { files: 0, tools: [tool] }] as const
    ),
    ["an edit that failed changes nothing", [
      asked("t"),
      ...called("Edit", { file_path: "/p/a" }, { text: "not found", failed: true }),
      ...called("Edit", { file_path: "/p/b" }, { text: "done" }),
    ], { files: ["/p/b"] }],
    ["text", [asked("hello")], { tasks: 1 }],
    ["blocks", [asked([{ type: "text", text: "hello" }])], { tasks: 1 }],
    ["a result beside text", [
      asked([{ type: "tool_result", tool_use_id: "t", content: "x" }, { type: "text", text: "hello" }]),
    ], { tasks: 1 }],
    ["results only", [asked([{ type: "tool_result", tool_use_id: "t", content: "x" }])], { tasks: 0 }],
    ["null beside text", [asked([null, { type: "text", text: "hello" }])], { tasks: 1 }],
    ["an image", [asked([{ type: "image", source: {} }])], { tasks: 0 }],
    ["a number", [asked(42)], { tasks: 0 }],
    ["blanks", [asked("   ")], { tasks: 0 }],
    ["an empty list", [asked([])], { tasks: 0 }],
    ["a role without a type", [{ message: { role: "user", content: "hi" } }], { tasks: 1 }],
    ["a role at the top", [{ role: "user", content: "hi" }], { tasks: 1 }],
    ["the model's text", [{ type: "assistant", message: { role: "assistant", content: "hi" } }], {
      tasks: 0,
    }],
    ["the system's text", [{ type: "system", content: "hi" }], { tasks: 0 }],
    ["a broken line", ["{bad"], { tasks: 0 }],
    ["odd lines around a task", ["null", "[]", "7", '"x"', asked("hi"), '{"message":7}'], { tasks: ["hi"] }],
    ["what the harness puts in", [
      { ...asked("meta") as object, isMeta: true },
      { ...asked("a summary") as object, isCompactSummary: true },
      { ...asked("of a sub-agent") as object, isSidechain: true },
      asked("<system-reminder>do this</system-reminder>"),
      asked("[Request interrupted by user]"),
      asked("<local-command-stdout>out</local-command-stdout>"),
      asked("<command-name>/review</command-name>\n<command-args>42</command-args>"),
    ], { tasks: ["/review 42"] }],
    ...[0, 1, 2, 9, 10, 12, 15].map((count) =>
      [`${count} messages`, many(count, (index) => asked(`task ${index + 1}`)), {
        tasks: many(Math.min(10, count), (index) => `task ${Math.max(0, count - 10) + index + 1}`),
        total: count,
      }] as const
    ),
    ...[1, 20, 21, 30].map((count) =>
      [`${count} tools`, [asked("t"), ...many(count, (index) => called(`T${index}`, {})).flat()], {
        tools: Math.min(20, count),
      }] as const
    ),
    ...[1, 29, 30, 60].map((count) =>
      [`${count} files`, [asked("t"), ...many(count, (index) => edited(`/p/f${index}.ts`)).flat()], {
        files: Math.min(30, count),
      }] as const
    ),
  ];

for (const [name, transcript, expected] of CASES) {
  Deno.test(`session record: ${name}`, () =>
    inSession(async (session) => {
      session.says(transcript);
      const text = await record(session);
      const check = (wanted: readonly string[] | number | undefined, found: readonly string[]) => {
        if (wanted !== undefined) {
          assertEquals(typeof wanted === "number" ? found.length : found, wanted, text);
        }
      };
      check(expected.tasks, sectionItems(text, "Tasks"));
      check(expected.files, sectionItems(text, "Files changed"));
      check(expected.tools, tools(text));
      if ((expected.total ?? 0) > 0) assertStringIncludes(text, `${expected.total} user messages`);
      // Without a task there is nothing to keep.
      assertEquals(text === "", sectionItems(text, "Tasks").length === 0);
    }));
}

for (const [length, kept] of [[199, 199], [200, 200], [250, 200], [500, 200], [100_000, 200]] as const) {
  Deno.test(`session record: a message of ${length} characters is kept with ${kept}`, () =>
    inSession(async (session) => {
      session.says([asked("x".repeat(length))]);
      assertEquals(sectionItems(await record(session), "Tasks")[0]?.length, kept);
    }));
}

Deno.test("session record: a rerun replaces only its own block", () =>
  inSession(async (session) => {
    session.says([asked("first")]);
    await record(session);
    const [file] = session.kept("/sessions/");
    const before = Deno.readTextFileSync(file!);
    Deno.writeTextFileSync(
      file!,
      before.replace("# Session", "# My session").concat("\nRemember the milk.\n"),
    );
    session.goesOn([asked("second <!-- garfio: end --> `x`")]);
    const after = await record(session);
    assertEquals(after.match(/<!-- garfio: begin/g)?.length, 1);
    assertEquals(after.match(/<!-- garfio: end/g)?.length, 1, "what was asked cannot end the block");
    assert(after.startsWith("# My session"), after);
    assert(after.endsWith("\nRemember the milk.\n"), after);
    assertEquals(sectionItems(after, "Tasks")[0], "first");
    assertEquals(sectionItems(after, "Tasks").length, 2);
    assertEquals(
      before.split("\n").filter((line) => line.startsWith("- Started")),
      after.split("\n").filter((line) => line.startsWith("- Started")),
    );
  }));

Deno.test("session record: nothing asked, nothing changed; a transcript that is missing neither", () =>
  inSession(async (session) => {
    session.says([asked("first")]);
    const before = await record(session);
    session.says([]);
    assertEquals(await record(session), before);
    Deno.removeSync(session.transcript);
    assertEquals(await record(session), before);
  }));

Deno.test("session record: two sessions write two files, for their owner only", () =>
  inSession(async (session) => {
    session.says([asked("first")]);
    const before = await record(session);
    await session.tell(["Stop", "session-record"], { session_id: "11111111-2222-4333-8444-555566667777" });
    const files = session.kept("/sessions/");
    assertEquals(files.length, 2);
    assertEquals(Deno.readTextFileSync(files.find((file) => file.endsWith("/s-1.md"))!), before);
    for (const file of session.kept("")) assertEquals(Deno.statSync(file).mode! & 0o777, 0o600, file);
  }));

Deno.test("session record: a hook that keeps the turn open, a sub-agent, and the end of the session", () =>
  inSession(async (session) => {
    session.says([asked("t"), ...edited("/p/a"), ...edited("/p/a"), ...edited("/p/b")]);
    await record(session, { stop_hook_active: true });
    const end = await session.tell(["SessionEnd", "session-record"], { reason: "logout" });
    assertEquals([end.stdout, end.stderr], ["", ""]);
    const [file] = session.kept("/sessions/");
    assertStringIncludes(Deno.readTextFileSync(file!), "- Ended: logout");
    const log = session.kept("/audit/").map((path) => Deno.readTextFileSync(path)).join("");
    const { kind, files, operations, messages, calls } = JSON.parse(log);
    assertEquals([kind, files, operations, messages, calls], ["session", 2, 3, 1, 3]);
    await session.tell(["Stop", "session-record"], { session_id: "s-2", agent_id: "a" });
    assertEquals(session.kept("/sessions/").length, 1);
  }));

Deno.test("session record: no secret is kept anywhere", () =>
  inSession(async (session) => {
    const token = TOKENS["ghp"]!;
    session.says([
      asked(`use ${token} please`),
      ...called("Bash", { command: `curl -H "Authorization: Bearer ${token}" https://x.example` }, {
        text: `401 for ${token}`,
        failed: true,
      }),
      ...called("TodoWrite", { todos: [{ content: `store ${token}`, status: "pending" }] }),
      {
        type: "assistant",
        message: { role: "assistant", content: `We decided to keep ${token} in the file.` },
      },
      ...called("Edit", { file_path: `/p/${token}.txt` }),
    ]);
    await record(session);
    await session.tell(["PreCompact", "compaction-state"], {
      trigger: "auto",
      custom_instructions: `keep ${token}`,
    });
    await session.tell(["SessionEnd", "session-record"], { reason: "other" });
    const files = session.kept("");
    assert(files.length >= 4, String(files));
    for (const file of files) assert(!Deno.readTextFileSync(file).includes(token.slice(4, 30)), file);
  }));
