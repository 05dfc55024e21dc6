/** Whatever comes in: exit 0, nothing or one JSON object on standard output, no file outside the folders of ours. */
import { assert, assertEquals } from "../support/assert.ts";
import { PROGRAM, type Ran, runProgram } from "../support/executable.ts";
import { withScratch } from "../support/scratch.ts";

const DEPENDENCY = ["hook", "PreToolUse", "pretooluse-dependency-guard"];
const COMPACTION = ["hook", "PostToolUse", "posttooluse-proactive-compaction"];
const START = ["hook", "SessionStart"];

const manifest = (more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    session_id: "s",
    cwd: "/",
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: "/p/package.json", content: "{}" },
    ...more,
  });

/** What must hold of every answer. */
function checkAnswer(ran: Ran): void {
  assertEquals(ran.code, 0, ran.stderr);
  const out = ran.stdout.trimEnd();
  assert(out === "" || (out.startsWith("{") && !out.includes("\n")), out);
  if (out !== "") JSON.parse(out);
  assert(ran.stderr.split("\n").length <= 2, `more than one line: ${ran.stderr}`);
  assert(!ran.stderr.includes("    at "), `a stack trace: ${ran.stderr}`);
}

/** Every path below `folder`, in order. */
function tree(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? tree(`${folder}/${name}`) : [`${folder}/${name}`]
  ).sort();
}

async function run(
  folder: string,
  args: readonly string[],
  stdin: string | Uint8Array,
  env: Record<string, string> = {},
) {
  Deno.mkdirSync(`${folder}/home`, { recursive: true });
  const ran = await runProgram({ args, stdin, env: { HOME: `${folder}/home`, ...env }, cwd: folder });
  checkAnswer(ran);
  return ran;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const silent: [string, readonly string[], string | Uint8Array][] = [
  ["nothing", DEPENDENCY, ""],
  ["nothing at a session's start", START, ""],
  ["blanks", DEPENDENCY, "   \n"],
  ["half a JSON", DEPENDENCY, manifest().slice(0, 80)],
  ["a list", DEPENDENCY, "[null]"],
  ["NUL bytes", DEPENDENCY, new Uint8Array(1_000)],
  ["no event", ["hook"], manifest()],
  ["an unknown event", ["hook", "FakeEvent"], manifest()],
  ["an unknown contract", ["hook", "--contract", "nobody", "PreToolUse"], manifest()],
  ["a contract that is a path", ["hook", "--contract", "../contracts/claude-code", "PreToolUse"], manifest()],
  ["an unknown option", ["hook", "--no-such-flag", "PreToolUse"], manifest()],
  ["an unknown message", ["hook", "PreToolUse", "no-such-message"], manifest()],
  ["a message that climbs out", ["hook", "PreToolUse", "../../etc/passwd"], manifest()],
  ["an unknown tool", DEPENDENCY, manifest({ tool_name: "Teleport" })],
  ["an event on which nothing is read", ["hook", "SessionEnd"], manifest()],
];
for (const [what, args, stdin] of silent) {
  Deno.test(`executable, bad input: ${what}`, () =>
    withScratch(async (folder) => {
      const ran = await run(folder, args, stdin);
      assertEquals(ran.stdout, "");
    }));
}

for (const odd of [null, 7, true, "x", [], {}, [[null]]]) {
  Deno.test(`executable, bad input: ${JSON.stringify(odd)} in every field`, () =>
    withScratch(async (folder) => {
      const keys = [
        "session_id",
        "cwd",
        "transcript_path",
        "tool_name",
        "tool_input",
        "tool_response",
        "source",
        "stop_hook_active",
        "agent_id",
      ];
      const payload = JSON.stringify(Object.fromEntries(keys.map((key) => [key, odd])));
      for (const args of [["hook", "PreToolUse"], COMPACTION, START]) await run(folder, args, payload);
    }));
}

Deno.test("executable: a byte-order mark, invalid UTF-8 and lone surrogates are read", () =>
  withScratch(async (folder) => {
    const bytes = encode(manifest({ odd: "X" }));
    bytes[bytes.indexOf("X".charCodeAt(0))] = 0xff;
    for (const stdin of [`\ufeff${manifest()}\r\n`, bytes, manifest({ odd: "\ud83d" })]) {
      const ran = await run(folder, DEPENDENCY, stdin);
      assert(ran.stdout.includes("package.json"));
    }
  }));

Deno.test("executable: an answer never echoes its input", () =>
  withScratch(async (folder) => {
    const ran = await run(
      folder,
      DEPENDENCY,
      manifest({ tool_input: { file_path: "/p/package.json", content: "SECRET-CONTENT" } }),
    );
    assert(
      ran.stdout.includes("package.json") && !ran.stdout.includes("SECRET-CONTENT") &&
        !ran.stdout.includes("tool_input"),
    );
  }));

Deno.test("executable: 60 MB in one payload", () =>
  withScratch(async (folder) => {
    const content = "line of text }\n".repeat(4_000_000);
    const ran = await run(
      folder,
      DEPENDENCY,
      manifest({ tool_input: { file_path: "/p/package.json", content } }),
    );
    assert(ran.stdout.includes("package.json"));
  }));

Deno.test("executable: standard input that is never closed", () =>
  withScratch(async (folder) => {
    const child = new Deno.Command(PROGRAM[0]!, {
      args: [...PROGRAM.slice(1), ...DEPENDENCY],
      env: { GARFIO_STATE_DIR: `${folder}/s`, XDG_DATA_HOME: `${folder}/d` },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(encode(`${manifest()}\n`));
    const [status, text] = await Promise.all([child.status, new Response(child.stdout).text()]);
    assertEquals(status.code, 0);
    assert(text.includes("package.json"));
    await writer.close().catch(() => {});
  }));

Deno.test("executable: standard input that is closed or a terminal's absence", () =>
  withScratch(async (folder) => {
    const words = [...PROGRAM, ...DEPENDENCY].map((word) => `'${word}'`).join(" ");
    const { code, stdout } = await new Deno.Command("sh", {
      args: ["-c", `${words} <&-; ${words} </dev/null`],
      env: { GARFIO_STATE_DIR: `${folder}/s` },
      stderr: "null",
    }).output();
    assertEquals([code, new TextDecoder().decode(stdout)], [0, ""]);
  }));

Deno.test("executable: a session id that climbs or is endless stays in the state folder", () =>
  withScratch(async (folder) => {
    for (const session_id of ["../../../escape", "a".repeat(10_000), "CON", "con", "\u0000", ""]) {
      await run(folder, COMPACTION, JSON.stringify({ session_id, tool_name: "Read", tool_response: "x" }), {
        GARFIO_STATE_DIR: `${folder}/state`,
      });
    }
    for (const path of tree(folder)) {
      assert(path.startsWith(`${folder}/state/`), path);
      assert(path.split("/").at(-1)!.length <= 120, path);
    }
  }));

Deno.test("executable: a working folder that is missing or closed", () =>
  withScratch(async (folder) => {
    Deno.mkdirSync(`${folder}/closed`, { mode: 0 });
    for (const cwd of ["/no/such/folder", `${folder}/closed`, "", "relative"]) {
      const ran = await run(folder, DEPENDENCY, manifest({ cwd }));
      assert(ran.stdout.includes("package.json"), cwd);
    }
  }));

Deno.test("executable: without a home nothing is written, and guards still speak", () =>
  withScratch(async (folder) => {
    const ran = await runProgram({
      args: DEPENDENCY,
      stdin: manifest({ cwd: folder }),
      env: {},
      cwd: folder,
    });
    checkAnswer(ran);
    assert(ran.stdout.includes("package.json") && !ran.stdout.includes("Full procedure"));
    assertEquals(tree(folder), []);
  }));

Deno.test("executable: a state folder that is read-only, a file, or full changes no answer", () =>
  withScratch(async (folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "mine");
    Deno.mkdirSync(`${folder}/full`);
    const mounted = new Deno.Command("mount", {
      args: ["-t", "tmpfs", "-o", "size=8k", "tmpfs", `${folder}/full`],
      stderr: "null",
    })
      .outputSync().success;
    try {
      if (mounted) {
        try {
          Deno.writeFileSync(`${folder}/full/filler`, new Uint8Array(64 * 1024));
        } catch {
          // Full now.
        }
      }
      // Where nothing may be mounted, a device that takes no bytes stands for the full disk.
      const full = mounted ? `${folder}/full` : "/dev/full";
      for (const state of ["/proc/nothing-here", `${folder}/file`, full]) {
        const env = { GARFIO_STATE_DIR: state, XDG_DATA_HOME: state };
        const guard = await run(folder, DEPENDENCY, manifest(), env);
        assert(guard.stdout.includes("package.json"), state);
        await run(
          folder,
          COMPACTION,
          JSON.stringify({ session_id: "s", tool_name: "Read", tool_response: "x" }),
          env,
        );
        const start = await run(folder, START, JSON.stringify({ session_id: "s", source: "startup" }), env);
        assert(start.stdout.includes("additionalContext"));
      }
    } finally {
      if (mounted) new Deno.Command("umount", { args: [`${folder}/full`] }).outputSync();
    }
    assertEquals(Deno.readTextFileSync(`${folder}/file`), "mine");
  }));

Deno.test("executable: a state file that is a folder, garbage, or a link to elsewhere", () =>
  withScratch(async (folder) => {
    const handler = `${folder}/state/proactive-compaction`;
    Deno.mkdirSync(`${handler}/folder.jsonl`, { recursive: true });
    Deno.writeFileSync(`${handler}/garbage.jsonl`, crypto.getRandomValues(new Uint8Array(5_000)));
    Deno.writeTextFileSync(`${folder}/elsewhere`, "untouched");
    Deno.symlinkSync(`${folder}/elsewhere`, `${handler}/link.jsonl`);
    Deno.mkdirSync(`${folder}/other`);
    Deno.symlinkSync(`${folder}/other`, `${folder}/state/session-end`);
    const env = { GARFIO_STATE_DIR: `${folder}/state`, GARFIO_SESSION_END_ENABLED: "1" };
    for (const session_id of ["folder", "garbage", "link"]) {
      await run(
        folder,
        COMPACTION,
        JSON.stringify({ session_id, tool_name: "Read", tool_response: "x" }),
        env,
      );
    }
    await run(folder, ["hook", "Stop", "stop"], JSON.stringify({ session_id: "s" }), env);
    assertEquals(Deno.readTextFileSync(`${folder}/elsewhere`), "untouched");
    assertEquals(tree(`${folder}/other`), []);
  }));

Deno.test("executable: many processes of one session at once lose no count, and two of them give a notice", () =>
  withScratch(async (folder) => {
    const compiled = Deno.env.get("GARFIO_EXECUTABLE") !== undefined;
    const total = compiled ? 200 : 24;
    Deno.writeTextFileSync(
      `${folder}/payload`,
      JSON.stringify({ session_id: "s", tool_name: "Read", tool_response: "x" }),
    );
    // A shell starts them, since one that has to write to 200 children is itself the slowest of all.
    const loop = `i=0; while [ $i -lt ${total} ]; do "$@" < payload >> notices & i=$((i + 1)); done; wait`;
    const { success } = await new Deno.Command("sh", {
      args: ["-c", loop, "sh", ...PROGRAM, ...COMPACTION],
      cwd: folder,
      env: {
        GARFIO_STATE_DIR: `${folder}/state`,
        XDG_DATA_HOME: `${folder}/data`,
        // The second notice comes only where every one of them was counted.
        GARFIO_PROACTIVE_COMPACTION_TOOL_THRESHOLD: `${total / 2}`,
      },
      stderr: "null",
    }).output();
    assert(success);
    const lines = (path: string) =>
      Deno.readTextFileSync(`${folder}/${path}`).split("\n").filter((line) => line !== "");
    for (const line of lines("notices")) JSON.parse(line);
    assertEquals(lines("notices").length, 2);
    const journals = `${folder}/state/proactive-compaction`;
    assertEquals(tree(journals), [`${journals}/s.jsonl`]);
  }));

Deno.test("executable: the kill switch comes before everything, standard input too", () =>
  withScratch(async (folder) => {
    Deno.mkdirSync(`${folder}/home/.config/garfio`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/home/.config/garfio/disabled`, "");
    const child = new Deno.Command(PROGRAM[0]!, {
      args: [...PROGRAM.slice(1), ...DEPENDENCY],
      env: {
        HOME: `${folder}/home`,
        ...(Deno.env.get("DENO_DIR") === undefined
          ? { DENO_DIR: `${Deno.env.get("HOME")}/.cache/deno` }
          : {}),
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    // Standard input stays open and empty.
    const { code, stdout, stderr } = await child.output();
    assertEquals([code, stdout.length, stderr.length], [0, 0, 0]);
    await child.stdin.close().catch(() => {});
  }));

Deno.test("executable: without a hook word a wrong command is an error for the operator, never exit 2", () =>
  withScratch(async (folder) => {
    for (const args of [["frobnicate"], ["install", "--no-such-flag"], ["run", "--x"]]) {
      const ran = await runProgram({ args, stdin: "", env: { HOME: folder }, cwd: folder });
      assertEquals(ran.code, 1);
      assert(ran.stderr.includes("--help"), ran.stderr);
    }
  }));

Deno.test("executable: a reader that goes away early is no error", () =>
  withScratch(async (folder) => {
    Deno.mkdirSync(`${folder}/home`);
    const program = `${folder}/garfio`;
    Deno.writeTextFileSync(program, "", { mode: 0o755 });
    const words = [...PROGRAM, "install", "--harness", "claude-code", "--executable", program].map((
      word,
    ) => `'${word}'`).join(" ");
    const { stdout, stderr } = await new Deno.Command("bash", {
      args: ["-c", `{ ${words} --dry-run; echo "code $?" >&2; } | head -n 1`],
      env: {
        HOME: `${folder}/home`,
        DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
      },
      cwd: folder,
    }).output();
    assert(stdout.length > 0);
    assert(!new TextDecoder().decode(stderr).includes("BrokenPipe"), new TextDecoder().decode(stderr));
  }));
