/** What the commands of an event cost: wall time, CPU time with everything that they start, and processes. */
import { median } from "../median.ts";

/** A command to start. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** The commands of one event, and what they are given. */
export interface Side {
  readonly starts: readonly Start[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
}

/** Medians, in milliseconds; `processes` is undefined where they cannot be counted. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
  readonly processes?: number | undefined;
}

/** A throw-away home and project. */
export interface Ground {
  readonly project: string;
  readonly transcript: string;
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

/** Makes a home and a project with a file, a repository of no commits, and a small transcript. */
export function makeGround(): Ground {
  const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "garfio-compare-" }));
  const project = `${base}/home/project`;
  Deno.mkdirSync(`${project}/src`, { recursive: true });
  Deno.mkdirSync(`${base}/tmp`);
  new Deno.Command("git", { args: ["init", "--quiet", project], stdout: "null", stderr: "null" })
    .outputSync();
  Deno.writeTextFileSync(`${project}/package.json`, '{ "name": "project" }\n');
  Deno.writeTextFileSync(
    `${project}/src/add.ts`,
    "export const add = (a: number, b: number): number => b + a;\n",
  );
  const transcript = `${base}/transcript.jsonl`;
  const usage = { input_tokens: 1_000, output_tokens: 100, cache_read_input_tokens: 20_000 };
  Deno.writeTextFileSync(
    transcript,
    [
      { type: "user", message: { role: "user", content: "Add two numbers." } },
      {
        type: "assistant",
        message: { id: "m1", role: "assistant", model: "claude-sonnet-4-5", content: [], usage },
      },
    ].map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  const env = {
    PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
    HOME: `${base}/home`,
    TMPDIR: `${base}/tmp`,
  };
  return { project, transcript, env, remove: () => Deno.removeSync(base, { recursive: true }) };
}

/** The costs of `sides`, which take turns; a first round warms them up and does not count. */
export async function measure(sides: readonly Side[], rounds: number): Promise<Cost[]> {
  const found = sides.map(() => ({ cpu: [] as number[], wall: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const { cpu, wall } = await once(side);
      if (round === 0) continue;
      found[index]!.cpu.push(cpu);
      found[index]!.wall.push(wall);
    }
  }
  return found.map(({ cpu, wall }) => ({ cpu: median(cpu), wall: median(wall) }));
}

/** bash tells milliseconds of CPU time of what it has started and waited for; `$0` is the file that they go to. */
const TIMED = 'exec 4>/dev/null; TIMEFORMAT="%3U %3S"; { time "$@" 2>&4; } 2>"$0"';

/** Starts all commands of a side at once, as a harness does, and waits for all of them. */
async function once(side: Side): Promise<{ cpu: number; wall: number }> {
  const folder = Deno.makeTempDirSync({ prefix: "garfio-times-" });
  try {
    const begun = performance.now();
    const times = await Promise.all(
      side.starts.map((start, index) => timed(side, start, `${folder}/${index}`)),
    );
    return { wall: performance.now() - begun, cpu: times.reduce((sum, one) => sum + one, 0) };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function timed(side: Side, { command, args }: Start, file: string): Promise<number> {
  await run(side, "bash", ["-c", TIMED, file, command, ...args]);
  const [user, system] = Deno.readTextFileSync(file).trim().split(" ").map(Number);
  return ((user ?? 0) + (system ?? 0)) * 1_000;
}

async function run({ env, cwd, stdin }: Side, command: string, args: readonly string[]): Promise<void> {
  const child = new Deno.Command(command, {
    args: [...args],
    cwd,
    env: { ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  await child.status;
}

/**
 * How many programs a side starts, what its commands start included, as `strace` sees them; undefined where there is
 * none, or it may not look.
 */
export async function countProcesses(side: Side): Promise<number | undefined> {
  const folder = Deno.makeTempDirSync({ prefix: "garfio-processes-" });
  try {
    let count = 0;
    for (const [index, { command, args }] of side.starts.entries()) {
      const file = `${folder}/${index}`;
      await run(side, "strace", [
        "-f",
        "-qq",
        "-e",
        "trace=execve",
        "-e",
        "status=successful",
        "-o",
        file,
        command,
        ...args,
      ]);
      const found = Deno.readTextFileSync(file).match(/\bexecve\(/g)?.length ?? 0;
      if (found === 0) return undefined;
      // A shell that only leads to the command is not counted.
      count += found - (command === "/bin/sh" ? 1 : 0);
    }
    return count;
  } catch {
    return undefined;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
