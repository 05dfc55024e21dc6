/** `garfio serve` and `garfio stop`: the resident, see `docs/resident.md`. */
import { pause } from "../base/pause.ts";
import { knock } from "../resident/knock.ts";
import { readPort } from "../resident/port.ts";
import { ownProgram } from "../resident/program.ts";
import { type Residence, residenceOf } from "../resident/residence.ts";
import { REPLACE } from "../resident/serve_words.ts";
import { startDetached } from "../resident/start_detached.ts";
import type { Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { refusal, type Terminal } from "./pause.ts";

/** How long one that was started or stopped may take, in milliseconds. */
const PATIENCE = 5_000;
const STEP = 50;

/** `garfio serve`. */
export const SERVE: Command = {
  name: "serve",
  summary: "Run the resident, which answers hooks over HTTP on this machine. Ends when it is not needed.",
  usage: "[--detach] [--replace]",
  options: [
    { name: "detach", summary: "Start it in the background and come back." },
    { name: "replace", summary: "Take over from the one that runs, whatever its version." },
  ],
  run,
};

/** `garfio stop`. Guards that are asked over HTTP are gone until the next prompt, so it is the operator's command. */
export function stopCommand(terminal: Terminal = { input: () => Deno.stdin.isTerminal() }): Command {
  return {
    name: "stop",
    summary: "End the resident. Only in a terminal.",
    usage: "",
    options: [],
    run: async (_values, io) => refusal("stop", io, terminal) ?? await stop(io),
  };
}

/** The command of this process. */
export const STOP: Command = stopCommand();

async function run(values: Values, io: Io): Promise<number> {
  const replace = values.has("replace");
  if (values.has("detach")) return await detach(residenceOf(io.environment(), io.os), replace, io);
  const { runServeCommand } = await import("../hook/serve_command.ts");
  const { assets, os, write, error } = io;
  return await runServeCommand({ assets, os, variables: io.environment(), replace, write, error });
}

async function detach(residence: Residence, replace: boolean, io: Io): Promise<number> {
  const before = await runningPid(residence);
  if (before !== undefined && !replace) {
    io.write(`The resident runs already: process ${before}.\n`);
    return 0;
  }
  await startDetached(ownProgram(io.assets), replace ? [REPLACE] : [], residence);
  for (let waited = 0; waited < PATIENCE; waited += STEP) {
    await pause(STEP);
    const pid = await runningPid(residence);
    if (pid === undefined || pid === before) continue;
    io.write(`The resident runs: process ${pid}, port ${readPort(residence)}.\n`);
    return 0;
  }
  io.error('garfio serve: it did not start. "garfio serve" without --detach says why.\n');
  return 1;
}

async function runningPid(residence: Residence): Promise<number | undefined> {
  const found = await knock(residence);
  if (found.kind !== "resident") return undefined;
  try {
    return (await found.status()).pid;
  } catch {
    return undefined;
  } finally {
    found.close();
  }
}

async function stop(io: Io): Promise<number> {
  const residence = residenceOf(io.environment(), io.os);
  const found = await knock(residence, PATIENCE);
  if (found.kind === "absent") {
    io.write("No resident runs.\n");
    return 0;
  }
  if (found.kind !== "resident") {
    io.error(`garfio stop: whoever listens on port ${found.port} does not prove to be the resident.\n`);
    return 1;
  }
  await found.stop().finally(found.close);
  io.write("The resident ends.\n");
  return 0;
}
