/** An entry that calls the resident, called once at its very address, on a harmless event that leaves nothing behind. */
import { describeError } from "../base/errors.ts";
import { openChannel } from "../resident/http/channel.ts";
import { type Knock, knock } from "../resident/knock.ts";
import { TRIAL } from "../resident/trial.ts";
import type { FoundEntry } from "./edit.ts";
import type { Target } from "./install.ts";
import { checkAnswer, type ProbeResult, sampleEvent } from "./probe.ts";
import type { RegisteredEvent } from "./registration.ts";
import type { ResidentAddress } from "./transport.ts";

/** Who listens where entries call. */
export type Listener = Knock["kind"];

/** Asks who listens on the port of `resident`. A token that cannot be used counts as nobody. */
export async function listenerOf({ residence }: ResidentAddress): Promise<Listener> {
  try {
    const found = await knock(residence);
    if (found.kind === "resident") found.close();
    return found.kind;
  } catch {
    return "absent";
  }
}

/** What keeps an entry from being answered; empty where the resident is there. */
export function unanswered(listener: Listener, port: number): string {
  switch (listener) {
    case "resident":
      return "";
    case "absent":
      return `nobody listens on port ${port}; garfio serve --detach starts the resident`;
    case "silent":
      return `whoever listens on port ${port} gives no sign`;
    case "stranger":
      return `port ${port} belongs to another program, which sees every event and the token`;
  }
}

/** Sends the sample of `row` as the harness would. Only called where the resident has proven itself. */
export async function callOnce(
  found: FoundEntry,
  row: RegisteredEvent,
  target: Target,
): Promise<ProbeResult> {
  const started = performance.now();
  const done = (text: string): ProbeResult => ({
    ok: text === "",
    text,
    milliseconds: Math.round(performance.now() - started),
  });
  const { url, port } = found.ours.http!;
  try {
    const channel = await openChannel(port);
    try {
      const { status, body } = await channel.ask({
        target: url.slice(url.indexOf("/", "http://".length)),
        fields: { Authorization: `Bearer ${target.resident?.token}`, [TRIAL]: "1" },
        body: JSON.stringify(sampleEvent(target.harness.registration, row, target.project)),
      });
      if (status === 404) return done("was refused: its address or token is not the resident's");
      if (status !== 200 && status !== 204) return done(`was answered with status ${status}`);
      return done(checkAnswer(new TextEncoder().encode(body), target.harness, row));
    } finally {
      channel.close();
    }
  } catch (error) {
    return done(`was not answered: ${describeError(error)}`);
  }
}
