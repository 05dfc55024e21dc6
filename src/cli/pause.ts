/**
 * `garfio pause` and `garfio resume`: hooks are silent for a while. Both are the operator's: they work only in a
 * terminal, and not in one that a coding harness has made.
 */
import { makeParent, writeAtomic } from "../base/atomic.ts";
import { isAbsent } from "../base/errors.ts";
import { isSwitchedOff, killSwitchFile, LONGEST_PAUSE, pausedUntil } from "../policy/policy.ts";
import { UsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";

/** What the commands need besides their surroundings. */
export interface Terminal {
  /** Whether standard input is a terminal. */
  readonly input: () => boolean;
}

const PROCESS: Terminal = { input: () => Deno.stdin.isTerminal() };

/** Variables that harnesses set for the commands they run. */
const HARNESS_VARIABLES = [
  "CLAUDECODE",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "GEMINI_CLI",
  "QWEN_CODE",
  "CURSOR_AGENT",
  "COPILOT_CLI",
  "OPENCODE",
  "CRUSH",
  "AI_AGENT",
  "CLINE_ACTIVE",
];

const SHORTEST_PAUSE = 1_000;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `garfio pause`. */
export function pauseCommand(terminal: Terminal = PROCESS): Command {
  return {
    name: "pause",
    summary: "Make every hook silent for a while. Only in a terminal.",
    usage: "--for TIME",
    options: [{ name: "for", value: "TIME", summary: "How long, 12 hours at most: 30s, 10m, 2h, 1h30m." }],
    run: (values, io) => {
      const length = readLength(values.text("for"));
      return Promise.resolve(refusal("pause", io, terminal) ?? pause(length, io));
    },
  };
}

/** `garfio resume`. */
export function resumeCommand(terminal: Terminal = PROCESS): Command {
  return {
    name: "resume",
    summary: "End a pause. Only in a terminal.",
    usage: "",
    options: [],
    run: (_values, io) => Promise.resolve(refusal("resume", io, terminal) ?? resume(io)),
  };
}

/** The commands of this process. */
export const PAUSE: Command = pauseCommand();
export const RESUME: Command = resumeCommand();

/** `text` in milliseconds. */
export function readLength(text: string | undefined): number {
  if (text === undefined) throw new UsageError("Say how long: --for 10m.");
  const parts = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/i.exec(text.trim());
  const [hours = 0, minutes = 0, seconds = 0] = (parts ?? []).slice(1).map((part) => Number(part ?? 0));
  const length = hours * UNITS["h"]! + minutes * UNITS["m"]! + seconds * UNITS["s"]!;
  if (parts === null || length < SHORTEST_PAUSE) {
    throw new UsageError(`--for takes a time such as 30s, 10m, 2h or 1h30m; not "${text}".`);
  }
  if (length > LONGEST_PAUSE) throw new UsageError("A pause lasts 12 hours at most.");
  return length;
}

/** Says why nothing is done, where nothing may be done; the result is then the exit code. */
export function refusal(name: string, io: Io, terminal: Terminal): number | undefined {
  const harness = HARNESS_VARIABLES.find((variable) => io.env(variable) !== undefined);
  let why: string;
  if (!terminal.input()) why = "standard input is no terminal";
  else if (!io.isTerminal) why = "standard output is no terminal";
  else if (harness !== undefined) why = `a coding harness started this shell (${harness} is set)`;
  else return undefined;
  io.error(`garfio ${name}: ${why}. This is the operator's command: run it in a terminal of your own.\n`);
  return 1;
}

function pause(length: number, io: Io): number {
  const file = killSwitchFile(io);
  if (file === undefined) {
    io.error("garfio pause: no home folder is known, so there is no place for a pause.\n");
    return 1;
  }
  const now = io.now().getTime();
  if (isSwitchedOff(io, now) && pausedUntil(io, now) === undefined) {
    io.error("garfio pause: everything is switched off already, and without an end; see garfio status.\n");
    return 1;
  }
  const end = new Date(now + length).toISOString();
  makeParent(file, io.os);
  writeAtomic(file, `${end}\n`, io.os, 0o600);
  io.write(`Every hook is silent until ${end}. "garfio resume" ends that.\n`);
  return 0;
}

function resume(io: Io): number {
  const file = killSwitchFile(io);
  const now = io.now().getTime();
  const until = pausedUntil(io, now);
  if (file !== undefined && (until !== undefined || !isSwitchedOff(io, now))) {
    // A pause that has ended, or a file that cannot be read as one, is cleared away too.
    try {
      Deno.removeSync(file);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  if (until !== undefined) io.write("The pause is over: hooks speak again.\n");
  else if (isSwitchedOff(io, now)) {
    io.error("garfio resume: there is no pause; everything is switched off otherwise, see garfio status.\n");
    return 1;
  } else io.write("There is no pause.\n");
  return 0;
}
