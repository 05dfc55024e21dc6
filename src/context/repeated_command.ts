/** Notices that a session does the same thing over and over. */
import { isObject } from "../base/json.ts";
import { append, type Fold, preview } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import { callKey, SHELL_TOOLS } from "./call_key.ts";
import type { Moment, Speech } from "./moment.ts";
import { allLook } from "./status_command.ts";

const MINUTES = 5;
const WINDOW = MINUTES * 60_000;
/** Of the calls that have ended, the last few count. */
const LAST_CALLS = 5;
const TIMES = 3;
/** More runs than this are not kept: what three of so many do is no circle. */
const MOST_RUNS = 40;

/** What a session has run lately. */
export interface Repeats {
  /** Commands that were about to run, with the time. */
  readonly runs: readonly Run[];
  /** Calls that have ended, the last one last. */
  readonly calls: readonly string[];
  /** The command that was last spoken about before it ran: its end needs no second word. */
  readonly told: string | undefined;
  /** How often the last entry has been there; 0 where that is not worth a word. */
  readonly times: number;
}

interface Run {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A command about to run, or a call that has ended. */
export interface RepeatsEntry extends Run {
  readonly ended: boolean;
}

/** How they add up. */
export const repeatsFold: Fold<Repeats, RepeatsEntry> = {
  initial: { runs: [], calls: [], told: undefined, times: 0 },
  add(state, { key, at, ended }) {
    const same = (keys: readonly string[]) => keys.filter((other) => other === key).length;
    if (ended) {
      const calls = [...state.calls.slice(1 - LAST_CALLS), key];
      const told = state.told === key;
      const times = same(calls);
      return {
        ...state,
        calls,
        told: told ? undefined : state.told,
        times: told || times < TIMES ? 0 : times,
      };
    }
    const runs = [...state.runs.slice(1 - MOST_RUNS), { key, at }];
    let times = 0;
    for (const run of runs) if (run.key === key && Math.abs(at - run.at) <= WINDOW) times++;
    return { ...state, runs, told: times < TIMES ? undefined : key, times: times < TIMES ? 0 : times };
  },
  asState(value) {
    if (!isObject(value)) return undefined;
    const { runs = [], calls = [], told } = value;
    return Array.isArray(runs) && runs.every(isRun) && Array.isArray(calls) &&
        calls.every((key) => typeof key === "string")
      ? { runs, calls, told: typeof told === "string" ? told : undefined, times: 0 }
      : undefined;
  },
  asEntry(value) {
    return isRun(value)
      ? { key: value.key, at: value.at, ended: (value as { ended?: unknown }).ended === true }
      : undefined;
  },
};

function isRun(value: unknown): value is Run {
  return isObject(value) && typeof value["key"] === "string" && typeof value["at"] === "number" &&
    Number.isFinite(value["at"]);
}

/** Before a command runs for the third time in five minutes, and after the third same call of the last five. */
export async function repeatedCommand(moment: Moment): Promise<Speech | undefined> {
  const { event, now } = moment;
  const ended = event.name !== "PreToolUse";
  const entry: RepeatsEntry = { key: callKey(event), at: now, ended };
  const journal = sessionJournal(moment.place, "repeated-command", event.sessionId, moment.parentPid, now);
  const note = moment.dry ? preview : append;
  const { times } = note(journal, entry, repeatsFold).after;
  if (times === 0) return undefined;
  const isShell = SHELL_TOOLS.includes(event.toolName ?? "");
  // What only looks is repeated to see whether something has changed. It is read this closely only now.
  if (isShell && allLook((await moment.shell())?.commands ?? [])) return undefined;
  return {
    values: {
      times: ended ? undefined : times,
      minutes: ended ? undefined : MINUTES,
      calls: ended ? times : undefined,
      last: ended ? LAST_CALLS : undefined,
      tool: ended ? event.toolName : undefined,
    },
  };
}
