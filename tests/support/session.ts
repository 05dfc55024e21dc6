/** A throw-away home and project in which a session takes place: its transcript, its events, what is kept of it. */
import { filesBelow } from "./files_below.ts";
import { environmentOf } from "../../src/base/environment.ts";
import type { Reply } from "../../src/contract/outcome.ts";
import { answer } from "../../src/hook/answer.ts";
import { asInput, parseJson } from "../../src/hook/payload.ts";
import { withScratch } from "./scratch.ts";

const ASSETS = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** A record of a transcript. */
export type TranscriptRecord = Readonly<Record<string, unknown>> | string;

/** What an event is answered with. */
export interface Told extends Reply {
  /** Everything in the answer, one after the other. */
  readonly text: string;
}

/** One session. */
export interface Session {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  readonly state: string;
  readonly transcript: string;
  /** Puts the transcript in place. */
  readonly says: (records: readonly TranscriptRecord[]) => void;
  /** Adds to it. */
  readonly goesOn: (records: readonly TranscriptRecord[]) => void;
  /** An event of the session; `args` are the words behind `garfio hook`. */
  readonly tell: (
    args: readonly string[],
    payload?: Readonly<Record<string, unknown>>,
    around?: {
      readonly env?: Readonly<Record<string, string>>;
      readonly now?: number;
      readonly cwd?: string;
    },
  ) => Promise<Told>;
  readonly put: (path: string, text: string) => void;
  /** The files below the state folder whose path holds `part`. */
  readonly kept: (part: string) => string[];
}

/** Runs `body` in a session. */
export async function inSession(body: (session: Session) => Promise<void>): Promise<void> {
  await withScratch(async (base) => {
    const home = `${base}/home`;
    const project = `${home}/proj`;
    const state = `${base}/state`;
    const transcript = `${home}/.claude/projects/p/s-1.jsonl`;
    const put: Session["put"] = (path, text) => {
      const full = path.startsWith("/") ? path : `${project}/${path}`;
      Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(full, text);
    };
    Deno.mkdirSync(`${project}/.git`, { recursive: true });
    const lines = (records: readonly TranscriptRecord[]) =>
      records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join("");
    await body({
      base,
      home,
      project,
      state,
      transcript,
      put,
      says: (records) => put(transcript, lines(records)),
      goesOn: (records) => Deno.writeTextFileSync(transcript, lines(records), { append: true }),
      tell: async (args, payload = {}, { env = {}, now, cwd = project } = {}) => {
        const event = args.find((word) => !word.startsWith("-"));
        const bytes = new TextEncoder().encode(JSON.stringify({
          session_id: "s-1",
          transcript_path: transcript,
          cwd,
          hook_event_name: event,
          ...payload,
        }));
        const reply = await answer({
          args,
          input: asInput(parseJson(bytes), bytes.length),
          env: environmentOf({ HOME: home, GARFIO_STATE_DIR: state, ...env }),
          cwd,
          os: "linux",
          clock: () => now ?? Date.now(),
          parentPid: 1,
          assets: ASSETS,
        });
        return { ...reply, text: reply.stdout === "" ? "" : textsOf(JSON.parse(reply.stdout)).join("\n") };
      },
      kept: (part) => filesBelow(state).filter((path) => path.includes(part)),
    });
  });
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** What a person has typed. */
export function asked(content: unknown): TranscriptRecord {
  return { type: "user", message: { role: "user", content } };
}

let calls = 0;

/** A call of a tool, and what it has answered. */
export function called(
  name: string,
  input: Readonly<Record<string, unknown>>,
  result?: { readonly text: string; readonly failed?: boolean },
): TranscriptRecord[] {
  const id = `toolu_${calls++}`;
  const call = {
    type: "assistant",
    message: { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
  };
  if (result === undefined) return [call];
  const block = {
    type: "tool_result",
    tool_use_id: id,
    content: result.text,
    is_error: result.failed === true,
  };
  return [call, { type: "user", message: { role: "user", content: [block] } }];
}

/** An answer of a model with what it has used. */
export function used(
  id: string | undefined,
  model: string,
  usage: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): TranscriptRecord {
  return {
    type: "assistant",
    ...more,
    message: { ...(id === undefined ? {} : { id }), role: "assistant", model, usage },
  };
}
