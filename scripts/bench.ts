/**
 * What a hook costs, as ratios to an empty program made by the same `deno compile`, measured in one interleaved run. The
 * empty program runs before each of the others: what runs seldom is slower, since its pages are taken back.
 *
 *     deno task bench [--rounds <n>] [--json]
 *
 * Times on shared machines are noisy: only the ratios mean something.
 */
import { compileEmpty, copiesOf } from "./bench_programs.ts";
import { median } from "./median.ts";
import { peakMemory } from "./bench_memory.ts";
import { thisOs } from "../src/base/platform.ts";

const root = new URL("../", import.meta.url).pathname.replace(/\/$/, "");
const executable = `${root}/dist/garfio${thisOs() === "windows" ? ".exe" : ""}`;
const rounds = Math.max(30, Number(Deno.args[Deno.args.indexOf("--rounds") + 1]) || 40);
const asJson = Deno.args.includes("--json");

interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly stdin: string;
  /** The most that it may cost, as a ratio to the empty program. */
  readonly target?: number;
  /** Whether it must say something; a program that fails is fast too. */
  readonly speaks?: boolean;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** Of each program, in turn. */
const COPIES = 5;

async function once(
  { name, command, stdin, speaks }: Contender,
  program: string,
  env: Record<string, string>,
): Promise<number> {
  const started = performance.now();
  const child = new Deno.Command(program, {
    args: command.slice(1),
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  const { stdout, code } = await child.output();
  const took = performance.now() - started;
  if (speaks !== undefined && (code !== 0 || speaks !== stdout.length > 0)) {
    throw new Error(`${name} ${speaks ? "says nothing" : "speaks"}, so there is nothing to measure`);
  }
  return took;
}

if (!await exists(executable)) {
  console.error("bench: dist/garfio is missing; run `deno task compile` first");
  Deno.exit(1);
}
const empty = await compileEmpty(root).catch((error) => {
  console.error(`bench: ${error.message}`);
  return Deno.exit(1);
});
const scratch = await Deno.makeTempDir({ prefix: "garfio-bench-" });
const home = `${scratch}/home`;
const project = `${scratch}/project`;
await Deno.mkdir(`${project}/.git`, { recursive: true });
await Deno.mkdir(home);
const transcript = `${scratch}/transcript.jsonl`;
const record = JSON.stringify({ type: "user", message: { role: "user", content: "x".repeat(2_000) } });
const usage = JSON.stringify({
  type: "assistant",
  message: { usage: { input_tokens: 10, cache_read_input_tokens: 40_000, cache_creation_input_tokens: 100 } },
});
await Deno.writeTextFile(transcript, `${`${record}\n`.repeat(10_000)}${usage}\n${`${record}\n`.repeat(5)}`);

const common = { session_id: "bench", cwd: project, transcript_path: transcript };
const event = (name: string, rest: Record<string, unknown>): string =>
  `${JSON.stringify({ ...common, hook_event_name: name, ...rest })}\n`;
const bash = ["pretooluse-bash", "pretooluse-bash-plan-guard", "pretooluse-eval-guard"];
const write = [
  "pretooluse-write",
  "pretooluse-write-header-guard",
  "pretooluse-write-plan-guard",
  "pretooluse-dependency-guard",
  "pretooluse-eval-guard",
];
const code = 'export function add(a: number, b: number): number {\n  return a + b; // the "sum"\n}\n';
const contenders: Contender[] = [
  { name: "empty program", command: [empty], stdin: "" },
  {
    name: "(a) PreToolUse Bash `git status`",
    speaks: false,
    command: [executable, "hook", "PreToolUse", ...bash],
    stdin: event("PreToolUse", { tool_name: "Bash", tool_input: { command: "git status" } }),
    target: 1.2,
  },
  {
    name: "(a') PreToolUse Bash, a line that is parsed",
    command: [executable, "hook", "PreToolUse", ...bash],
    stdin: event("PreToolUse", {
      tool_name: "Bash",
      tool_input: { command: 'git commit -m "Fix $(cat x)" && git push > out.log 2>&1' },
    }),
  },
  {
    name: "(b) PreToolUse Write of 100 KB",
    speaks: false,
    command: [executable, "hook", "PreToolUse", ...write],
    stdin: event("PreToolUse", {
      tool_name: "Write",
      tool_input: {
        file_path: `${project}/src/a.ts`,
        content: code.repeat(Math.ceil(100_000 / code.length)),
      },
    }),
    target: 1.3,
  },
  {
    name: "(c) PostToolUse Read, 20 MB transcript",
    speaks: false,
    command: [executable, "hook", "PostToolUse", "posttooluse-proactive-compaction"],
    stdin: event("PostToolUse", { tool_name: "Read", tool_input: { file_path: "a" }, tool_response: "x" }),
    target: 1.3,
  },
  {
    name: "(d) SessionStart",
    speaks: true,
    command: [executable, "hook", "SessionStart"],
    stdin: event("SessionStart", { source: "startup" }),
    target: 1.4,
  },
  { name: "node -e 0", command: ["node", "-e", "0"], stdin: "" },
  { name: "python3 -S -c 0", command: ["python3", "-S", "-c", "0"], stdin: "" },
  { name: "/bin/true", command: ["/bin/true"], stdin: "" },
];

const env = { HOME: home, GARFIO_STATE_DIR: `${scratch}/state` };
const times = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
const besides = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
const missing = new Set<Contender>();
const copies = new Map<string, string[]>();
for (const program of [empty, executable]) {
  copies.set(program, await copiesOf(program, `${scratch}/copies`, COPIES));
}
const [nothing] = contenders;
// The first round of each copy brings it into memory.
for (let round = -COPIES; round < rounds; round++) {
  for (const contender of contenders) {
    if (missing.has(contender)) continue;
    try {
      const program = contender.command[0]!;
      const beside = await once(nothing!, copies.get(empty)!.at(round % COPIES)!, env);
      const took = await once(contender, copies.get(program)?.at(round % COPIES) ?? program, env);
      if (round < 0) continue;
      besides.get(contender)!.push(beside);
      times.get(contender)!.push(took);
    } catch (error) {
      if (contender.speaks !== undefined) throw error;
      missing.add(contender);
    }
  }
}

const emptyMemory = await peakMemory([empty], "", env);
const rows = [];
for (const contender of contenders.filter((contender) => !missing.has(contender))) {
  const ratio = median(times.get(contender)!) / median(besides.get(contender)!);
  const memory = contender.command[0] === executable
    ? await peakMemory(contender.command, contender.stdin, env)
    : undefined;
  rows.push({
    name: contender.name,
    milliseconds: Number(median(times.get(contender)!).toFixed(1)),
    ratio: Number(ratio.toFixed(2)),
    target: contender.target ?? null,
    memoryRatio: memory === undefined || emptyMemory === undefined
      ? null
      : Number((memory / emptyMemory).toFixed(2)),
    met: contender.target === undefined ? null : ratio <= contender.target,
  });
}
await Deno.remove(scratch, { recursive: true });

if (asJson) console.log(JSON.stringify({ rounds, rows }));
else {
  console.log(`${rounds} interleaved rounds, medians; ratio to the empty program`);
  for (const row of rows) {
    const columns = [
      row.name.padEnd(46),
      `${row.milliseconds.toFixed(1)} ms`.padStart(10),
      row.ratio.toFixed(2).padStart(6),
      row.target === null
        ? "".padStart(9)
        : `<= ${row.target.toFixed(2)}${row.met === true ? " " : "!"}`.padStart(9),
      row.memoryRatio === null ? "" : `memory ${row.memoryRatio.toFixed(2)}`,
    ];
    console.log(columns.join("  ").trimEnd());
  }
}
