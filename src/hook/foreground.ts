/** `garfio serve` in the foreground: the resident is this process. */
import type { Os } from "../base/platform.ts";
import { LOOPBACK } from "../resident/port.ts";
import { ownProgram } from "../resident/program.ts";
import { type Residence, residenceOf } from "../resident/residence.ts";
import { type Resident, serve, type Serving } from "./serve.ts";

/** From the start until signals are heeded, in milliseconds. */
const MOMENT = 100;
/** And until it asks itself something. */
const LATER = 300;

/** What the command takes from its surroundings. */
export interface Foreground {
  readonly assets: string;
  readonly os: Os;
  readonly variables: Readonly<Record<string, string>>;
  /** Takes over from the one that runs, whatever its version. */
  readonly replace: boolean;
  readonly write: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Serves until it is over. The result is the exit code. @throws Error where its files cannot be used */
export async function runServeCommand(foreground: Foreground): Promise<number> {
  const { assets, os, variables, replace, write, error } = foreground;
  const residence = residenceOf(variables, os);
  const listening = (port: number) => write(`The resident listens on ${LOOPBACK}, port ${port}.\n`);
  const came = await serve({ residence, program: ownProgram(assets), assets, replace, listening });
  if (came.kind === "runs") {
    write(`The resident runs already: version ${came.status.version}, process ${came.status.pid}.\n`);
    return 0;
  }
  if (came.kind !== "serving") {
    error(`garfio serve: ${problemOf(came)}\n`);
    return 1;
  }
  const later = setTimeout(() => warmUpLater(residence, came.resident), LATER);
  await untilOver(came.resident);
  clearTimeout(later);
  return 0;
}

/** What is not warmed up is only slower. */
async function warmUpLater(residence: Residence, { port }: Resident): Promise<void> {
  try {
    await (await import("./warm_up.ts")).warmUp(residence, port);
  } catch {
    // It has ended meanwhile.
  }
}

function problemOf({ kind, port }: Serving & { kind: "taken" | "silent" }): string {
  return kind === "taken"
    ? `port ${port} belongs to another program. Harnesses that were told this port have sent it the token: stop ` +
      'them, then run "garfio repair".'
    : `a resident holds its place, but gives no sign on port ${port}. End it, then try again.`;
}

/** Nothing that goes wrong in one event may end the process that answers all of them. */
async function untilOver(resident: Resident): Promise<void> {
  const survive = (event: Event) => event.preventDefault();
  globalThis.addEventListener("unhandledrejection", survive);
  globalThis.addEventListener("error", survive);
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  let heeds = false;
  // Somebody waits for the first answer, which needs none of this. Until then signals end us less politely.
  const timer = setTimeout(() => {
    heeds = true;
    for (const signal of signals) Deno.addSignalListener(signal, resident.stop);
  }, MOMENT);
  try {
    await resident.finished;
  } finally {
    clearTimeout(timer);
    if (heeds) { for (const signal of signals) Deno.removeSignalListener(signal, resident.stop); }
    globalThis.removeEventListener("unhandledrejection", survive);
    globalThis.removeEventListener("error", survive);
  }
}
