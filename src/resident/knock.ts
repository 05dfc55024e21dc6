/** Who listens on the resident's port? Only one who knows the token is talked to. */
import { isObject } from "../base/json.ts";
import { controlTarget } from "./address.ts";
import { type Channel, openChannel } from "./http/channel.ts";
import { readPort } from "./port.ts";
import { newNonce, proverOf, sameSecret } from "./proof.ts";
import type { Residence } from "./residence.ts";
import { asSessionNote, type SessionNote } from "./sessions.ts";
import type { Measures } from "./statistics.ts";
import { readToken } from "./token.ts";

/** What a resident tells of itself. */
export interface ResidentStatus extends Measures {
  readonly version: string;
  readonly pid: number;
  /** The file that runs. */
  readonly executable: string;
  readonly connections: number;
  readonly sessions: number;
}

/** A resident that has proven that it knows the token, on a connection of its own. */
export interface Proven {
  readonly kind: "resident";
  readonly port: number;
  readonly status: () => Promise<ResidentStatus>;
  /** Hands over the surroundings of a session. */
  readonly note: (note: object) => Promise<void>;
  /**
   * It takes no new connection and ends when the last one has been answered: for a successor, who gets what sessions
   * have handed over.
   */
  readonly retire: () => Promise<SessionNote[]>;
  /** As `retire`, at once. */
  readonly stop: () => Promise<void>;
  readonly close: () => void;
}

/**
 * `absent`: nobody listens. `stranger`: somebody who could not prove to know the token. Every harness that has sent an
 * event since then has told it the token. `silent`: no answer in time; it may be a resident that is busy.
 */
export type Knock = Proven | {
  readonly kind: "absent" | "stranger" | "silent";
  readonly port: number | undefined;
};

/** A connection may end in the moment in which one resident follows another. */
const ATTEMPTS = 3;

/**
 * Asks whoever listens on the port of `residence` for a proof. `patience` in milliseconds.
 *
 * @throws Error where the token cannot be used
 */
export async function knock(residence: Residence, patience = 1_000): Promise<Knock> {
  const token = readToken(residence);
  const port = readPort(residence);
  if (token === undefined || port === undefined) return { kind: "absent", port };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"silent">((resolve) => timer = setTimeout(() => resolve("silent"), patience));
  try {
    for (let attempt = 1;; attempt++) {
      const came = await knockOnce(residence, token, port, late);
      if (came !== "broken") return typeof came === "string" ? { kind: came, port } : came;
      if (attempt === ATTEMPTS) return { kind: "stranger", port };
    }
  } finally {
    clearTimeout(timer);
  }
}

async function knockOnce(
  residence: Residence,
  token: string,
  port: number,
  late: Promise<"silent">,
): Promise<Proven | "absent" | "stranger" | "silent" | "broken"> {
  const opening = openChannel(port);
  let channel: Channel | undefined;
  try {
    const opened = await Promise.race([opening, late]);
    if (opened === "silent") {
      opening.then(({ close }) => close(), () => {});
      return opened;
    }
    channel = opened;
    const asking = prove(channel, residence, token);
    asking.catch(() => {});
    const proven = await Promise.race([asking, late]);
    if (proven === true) return asProven(channel, residence, token);
    channel.close();
    return proven === "silent" ? proven : "stranger";
  } catch (error) {
    channel?.close();
    return error instanceof Deno.errors.ConnectionRefused ? "absent" : "broken";
  }
}

async function prove(channel: Channel, { configuration }: Residence, token: string): Promise<boolean> {
  const prover = proverOf(token);
  const nonce = newNonce();
  const { status, body } = await channel.ask({
    target: controlTarget(configuration, "proof"),
    fields: { "Garfio-Nonce": nonce, "Garfio-Question": await prover("question", channel.port, nonce) },
  });
  return status === 200 && sameSecret(body, await prover("answer", channel.port, nonce));
}

function asProven(channel: Channel, { configuration }: Residence, token: string): Proven {
  const ask = async (word: string, body?: string) => {
    const answered = await channel.ask({
      target: controlTarget(configuration, word),
      fields: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
    if (answered.status >= 300) throw new Error(`the resident refuses "${word}"`);
    return answered.body;
  };
  return {
    kind: "resident",
    port: channel.port,
    status: async () => {
      const value: unknown = JSON.parse(await ask("status"));
      if (!isObject(value)) throw new Error("the resident tells nothing of itself");
      return value as unknown as ResidentStatus;
    },
    note: async (note) => void await ask("session", JSON.stringify(note)),
    retire: async () => {
      const value: unknown = JSON.parse(await ask("retire"));
      return Array.isArray(value) ? value.flatMap((one) => asSessionNote(one) ?? []) : [];
    },
    stop: async () => void await ask("stop"),
    close: channel.close,
  };
}
