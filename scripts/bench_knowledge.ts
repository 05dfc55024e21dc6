/**
 * What knowledge costs: in characters, against one large instruction file, and in time.
 *
 *     deno run -A scripts/bench_knowledge.ts [--table] [--times] [--program <path of a compiled garfio>] [--rounds <n>]
 *
 * Without options, the table and the times in process. `--program` measures whole events of the executable with and
 * without knowledge, interleaved. Times on shared machines are noisy: only ratios mean something.
 */
import { environmentOf } from "../src/base/environment.ts";
import { answer } from "../src/hook/answer.ts";
import { openKnowledge } from "../src/knowledge/cache.ts";
import { oneFile, sampleItems, sampleSources, SESSIONS } from "./knowledge_sample.ts";

const assets = new URL("../", import.meta.url).pathname.replace(/\/$/, "");

function option(name: string): string | undefined {
  const index = Deno.args.indexOf(name);
  return index < 0 ? undefined : Deno.args[index + 1];
}

function put(root: string, files: readonly { readonly path: string; readonly text: string }[]): void {
  for (const { path, text } of files) {
    const file = `${root}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
}

function scratch<T>(body: (base: string) => Promise<T>): Promise<T> {
  const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "garfio-knowledge-" }));
  return body(base).finally(() => Deno.removeSync(base, { recursive: true }));
}

/** What the model is told on one event. */
async function told(
  base: string,
  session: string,
  event: string,
  payload: Record<string, unknown>,
  message?: string,
): Promise<string> {
  const { stdout } = await answer({
    args: [event, ...(message === undefined ? [] : [message])],
    input: { payload: { session_id: session, cwd: `${base}/p`, hook_event_name: event, ...payload } },
    env: environmentOf({ HOME: `${base}/home`, GARFIO_STATE_DIR: `${base}/state` }),
    cwd: `${base}/p`,
    os: "linux",
    clock: Date.now,
    parentPid: 1,
    assets,
  });
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
}

/** The table of what ten sessions receive. */
async function table(): Promise<string> {
  return await scratch(async (base) => {
    const items = sampleItems();
    put(`${base}/p`, [...items, ...sampleSources(), { path: ".git/HEAD", text: "" }]);
    const whole = oneFile(items).length;
    const rows: string[][] = [[
      "Prompt",
      "One file",
      "Start",
      "Prompt",
      "Tools",
      "Ours",
      "Part",
      "Wanted: full, named, missed",
    ]];
    let sum = 0;
    const found = { full: 0, named: 0, missed: 0 };
    for (const [index, { prompt, touches, wanted }] of SESSIONS.entries()) {
      const session = `s${index}`;
      const start = await told(base, session, "SessionStart", { source: "startup" });
      const own = Math.max(0, start.length - Math.max(0, start.indexOf("# Project knowledge")));
      const asked = await told(base, session, "UserPromptSubmit", { prompt }, "knowledge-prompt");
      let tools = "";
      for (const path of touches) {
        tools += await told(base, session, "PreToolUse", {
          tool_name: "Read",
          tool_input: { file_path: `${base}/p/${path}` },
        }, "knowledge-path");
      }
      const ours = own + asked.length + tools.length;
      sum += ours;
      const fates = { full: 0, named: 0, missed: 0 };
      for (const id of wanted) {
        const file = `(.garfio/knowledge/${id}.md)`;
        const fate = asked.includes(`\n${file}\n`)
          ? "full"
          : (asked + tools).includes(file)
          ? "named"
          : "missed";
        fates[fate]++;
        found[fate]++;
      }
      rows.push([
        prompt,
        ...[whole, own, asked.length, tools.length, ours].map(number),
        `${(100 * ours / whole).toFixed(1)} %`,
        wanted.length === 0 ? "-" : `${fates.full}, ${fates.named}, ${fates.missed}`,
      ]);
    }
    rows.push([
      "All ten",
      number(whole * SESSIONS.length),
      "",
      "",
      "",
      number(sum),
      `${(100 * sum / (whole * SESSIONS.length)).toFixed(1)} %`,
      `${found.full}, ${found.named}, ${found.missed}`,
    ]);
    return rows.map((row, index) =>
      `| ${row.join(" | ")} |${index === 0 ? `\n| ${row.map(() => "---").join(" | ")} |` : ""}`
    ).join("\n");
  });
}

const number = (value: number): string => value.toLocaleString("en-GB");

/** The shortest of several runs, in milliseconds. */
async function shortest(runs: number, body: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await body();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

async function times(count: number): Promise<string> {
  return await scratch(async (base) => {
    const root = `${base}/p`;
    const samples = sampleItems();
    const files = Array.from({ length: count }, (_, index) => {
      const { path, text } = samples[index % samples.length]!;
      return { path: path.replace(/\.md$/, `-${index}.md`), text };
    });
    put(root, files);
    const place = { env: environmentOf({ GARFIO_STATE_DIR: `${base}/state` }), os: "linux" as const };
    const rebuilt = await shortest(5, async () => {
      Deno.mkdirSync(`${base}/state`, { recursive: true });
      Deno.removeSync(`${base}/state`, { recursive: true });
      await openKnowledge(place, root);
    });
    const valid = await shortest(10, () => openKnowledge(place, root));
    const one = await shortest(3, async () => {
      Deno.writeTextFileSync(`${root}/${files[0]!.path}`, `${files[0]!.text}${Math.random()}\n`);
      await openKnowledge(place, root);
    });
    return `${count} files: made anew ${rebuilt.toFixed(0)} ms, after one edit ${one.toFixed(0)} ms, valid ${
      valid.toFixed(1)
    } ms`;
  });
}

/** Whole events of the executable, with and without knowledge. */
async function program(path: string, rounds: number): Promise<string[]> {
  return await scratch(async (base) => {
    const files = Array.from({ length: 200 }, (_, index) => {
      const { path, text } = sampleItems()[index % 168]!;
      return { path: path.replace(/\.md$/, `-${index}.md`), text };
    });
    put(`${base}/with`, [...files, { path: ".git/HEAD", text: "" }, { path: "src/a.ts", text: "" }]);
    put(`${base}/without`, [{ path: ".git/HEAD", text: "" }, { path: "src/a.ts", text: "" }]);
    const events: readonly (readonly [string, readonly string[], Record<string, unknown>])[] = [
      ["PreToolUse Read", ["PreToolUse", "secret-read", "knowledge-path"], {
        tool_name: "Read",
        tool_input: { file_path: "src/a.ts" },
      }],
      ["PreToolUse Edit", [
        "PreToolUse",
        "pretooluse-edit",
        "self-protection",
        "secret-write",
        "knowledge-rule",
        "knowledge-path",
      ], { tool_name: "Edit", tool_input: { file_path: "src/a.ts", old_string: "a", new_string: "b" } }],
      ["PreToolUse Bash", ["PreToolUse", "destructive-command", "knowledge-rule", "knowledge-path"], {
        tool_name: "Bash",
        tool_input: { command: "git status" },
      }],
      ["UserPromptSubmit", ["UserPromptSubmit", "secret-prompt", "knowledge-prompt"], {
        prompt: "What time is it over there?",
      }],
    ];
    const lines: string[] = [];
    for (const [name, args, payload] of events) {
      const taken: Record<string, number[]> = { with: [], without: [] };
      for (let round = -2; round < rounds; round++) {
        for (const project of ["with", "without"]) {
          const stdin = JSON.stringify({
            session_id: "bench",
            cwd: `${base}/${project}`,
            hook_event_name: args[0],
            ...payload,
          });
          const started = performance.now();
          await run(path, ["hook", ...args], stdin, {
            HOME: `${base}/home`,
            GARFIO_STATE_DIR: `${base}/state`,
          });
          if (round >= 0) taken[project]!.push(performance.now() - started);
        }
      }
      const [a, b] = [quartile(taken["with"]!), quartile(taken["without"]!)];
      lines.push(
        `${name}: ${a.toFixed(1)} ms with 200 items, ${b.toFixed(1)} ms without, ratio ${(a / b).toFixed(2)}`,
      );
    }
    return lines;
  });
}

/** A quarter of the runs was faster: on a machine that others use as well, steadier than the median. */
const quartile = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 2]!;

async function run(
  command: string,
  args: readonly string[],
  stdin: string,
  env: Record<string, string>,
): Promise<void> {
  const child = new Deno.Command(command, {
    args: [...args],
    env,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  await child.status;
}

const all = !Deno.args.includes("--table") && !Deno.args.includes("--times") &&
  option("--program") === undefined;
if (all || Deno.args.includes("--table")) console.log(await table());
if (all || Deno.args.includes("--times")) {
  for (const count of [200, 5_000]) {
    console.log(await times(count));
  }
}
const path = option("--program");
if (path !== undefined) {
  for (const line of await program(path, Number(option("--rounds")) || 20)) console.log(line);
}
