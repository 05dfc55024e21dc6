/** From the start of the resident to its first answer, beside an empty program from its start to its end. */
import { copiesOf } from "./bench_programs.ts";
import { median } from "./median.ts";
import { DEFAULT_CONTRACT } from "../src/contract/contract.ts";
import { loadHarness } from "../src/register/registration.ts";
import { openChannel } from "../src/resident/http/channel.ts";
import { readPort } from "../src/resident/port.ts";
import type { Residence } from "../src/resident/residence.ts";
import { readToken } from "../src/resident/token.ts";
import { pathOf } from "../src/resident/address.ts";
import { VERSION } from "../src/base/version.ts";

/** The programs, and where the resident lives. */
export interface StartBench {
  readonly executable: string;
  readonly empty: string;
  readonly env: Record<string, string>;
  readonly residence: Residence;
  readonly project: string;
  /** The folder of contracts. */
  readonly assets: string;
  /** A folder for copies of the programs. */
  readonly scratch: string;
  readonly rounds: number;
}

const COPIES = 3;

/** The median of the resident's times as a ratio to that of the empty program. They take turns. */
export async function measureStart(bench: StartBench): Promise<number> {
  const ours = await copiesOf(bench.executable, `${bench.scratch}/resident`, COPIES);
  const theirs = await copiesOf(bench.empty, `${bench.scratch}/empty`, COPIES);
  const ask = asker(bench);
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  // The first round of each copy brings it into memory; that of the resident makes its port and its token.
  for (let round = -COPIES; round < bench.rounds; round++) {
    const copy = (round + COPIES) % COPIES;
    const their = await timeEmpty(bench, theirs[copy]!);
    const our = await timeResident(bench, ours[copy]!, ask);
    if (round < 0) continue;
    times.theirs.push(their);
    times.ours.push(our);
  }
  return median(times.ours) / median(times.theirs);
}

/** Both are started with the same words. */
function serveOf(program: string, env: Record<string, string>): Deno.Command {
  return new Deno.Command(program, {
    args: ["serve"],
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  });
}

/** With the same variables: what the runtime does about a home folder is no business of ours. */
async function timeEmpty({ env }: StartBench, program: string): Promise<number> {
  const begun = performance.now();
  await serveOf(program, env).output();
  return performance.now() - begun;
}

async function timeResident(
  { env, residence }: StartBench,
  program: string,
  ask: (port: number) => Promise<void>,
): Promise<number> {
  const begun = performance.now();
  const child = serveOf(program, env).spawn();
  // It says so when it listens. Knocking until somebody answers would take time from it.
  const said = child.stdout.getReader();
  await said.read();
  await ask(readPort(residence)!);
  const took = performance.now() - begun;
  await said.cancel();
  child.kill("SIGKILL");
  await child.status;
  return took;
}

/** Asks what a Claude Code asks before it runs `git status`: through the entry that is registered for it. */
function asker({ residence, project, assets }: StartBench): (port: number) => Promise<void> {
  const { registration } = loadHarness(assets, DEFAULT_CONTRACT, "standard");
  const row = registration.events.find(({ event, matcher }) =>
    event === "PreToolUse" && matcher?.split("|").includes("Bash")
  )!;
  const target = pathOf({
    version: VERSION,
    configuration: residence.configuration,
    contract: DEFAULT_CONTRACT,
    event: row.event,
    messages: row.messages,
    strict: false,
    background: false,
  });
  const body = JSON.stringify({
    session_id: "bench-start",
    cwd: project,
    hook_event_name: row.event,
    tool_name: "Bash",
    tool_input: { command: "git status" },
  });
  return async (port) => {
    const channel = await openChannel(port);
    const { status } = await channel.ask({
      target,
      fields: { Authorization: `Bearer ${readToken(residence)}` },
      body,
    });
    channel.close();
    if (status !== 204) throw new Error(`the first event was answered with ${status}`);
  };
}
