/** Whether the harness will really call us: the file looked at, and each entry run. */
import { describeError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { isAbsolute, isInside, join, resolveLinks } from "../base/path.ts";
import { findEntries, type FoundEntry } from "./edit.ts";
import { type PlannedEntry, slotName } from "./entry.ts";
import type { Target } from "./install.ts";
import { sameValue } from "./json_text.ts";
import { callOnce, type Listener, listenerOf, unanswered } from "./call.ts";
import { probe } from "./probe.ts";
import { readOurs } from "./ours.ts";
import { doubledByPlugins } from "./plugins.ts";
import { sameFile, type Self } from "./program.ts";
import { Refusal } from "./refusal.ts";
import { forbiddenAddresses, killSwitch, offSwitches, otherScopes } from "./surroundings.ts";
import { trustOf } from "./trust.ts";
import { decodeSettings, readSettings } from "./write.ts";

/** The state of one entry that has to be there. */
export interface EntryReport {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly state: "ok" | "missing" | "duplicate" | "outdated" | "dead" | "failed" | "not-run" | "unanswered";
  /** What is wrong; empty if nothing. */
  readonly text: string;
  /** How long the run took. */
  readonly milliseconds: number | undefined;
}

/** The state of one surface. */
export interface Report {
  readonly ok: boolean;
  readonly entries: readonly EntryReport[];
  /** What keeps the entries from working, apart from themselves. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** The programs that the entries start. */
  readonly programs: readonly string[];
  /** Whether a fresh install puts right some of what is wrong. */
  readonly installHelps: boolean;
}

/** What the runs of entries need. */
export interface Runs {
  readonly self: Self;
  /** All variables of the environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Looks at the file of `target` and runs its entries. Leaves nothing behind. */
export async function verify(target: Target, runs: Runs): Promise<Report> {
  const problems = [...offSwitches(target), ...killSwitch(target)];
  const notes = [
    ...otherScopes(target),
    ...doubledByPlugins(target),
    ...(target.harness.registration.gaps ?? []),
  ];
  let found: FoundEntry[] = [];
  try {
    const text = decodeSettings(readSettings(target.path, target.place.os));
    found = findEntries(text, target);
    if (found.length > 0 && target.surface.format === "json" && !isStrict(text)) {
      if (target.surface.strict === true) {
        problems.push("The file holds comments or trailing commas, so the client skips all of it.");
      } else {
        notes.push(
          "The file holds comments or trailing commas. A client that reads strict JSON skips all of it.",
        );
      }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problems.push(error.message);
  }
  if (found.length > 0) {
    for (const { consent, given, text } of await trustOf(target)) {
      if (given === undefined) notes.push(consent.step);
      else if (!given) problems.push(`${text}. ${consent.step}`);
    }
  }
  const entries: EntryReport[] = [];
  const scratch = Deno.makeTempDirSync({ prefix: "garfio-verify-" });
  try {
    let asked: Promise<Listener> | undefined;
    const listener = () =>
      asked ??= target.resident === undefined ? Promise.resolve("absent") : listenerOf(target.resident);
    for (const entry of target.planned) {
      entries.push(await check(entry, found, target, runs, scratch, listener));
    }
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
  const old = found.filter((one) => !target.planned.some((entry) => isSameSlot(entry, one)));
  problems.push(
    ...old.map((one) => `An old entry stands at ${slotName(one)}, where this version registers none.`),
  );
  const installHelps = old.length > 0 ||
    entries.some(({ state }) => ["missing", "duplicate", "outdated", "dead"].includes(state));
  const ok = problems.length === 0 && entries.every(({ state }) => state === "ok");
  problems.push(...forbiddenAddresses(target, found));
  const programs = [
    ...new Set(found.filter(({ ours }) => ours.http === undefined).map(({ ours }) => ours.target)),
  ];
  return { ok, entries, problems, notes, programs, installHelps };
}

function isSameSlot(entry: PlannedEntry, found: FoundEntry): boolean {
  return entry.event === found.event && entry.matcher === found.matcher;
}

async function check(
  entry: PlannedEntry,
  found: readonly FoundEntry[],
  target: Target,
  runs: Runs,
  scratch: string,
  listener: () => Promise<Listener>,
): Promise<EntryReport> {
  const report = (state: EntryReport["state"], text: string, milliseconds?: number): EntryReport => ({
    event: entry.event,
    matcher: entry.matcher,
    state,
    text,
    milliseconds,
  });
  const [first, ...others] = found.filter((one) => isSameSlot(entry, one));
  if (first === undefined) return report("missing", "there is no entry");
  if (first.ours.http !== undefined) {
    const twice = others.length > 0 ? `there are ${others.length + 1} entries` : undefined;
    const outdated = otherAddress(entry, first, target);
    if (outdated !== undefined) return report("outdated", outdated);
    if (twice !== undefined) return report("duplicate", twice);
    const silent = unanswered(await listener(), first.ours.http.port);
    if (silent !== "") return report("unanswered", silent);
    const called = await callOnce(first, entry.row, target);
    return report(called.ok ? "ok" : "failed", called.text, called.milliseconds);
  }
  const dead = deadPath(first, target);
  if (dead !== undefined) return report("dead", dead);
  if (others.length > 0) return report("duplicate", `there are ${others.length + 1} entries`);
  const outdated = difference(entry, first, target);
  if (outdated !== undefined) return report("outdated", outdated);
  if (!mayRun(first, target, runs.self)) {
    return report(
      "not-run",
      `${first.ours.target} lies in the project, whose programs are not run from here`,
    );
  }
  const result = await probe({
    harness: target.harness,
    row: entry.row,
    // What it would do behind its answer is for the resident of another place.
    words: first.ours.words.filter((word) => word !== "--resident"),
    line: first.ours.line?.replace(" --resident ", " "),
    timeout: entry.row.timeout,
    project: target.project,
    os: target.place.os,
    environment: environmentFor(target, runs, scratch),
  });
  return report(result.ok ? "ok" : "failed", result.text, result.milliseconds);
}

/** In what an entry that calls the resident differs from what this version writes, but for its version. */
function otherAddress(entry: PlannedEntry, found: FoundEntry, target: Target): string | undefined {
  const planned = readOurs(entry.handler, target.harness)?.http;
  if (planned === undefined) return "it calls the resident, and this event has a command";
  const { address, port } = found.ours.http!;
  if (port !== planned.port || found.handler["headers"] === undefined) {
    return "it names another port than the resident's";
  }
  const plain = (one: typeof address) => ({ ...one, version: "" });
  if (!sameValue(plain(address), plain(planned.address))) {
    return "it names other messages or another configuration";
  }
  const rest = ({ url: _, ...handler }: JsonObject) => handler;
  return sameValue(rest(found.handler), rest(entry.handler))
    ? undefined
    : "it has another token, or other settings than this version";
}

/** The environment of the harness; what the run would keep goes to `scratch`. */
function environmentFor(target: Target, { environment }: Runs, scratch: string): Record<string, string> {
  const { os } = target.place;
  const variable = target.harness.registration.projectVariable;
  return {
    ...environment,
    ...(variable === undefined ? {} : { [variable]: target.project }),
    GARFIO_STATE_DIR: join(scratch, "state", os),
    XDG_DATA_HOME: join(scratch, "data", os),
  };
}

/** Why the program of `entry` cannot be started; undefined if it can. */
function deadPath({ ours }: FoundEntry, target: Target): string | undefined {
  const { os } = target.place;
  for (const path of new Set([ours.words[0]!, ours.target])) {
    if (ours.launched && path !== ours.target) continue;
    if (os !== "windows" && /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)) {
      return `${path} is a Windows path in a hook file of ${os === "linux" ? "Linux" : "macOS"}`;
    }
    if (!isAbsolute(path, os)) return `${path} is a relative path`;
    try {
      const info = Deno.statSync(path);
      if (!info.isFile) return `${path} is not a file`;
      const isProgram = path === ours.words[0] || ours.launched;
      if (isProgram && os !== "windows" && info.mode !== null && (info.mode & 0o111) === 0) {
        return `${path} is not executable (chmod +x)`;
      }
    } catch (error) {
      return error instanceof Deno.errors.NotFound
        ? `${path} does not exist`
        : `${path} cannot be looked at: ${describeError(error)}`;
    }
  }
  return undefined;
}

/** In what `found` differs from what this version writes, other than by the place of the program. */
function difference(entry: PlannedEntry, found: FoundEntry, target: Target): string | undefined {
  const planned = readOurs(entry.handler, target.harness);
  if (found.ours.launched || (planned !== undefined && planned.exec !== found.ours.exec)) {
    return "it starts the program in another way than this version";
  }
  const words = found.ours.words;
  if (!sameValue(words.slice(words.indexOf("hook")), entry.arguments)) {
    return "it lists other messages than this version";
  }
  if (target.surface.layout === "file") return undefined;
  const timeout = TIMEOUT_KEYS.find((key) => entry.handler[key] !== undefined);
  if (timeout !== undefined && found.handler[timeout] !== entry.handler[timeout]) {
    return `its timeout is ${JSON.stringify(found.handler[timeout])}, not ${entry.handler[timeout]}`;
  }
  return sameValue(withoutPrograms(found.handler, target), withoutPrograms(entry.handler, target))
    ? undefined
    : "it has other settings than this version";
}

const TIMEOUT_KEYS = ["timeout", "timeoutSec", "timeout_ms"];

/** `handler` without what names the program: its place may differ. */
function withoutPrograms(handler: JsonObject, target: Target): JsonObject {
  return Object.fromEntries(
    Object.entries(handler).flatMap(([key, value]): [string, unknown][] => {
      if (isObject(value)) return [[key, withoutPrograms(value, target)]];
      if (
        key === "args" ||
        (typeof value === "string" && readOurs({ [key]: value, ...argsOf(handler) }, target.harness))
      ) {
        return [];
      }
      return [[key, value]];
    }),
  );
}

function argsOf({ args }: JsonObject): JsonObject {
  return args === undefined ? {} : { args };
}

/** A project's file may have come with the project: its programs are somebody else's, unless it is this one. */
function mayRun({ ours }: FoundEntry, target: Target, self: Self): boolean {
  const { os } = target.place;
  if (target.scope === "user") return true;
  const project = resolveLinks(target.project, os);
  return [...new Set([ours.words[0]!, ours.target])].every((path) =>
    !isInside(resolveLinks(path, os), project, os) || sameFile(path, self.path) || sameFile(path, self.main)
  );
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ""));
    return true;
  } catch {
    return false;
  }
}
