/** A resident in this process, and the hook cases through it. */
import { VERSION } from "../../src/base/version.ts";
import { readHookArguments } from "../../src/hook/arguments.ts";
import { type Resident, serve, type ServeOptions } from "../../src/hook/serve.ts";
import { type Address, pathOf } from "../../src/resident/address.ts";
import { type Answered, type Channel, openChannel } from "../../src/resident/http/channel.ts";
import { knock } from "../../src/resident/knock.ts";
import { readPort } from "../../src/resident/port.ts";
import { type Residence, residenceOf } from "../../src/resident/residence.ts";
import { sessionOf } from "../../src/resident/sessions.ts";
import { readToken } from "../../src/resident/token.ts";
import { assert } from "./assert.ts";
import type { Backend, HookCase } from "./hook_case.ts";
import { withScratch } from "./scratch.ts";

export const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** A program that is never started, for residents that send nobody. */
export const NO_PROGRAM = { command: "/no/such/garfio", leading: [] };

/** A resident and what one needs to talk to it. */
export interface House {
  readonly base: string;
  readonly residence: Residence;
  readonly resident: Resident;
  readonly port: number;
  readonly token: string;
  /** The address of an event here; what is not named is plain. */
  readonly path: (more?: Partial<Address>) => string;
  /** One event, with the token, on a connection of its own. */
  readonly send: (path: string, body: string, fields?: Record<string, string>) => Promise<Answered>;
  /** Bytes as they are, on a connection of its own; all that comes back until the connection ends. */
  readonly raw: (bytes: string | Uint8Array) => Promise<string>;
}

/** The place of a resident in a throw-away folder. */
export function residenceIn(base: string): Residence {
  Deno.mkdirSync(`${base}/home`, { recursive: true });
  return residenceOf({ HOME: `${base}/home`, GARFIO_STATE_DIR: `${base}/state` }, "linux");
}

/** Runs `body` beside a resident of its own, which has ended by the time that this resolves. */
export function withResident(
  body: (house: House) => Promise<void>,
  options: Partial<ServeOptions> = {},
): Promise<void> {
  return withScratch(async (base) => {
    const residence = residenceIn(base);
    const came = await serve({ residence, program: NO_PROGRAM, assets: ASSETS, ...options });
    assert(came.kind === "serving", came.kind);
    try {
      await body(houseOf(base, residence, came.resident));
    } finally {
      came.resident.stop();
      await came.resident.finished;
    }
  });
}

/** Everything that a test asks of a resident that runs. */
export function houseOf(base: string, residence: Residence, resident: Resident): House {
  const token = readToken(residence)!;
  const { port } = resident;
  return {
    base,
    residence,
    resident,
    port,
    token,
    path: (more = {}) => addressIn(residence, more),
    send: async (path, body, fields = {}) => {
      const channel = await openChannel(port);
      try {
        return await channel.ask({
          target: path,
          body,
          fields: { Authorization: `Bearer ${token}`, ...fields },
        });
      } finally {
        channel.close();
      }
    },
    raw: async (bytes) => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      const all = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
      const writing = (async () => {
        for (let written = 0; written < all.length;) written += await connection.write(all.subarray(written));
      })().catch(() => {});
      const text = await readAll(connection);
      await writing;
      connection.close();
      return text;
    },
  };
}

/** What comes on `connection` until it ends or is cut. */
export async function readAll(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(64 * 1024);
  let text = "";
  try {
    for (;;) {
      const step = await connection.read(buffer);
      if (step === null) return text;
      text += new TextDecoder().decode(buffer.subarray(0, step));
    }
  } catch {
    return text;
  }
}

/** The path of an event in `residence`. */
export function addressIn({ configuration }: Residence, more: Partial<Address> = {}): string {
  return pathOf({
    version: VERSION,
    configuration,
    contract: "claude-code",
    event: "PreToolUse",
    messages: [],
    strict: false,
    background: false,
    ...more,
  });
}

/** Harnesses that send events over HTTP. */
const OVER_HTTP = ["claude-code", "qwen-code", "copilot"];

/** Whether a harness could send `hookCase` over HTTP: its entry can be an address, its payload names a session. */
export function isSendable({ args, payload, given, same_as_args }: HookCase): boolean {
  const read = readHookArguments(args);
  const other = same_as_args === undefined ? undefined : readHookArguments(same_as_args);
  if (typeof read === "string" || typeof other === "string" || typeof payload === "string") return false;
  const id = payload["session_id"];
  // With entries of two harnesses the session is the same, but its surroundings are not.
  return OVER_HTTP.includes(read.contract) && typeof id === "string" && id !== "" &&
    given?.prior === undefined;
}

/**
 * Hook calls over HTTP to the resident of `residence`: its surroundings are handed over first, as the command at a
 * session's start does.
 */
export function overHttp(residence: Residence): Backend {
  return async ({ args, stdin, env, cwd }) => {
    const read = readHookArguments(args);
    if (typeof read === "string") throw new Error(`${args.join(" ")} is no entry`);
    const session = sessionOf(JSON.parse(stdin));
    const found = await knock(residence);
    if (found.kind !== "resident") throw new Error(`the resident is ${found.kind}`);
    let channel: Channel | undefined;
    try {
      if (session !== undefined) await found.note({ session, variables: env, cwd });
      channel = await openChannel(readPort(residence)!);
      const { status, body } = await channel.ask({
        target: addressIn(residence, read),
        fields: { Authorization: `Bearer ${readToken(residence)}` },
        body: stdin,
      });
      return { code: status === 200 || status === 204 ? 0 : status, stdout: body, stderr: "" };
    } finally {
      channel?.close();
      found.close();
    }
  };
}

/** As `backend`, and keeps what it answered. */
export function recorded(backend: Backend, answers: string[]): Backend {
  return async (call) => {
    const reply = await backend(call);
    answers.push(reply.stdout.trimEnd());
    return reply;
  };
}
