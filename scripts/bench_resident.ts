/**
 * What an event costs at the resident's socket: a mixed day of events, one behind the other, then from several sides at
 * once; its start; and its memory and state after many events.
 *
 *     deno task bench:resident [--events <n>] [--million] [--json]
 *
 * `--events` (20,000 without it) is how many events are sent in all; `--million` is one million of them. The program is
 * `dist/garfio`, or what `GARFIO_EXECUTABLE` names.
 */
import { compileEmpty } from "./bench_programs.ts";
import { measureStart } from "./bench_resident_start.ts";
import { thisOs } from "../src/base/platform.ts";
import { VERSION } from "../src/base/version.ts";
import { urlOf } from "../src/resident/address.ts";
import { type Channel, openChannel } from "../src/resident/http/channel.ts";
import { knock } from "../src/resident/knock.ts";
import { readPort } from "../src/resident/port.ts";
import { type Residence, residenceOf } from "../src/resident/residence.ts";
import { readToken } from "../src/resident/token.ts";

const root = new URL("../", import.meta.url).pathname.replace(/\/$/, "");
const executable = Deno.env.get("GARFIO_EXECUTABLE") ??
  `${root}/dist/garfio${thisOs() === "windows" ? ".exe" : ""}`;
const asJson = Deno.args.includes("--json");
const total = Deno.args.includes("--million")
  ? 1_000_000
  : Math.max(2_000, Number(Deno.args[Deno.args.indexOf("--events") + 1]) || 20_000);

/** A session of a busy day has so many events. */
const PER_SESSION = 2_000;
/** The first reading of memory, behind the time in which everything is loaded for the first time. */
const SETTLED = 10_000;
const SIDES = 8;
const STARTS = 40;

interface Sample {
  readonly event: string;
  readonly payload: Record<string, unknown>;
  /** Of 100 events. */
  readonly share: number;
}

const code = 'export function add(a: number, b: number): number {\n  return a + b; // the "sum"\n}\n';

/** A day: mostly looking, sometimes changing, now and then something to say. */
function day(project: string): Sample[] {
  const bash = (share: number, command: string): Sample => ({
    event: "PreToolUse",
    payload: { tool_name: "Bash", tool_input: { command } },
    share,
  });
  const file = `${project}/src/a.ts`;
  return [
    bash(20, "git status"),
    bash(8, 'grep -rn "needle" src | head -20 && ls -la'),
    bash(6, 'git commit -m "Fix the reader" && git push > out.log 2>&1'),
    bash(2, "git commit --no-verify -m x"),
    bash(1, "rm -rf ~/"),
    { event: "PreToolUse", payload: { tool_name: "Read", tool_input: { file_path: file } }, share: 16 },
    {
      event: "PreToolUse",
      payload: { tool_name: "Edit", tool_input: { file_path: file, old_string: "a", new_string: code } },
      share: 6,
    },
    {
      event: "PreToolUse",
      payload: { tool_name: "Write", tool_input: { file_path: file, content: code.repeat(60) } },
      share: 4,
    },
    {
      event: "PostToolUse",
      payload: { tool_name: "Read", tool_input: { file_path: file }, tool_response: code },
      share: 14,
    },
    {
      event: "PostToolUse",
      payload: {
        tool_name: "Bash",
        tool_input: { command: "git status" },
        tool_response: { stdout: "clean" },
      },
      share: 14,
    },
    {
      event: "PostToolUse",
      payload: {
        tool_name: "Edit",
        tool_input: { file_path: file, old_string: "a", new_string: "b" },
        tool_response: {},
      },
      share: 6,
    },
    {
      event: "UserPromptSubmit",
      payload: { prompt: "Please find out why the reader stops early." },
      share: 2,
    },
    { event: "Stop", payload: { stop_hook_active: false }, share: 1 },
  ];
}

/** Which sample is the n-th event: the same mixture on every run. */
function picker(samples: readonly Sample[]): (n: number) => Sample {
  const wheel = samples.flatMap((sample) => Array.from({ length: sample.share }, () => sample));
  return (n) => wheel[(n * 37) % wheel.length]!;
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], part: number) =>
  values[Math.min(values.length - 1, Math.floor(values.length * part))]!;

/** Kilobytes that process `pid` holds now, as Linux counts them; undefined elsewhere. */
function memoryOf(pid: number): number | undefined {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1]);
  } catch {
    return undefined;
  }
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    bytes += isDirectory ? bytesBelow(`${folder}/${name}`) : Deno.statSync(`${folder}/${name}`).size;
  }
  return bytes;
}

interface Bench {
  readonly residence: Residence;
  readonly project: string;
  readonly state: string;
  readonly env: Record<string, string>;
}

function start({ env }: Bench): Deno.ChildProcess {
  return new Deno.Command(executable, {
    args: ["serve"],
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
}

async function open(residence: Residence): Promise<Channel> {
  for (;;) {
    const port = readPort(residence);
    if (port !== undefined) {
      const channel = await openChannel(port).catch(() => undefined);
      if (channel !== undefined) return channel;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function sender(
  { residence, project }: Bench,
  channel: Channel,
): (sample: Sample, n: number) => Promise<void> {
  const token = readToken(residence)!;
  return async ({ event, payload }, n) => {
    const target = urlOf(channel.port, {
      version: VERSION,
      configuration: residence.configuration,
      contract: "claude-code",
      event,
      messages: [],
      strict: false,
      background: false,
    });
    const { status } = await channel.ask({
      target: target.slice(target.indexOf("/v1/")),
      fields: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        session_id: `bench-${Math.floor(n / PER_SESSION)}`,
        cwd: project,
        hook_event_name: event,
        ...payload,
      }),
    });
    if (status !== 200 && status !== 204) throw new Error(`${event} was answered with ${status}`);
  };
}

const empty = await compileEmpty(root);
const scratch = await Deno.makeTempDir({ prefix: "garfio-bench-" });
const env = { HOME: `${scratch}/home`, GARFIO_STATE_DIR: `${scratch}/state`, PATH: "/usr/bin:/bin" };
const project = `${scratch}/project`;
await Deno.mkdir(`${project}/.git`, { recursive: true });
await Deno.mkdir(env.HOME);
const residence = residenceOf(env, thisOs());
const bench: Bench = { residence, project, state: env.GARFIO_STATE_DIR, env };

const startRatio = await measureStart({
  executable,
  empty,
  env,
  residence,
  project,
  assets: root,
  scratch: `${scratch}/copies`,
  rounds: STARTS,
});
await Deno.remove(`${scratch}/copies`, { recursive: true });
const child = start(bench);
const channel = await open(residence);
const send = sender(bench, channel);
const pick = picker(day(project));
const times: number[] = [];
let settledMemory: number | undefined;
let settledState = 0;
// One behind the other: what a harness feels.
const single = Math.min(total, Math.max(SETTLED, Math.floor(total / 2)));
for (let n = 0; n < single; n++) {
  const begun = performance.now();
  await send(pick(n), n);
  if (n >= 200 && times.length < 200_000) times.push(performance.now() - begun);
  if (n === SETTLED - 1) {
    settledMemory = memoryOf(child.pid);
    settledState = bytesBelow(bench.state);
  }
}
// From several sides: what a busy machine asks of it.
let next = single;
const begun = performance.now();
await Promise.all(Array.from({ length: SIDES }, async () => {
  const side = await open(residence);
  const sendHere = sender(bench, side);
  while (next < total) {
    const n = next++;
    await sendHere(pick(n), n);
  }
  side.close();
}));
const perSecond = (total - single) / ((performance.now() - begun) / 1_000);
const memory = memoryOf(child.pid);
const state = bytesBelow(bench.state);
const found = await knock(residence);
const own = found.kind === "resident" ? await found.status() : undefined;
if (found.kind === "resident") {
  await found.stop();
  found.close();
}
channel.close();
await child.status;
await Deno.remove(scratch, { recursive: true });

const ordered = sorted(times);
const rows: [string, number | undefined, number | undefined, string][] = [
  ["median at the socket, ms", at(ordered, 0.5), 3, "at most"],
  ["99th percentile at the socket, ms", at(ordered, 0.99), 15, "at most"],
  [`events a second, ${SIDES} connections`, perSecond, 1_000, "at least"],
  ["start to first answer, ratio to the empty program", startRatio, 1.3, "at most"],
  [
    `memory after ${SETTLED} events, MB`,
    settledMemory === undefined ? undefined : settledMemory / 1024,
    undefined,
    "",
  ],
  [`memory after ${total} events, MB`, memory === undefined ? undefined : memory / 1024, undefined, ""],
  ["growth of memory, ratio", memory === undefined ? undefined : memory / settledMemory!, 1.1, "at most"],
  [`state after ${SETTLED} events, MB`, settledState / 1e6, undefined, ""],
  [`state after ${total} events, MB`, state / 1e6, undefined, ""],
  ["median by its own account, ms", own?.median, undefined, ""],
];
if (asJson) console.log(JSON.stringify({ events: total, rows }));
else {
  console.log(`${total} events, ${single} of them one behind the other`);
  for (const [name, value, bound, how] of rows) {
    const isMet = bound === undefined || value === undefined ||
      (how === "at most" ? value <= bound : value >= bound);
    console.log(
      `${name.padEnd(52)} ${(value?.toFixed(2) ?? "unknown").padStart(10)}  ` +
        `${bound === undefined ? "" : `${how} ${bound}${isMet ? "" : " !"}`}`.trimEnd(),
    );
  }
}
