/** The resident: one process for all events, called over HTTP. Each is answered as the command answers it. */
import { compareVersions } from "../base/compare_versions.ts";
import { describeError } from "../base/errors.ts";
import { type Environment, environmentOf } from "../base/environment.ts";
import { type Address, argumentsOf, controlTarget } from "../resident/address.ts";
import { type Admission, type Answer, type Door, REFUSED } from "../resident/http/door.ts";
import type { Head } from "../resident/http/head.ts";
import { LOOPBACK } from "../resident/port.ts";
import { isNonce, type Prover, sameSecret } from "../resident/proof.ts";
import type { Residence } from "../resident/residence.ts";
import { asSessionNote, sessionOf, type Sessions, type SessionSurroundings } from "../resident/sessions.ts";
import type { Statistics } from "../resident/statistics.ts";
import { KeptAddresses } from "../resident/kept_addresses.ts";
import { TRIAL } from "../resident/trial.ts";
import { answer } from "./answer.ts";
import { isLaborious, LARGEST_AT_HOME, sessionIn } from "./laborious.ts";
import { asInput, parseJson } from "./payload.ts";
import type { KeptReaders } from "./kept.ts";
import type { Request } from "./request.ts";

/** The largest payload, in bytes. */
export const LARGEST_BODY = 64 * 1024 * 1024;
/** The largest list of variables that a session hands over, in bytes. */
const LARGEST_NOTE = 1024 * 1024;
/** What a successor is told of sessions, in UTF-16 units; well below what it reads of an answer. */
const MOST_HANDED_ON = 512 * 1024;

/** What one event may take, in milliseconds: automations at the end of a turn have 45 seconds. */
const TIME_FOR_EVENT = 60_000;
const TIME_FOR_CONTROL = 5_000;

/** An event that is answered elsewhere. */
export interface Errand {
  readonly args: readonly string[];
  readonly body: Uint8Array;
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What came of it. */
export interface Done {
  /** What goes to standard output, as it stands. */
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A resident's possessions, and what it can do. */
export interface Household {
  readonly residence: Residence;
  readonly token: string;
  readonly prover: Prover;
  readonly version: string;
  /** The folder that holds `contracts/` and `messages/`. */
  readonly assets: string;
  readonly sessions: Sessions;
  readonly readers: KeptReaders;
  readonly statistics: Statistics;
  readonly port: () => number;
  /** What else it tells of itself. */
  readonly status: () => object;
  /** Resolves when a successor can listen. */
  readonly retire: () => Promise<void>;
  readonly stop: () => void;
  /** An entry of a newer version was met. */
  readonly outdated: () => void;
  /** An event was heard. */
  readonly heard: () => void;
  /** Answers an event by a process of its own. */
  readonly send: (errand: Errand) => Promise<Done>;
}

/** The door of a resident. */
export function residentDoor(household: Household): Door {
  const { residence } = household;
  const control = (word: string) => controlTarget(residence.configuration, word);
  const words: Readonly<Record<string, Omit<Admission, "proven" | "time">>> = {
    [control("status")]: { most: 0, answer: () => Promise.resolve(asJson(statusOf(household))) },
    [control("session")]: {
      most: LARGEST_NOTE,
      answer: (body) => Promise.resolve(noteSession(household, body)),
    },
    [control("retire")]: { most: 0, answer: () => retire(household) },
    [control("stop")]: { most: 0, answer: () => Promise.resolve(stop(household)) },
  };
  const addresses = new KeptAddresses();
  return (head) => {
    if (!isOurKind(head, household.port())) return undefined;
    if (head.target === control("proof")) return proof(household, head);
    if (!knowsToken(head, household.token)) return undefined;
    const word = Object.hasOwn(words, head.target) ? words[head.target] : undefined;
    if (word !== undefined) return { ...word, proven: true, time: TIME_FOR_CONTROL };
    const address = addresses.of(head.target);
    if (address === undefined || address.configuration !== residence.configuration) return undefined;
    // What a newer version has written may mean something that this one does not know.
    if (
      address.version !== household.version && compareVersions(address.version, household.version) > 0
    ) {
      household.outdated();
      return undefined;
    }
    return {
      proven: true,
      most: LARGEST_BODY,
      time: TIME_FOR_EVENT,
      answer: (body) => answerEvent(household, address, body, head.fields.has(TRIAL.toLowerCase())),
    };
  };
}

/**
 * What a browser cannot send for a page: the name of the machine itself as host whatever name led here, no origin,
 * and JSON, for which it would ask first.
 */
function isOurKind({ method, fields }: Head, port: number): boolean {
  const host = fields.get("host")?.toLowerCase();
  const type = fields.get("content-type")?.toLowerCase();
  return method === "POST" && (host === `${LOOPBACK}:${port}` || host === `localhost:${port}`) &&
    !fields.has("origin") && type !== undefined && /^application\/json(?:\s*;\s*charset=utf-8)?$/.test(type);
}

function knowsToken({ fields }: Head, token: string): boolean {
  return sameSecret(fields.get("authorization") ?? "", `Bearer ${token}`);
}

/** Answers only those who have shown that they know the token, so nobody else learns who listens here. */
function proof({ prover, port }: Household, { fields }: Head): Admission | undefined {
  const nonce = fields.get("garfio-nonce");
  const question = fields.get("garfio-question");
  if (!isNonce(nonce) || question === undefined) return undefined;
  return {
    proven: false,
    most: 0,
    time: TIME_FOR_CONTROL,
    answer: async () =>
      sameSecret(question, await prover("question", port(), nonce))
        ? { status: 200, type: "text/plain", body: await prover("answer", port(), nonce) }
        : REFUSED,
  };
}

const asJson = (value: object): Answer => ({
  status: 200,
  type: "application/json",
  body: `${JSON.stringify(value)}\n`,
});

function statusOf({ version, statistics, sessions, status }: Household): object {
  return { version, ...statistics.measures(), sessions: sessions.size, ...status() };
}

function noteSession({ sessions }: Household, body: Uint8Array): Answer {
  const note = asSessionNote(parseJson(body)?.value);
  if (note === undefined) return REFUSED;
  sessions.note(note);
  return { status: 204 };
}

/** A successor learns what sessions have handed over. */
async function retire({ sessions, retire }: Household): Promise<Answer> {
  await retire();
  return { ...asJson(sessions.notes(MOST_HANDED_ON)), last: true };
}

/** The answer is written before everything is closed. */
function stop({ stop }: Household): Answer {
  setTimeout(stop, 0);
  return { status: 204, last: true };
}

async function answerEvent(
  household: Household,
  address: Address,
  body: Uint8Array,
  trial: boolean,
): Promise<Answer> {
  const { statistics, heard } = household;
  if (!trial) heard();
  const begun = statistics.now();
  try {
    const { stdout, stderr, code } = await answerHere(household, argumentsOf(address), body, trial);
    if (stderr !== "" && !trial) statistics.problem(stderr.trim());
    // An exit code cannot be told here, and silence would mean that all is well.
    if (code !== 0) return { status: 500 };
    if (stdout === "") return { status: 204 };
    return { status: 200, type: stdout.startsWith("{") ? "application/json" : "text/plain", body: stdout };
  } catch (error) {
    statistics.problem(describeError(error));
    return { status: 500 };
  } finally {
    if (!trial) statistics.count(statistics.now() - begun);
  }
}

async function answerHere(
  household: Household,
  args: readonly string[],
  body: Uint8Array,
  trial: boolean,
): Promise<Done> {
  const { residence, sessions, send, assets, readers } = household;
  const sent = (known: SessionSurroundings | undefined) =>
    send({ args, body, variables: known?.variables ?? residence.variables, cwd: known?.cwd ?? "/" });
  if (body.length > LARGEST_AT_HOME) return await sent(sessions.of(sessionIn(body)));
  const input = asInput(parseJson(body), body.length);
  const known = sessions.of(sessionOf(input.payload));
  if (isLaborious(input.payload, body.length)) return await sent(known);
  const env: Environment = known === undefined ? residence.place.env : environmentOf(known.variables);
  const request: Request = {
    args,
    input,
    env,
    cwd: known?.cwd ?? "/",
    os: residence.place.os,
    absent: readers.absences.forEvent(),
    clock: Date.now,
    // Whoever called is not known; sessions that have an id do not need it.
    parentPid: 0,
    assets,
    readers,
    // Whoever is looked on keeps nothing.
    ...(trial ? { observer: { call: () => {}, heard: () => {} } } : {}),
  };
  const reply = await answer(request);
  return { ...reply, stdout: reply.stdout === "" ? "" : `${reply.stdout}\n` };
}
