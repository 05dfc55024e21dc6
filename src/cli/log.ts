/** `garfio log`: what was decided, and which operations were noted. */
import { stateFolder } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { pause } from "../base/pause.ts";
import { oneLine } from "../base/text.ts";
import { ACTIONS } from "../policy/action.ts";
import { type LogFilter, type LogLine, type LogPlace, readLog } from "../state/audit_read.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LOOK_AGAIN = 300;

/** The command. `isOver` ends a log that is followed, for tests. */
export function logCommand(isOver: () => boolean = () => false): Command {
  return {
    name: "log",
    summary: "Read the audit log: decisions, significant operations, sessions.",
    usage:
      "[--since 1h|DATE] [--harness ID] [--session ID] [--guard ID] [--action ACTION] [--json] [--follow]",
    options: [
      {
        name: "since",
        value: "TIME",
        summary: "Only what is younger: 30m, 2h, 3d, or a date such as 2026-11-30.",
      },
      { name: "harness", value: "ID", summary: "Only what this harness has brought." },
      { name: "session", value: "ID", summary: "Only this session; the beginning of its id is enough." },
      { name: "guard", value: "ID", summary: "Only what this guard has said or noted." },
      { name: "action", value: "ACTION", choices: ACTIONS.slice(1), summary: "Only decisions of this kind." },
      { name: "json", summary: "Print the lines as they stand, one JSON object each." },
      { name: "follow", short: "f", summary: "Go on and print what comes, until you stop it." },
    ],
    run: (values, io) => run(values, io, isOver),
  };
}

/** The command of this process. */
export const LOG: Command = logCommand();

async function run(values: Values, io: Io, isOver: () => boolean): Promise<number> {
  const filter: LogFilter = {
    since: readSince(values.text("since"), io.now().getTime()),
    harness: values.text("harness"),
    session: values.text("session"),
    guard: values.text("guard"),
    action: values.text("action"),
  };
  const state = stateFolder(io);
  if (state === undefined) {
    io.error("garfio log: no home folder is known, so there is no log.\n");
    return 1;
  }
  const folder = join(state, "audit", io.os);
  const place: LogPlace = new Map();
  const print = () => {
    const lines = readLog(folder, filter, place, io.os);
    for (const line of lines) {
      io.write(values.has("json") ? `${JSON.stringify(line.fields)}\n` : `${describe(line)}\n`);
    }
    return lines.length;
  };
  const found = print();
  if (found === 0 && !values.has("json") && !values.has("follow")) io.write("There is nothing to show.\n");
  while (values.has("follow") && !isOver()) {
    await pause(LOOK_AGAIN);
    print();
  }
  return 0;
}

/** `text` as a time: so long before `now`, or a date with or without a time of day. */
export function readSince(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const length = /^(\d{1,6})([smhd])$/i.exec(text.trim());
  if (length !== null) return now - Number(length[1]) * UNITS[length[2]!.toLowerCase()]!;
  const date =
    /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text.trim())
      ? Date.parse(text.trim().replace(" ", "T"))
      : NaN;
  if (Number.isNaN(date)) {
    throw new UsageError(`--since takes a time such as 30m, 2h, 3d or 2026-11-30; not "${text}".`);
  }
  return date;
}

/** The keys that have a place of their own in a line for people. */
const PLACED = ["time", "kind", "event", "harness", "session", "guard", "action"];

/** A line for a person. What stands in the log came from elsewhere, so nothing in it may steer the terminal. */
function describe({ fields }: LogLine): string {
  const text = (key: string, most = 80): string | undefined => {
    const value = fields[key];
    return value === undefined || value === null ? undefined : oneLine(String(value), most);
  };
  const what = text("action") ?? text("operation") ?? text("kind") ?? "";
  const rest = Object.keys(fields).filter((key) => !PLACED.includes(key) && key !== "operation").map((key) =>
    `${oneLine(key, 30)}=${text(key, 200)}`
  );
  const session = text("session")?.slice(0, 8);
  return [
    text("time")?.replace(/\.\d+Z$/, "Z"),
    what.padEnd(14),
    text("guard"),
    [text("harness"), text("event"), session].filter((part) => part !== undefined).join("/"),
    ...rest,
  ].filter((part) => part !== undefined && part !== "").join("  ");
}
