/** The configuration files, read and checked. What is wrong in one is reported and left out; the rest counts. */
import { describeError, isAbsent } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { type Action, ACTIONS, asAction, asProfile, type Profile, PROFILES } from "./action.ts";

/** Numbers of the compaction notice. Undefined: the built-in ones. */
export interface CompactionSettings {
  readonly enabled: boolean | undefined;
  /** The context window in tokens. */
  readonly window: number | undefined;
  /** Tokens at which the two notices come. */
  readonly noticeAt: readonly number[] | undefined;
  /** A reading below this part of the highest one is a compaction. */
  readonly dropRatio: number | undefined;
  /** The highest reading must have been this large for a drop to count. */
  readonly leastPeak: number | undefined;
  /** Without a transcript: a notice after so many calls … */
  readonly calls: number | undefined;
  /** … or so many bytes of tool output. */
  readonly bytes: number | undefined;
}

/** One configuration file. */
export interface Configuration {
  readonly profile: Profile | undefined;
  readonly guards: Readonly<Record<string, Action>>;
  readonly header: string | undefined;
  readonly compaction: CompactionSettings;
  readonly sessionEnd: { readonly enabled: boolean | undefined; readonly minStops: number | undefined };
  /** One sentence per thing that was wrong and left out. */
  readonly problems: readonly string[];
}

const NO_COMPACTION: CompactionSettings = {
  enabled: undefined,
  window: undefined,
  noticeAt: undefined,
  dropRatio: undefined,
  leastPeak: undefined,
  calls: undefined,
  bytes: undefined,
};

/** A configuration that says nothing. */
export const NO_CONFIGURATION: Configuration = {
  profile: undefined,
  guards: {},
  header: undefined,
  compaction: NO_COMPACTION,
  sessionEnd: { enabled: undefined, minStops: undefined },
  problems: [],
};

const LARGEST = 256 * 1024;

/** Reads the file at `path`; a missing one says nothing. JSON with comments and trailing commas is understood. */
export async function readConfiguration(path: string): Promise<Configuration> {
  let text: string;
  try {
    const info = Deno.statSync(path);
    if (!info.isFile) throw new Error("it is not a file");
    if (info.size > LARGEST) throw new Error("it is larger than 256 KiB");
    text = new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    return isAbsent(error) ? NO_CONFIGURATION : broken(path, describeError(error));
  }
  if (text.trim() === "") return NO_CONFIGURATION;
  try {
    return checkConfiguration(await parseJsonc(text), path);
  } catch (error) {
    return broken(path, describeError(error));
  }
}

function broken(path: string, why: string): Configuration {
  return { ...NO_CONFIGURATION, problems: [`${path} is not used: ${why}`] };
}

async function parseJsonc(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // Comments and trailing commas are rare here, so their parser is loaded only when they are met.
    const { parseWithComments } = await import("./jsonc.ts");
    return parseWithComments(text);
  }
}

/** Takes from `value` what is right and says what is not. */
export function checkConfiguration(value: unknown, path: string): Configuration {
  if (!isObject(value)) return broken(path, "it holds no JSON object");
  const problems: string[] = [];
  const wrong = (key: string, expected: string): undefined => {
    problems.push(`${path}: "${key}" is not used: it takes ${expected}`);
    return undefined;
  };
  const known = ["$schema", "profile", "guards", "header", "compaction", "sessionEnd"];
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) problems.push(`${path}: "${key.slice(0, 80)}" is not a known key`);
  }

  const number = (
    object: Record<string, unknown>,
    group: string,
    key: string,
    least: number,
    most: number,
  ) => {
    const given = object[key];
    if (given === undefined) return undefined;
    return typeof given === "number" && given >= least && given <= most
      ? given
      : wrong(`${group}.${key}`, `a number from ${least} to ${most}`);
  };
  const boolean = (object: Record<string, unknown>, group: string, key: string) => {
    const given = object[key];
    return given === undefined || typeof given === "boolean"
      ? given
      : wrong(`${group}.${key}`, "true or false");
  };
  const group = (key: string): Record<string, unknown> => {
    const given = value[key];
    if (given === undefined) return {};
    if (!isObject(given)) wrong(key, "an object");
    return isObject(given) ? given : {};
  };

  const compaction = group("compaction");
  const sessionEnd = group("sessionEnd");
  const guards: Record<string, Action> = {};
  for (const [id, given] of Object.entries(group("guards"))) {
    const action = asAction(given);
    if (action === undefined) wrong(`guards.${id.slice(0, 80)}`, ACTIONS.join(", "));
    else guards[id] = action;
  }
  const noticeAt = compaction["noticeAt"];
  const isNoticeAt = Array.isArray(noticeAt) && noticeAt.length >= 1 && noticeAt.length <= 2 &&
    noticeAt.every((tokens) => typeof tokens === "number" && tokens > 0);
  return {
    profile: value["profile"] === undefined
      ? undefined
      : asProfile(value["profile"]) ?? wrong("profile", PROFILES.join(", ")),
    guards,
    header: headerOf(value["header"], wrong),
    compaction: {
      enabled: boolean(compaction, "compaction", "enabled"),
      window: number(compaction, "compaction", "window", 1_000, 100_000_000),
      noticeAt: noticeAt === undefined || isNoticeAt
        ? noticeAt as number[] | undefined
        : wrong("compaction.noticeAt", "one or two token counts"),
      dropRatio: number(compaction, "compaction", "dropRatio", 0.05, 0.95),
      leastPeak: number(compaction, "compaction", "leastPeak", 1, 100_000_000),
      calls: number(compaction, "compaction", "calls", 1, 1_000_000),
      bytes: number(compaction, "compaction", "bytes", 1, 1_000_000_000),
    },
    sessionEnd: {
      enabled: boolean(sessionEnd, "sessionEnd", "enabled"),
      minStops: number(sessionEnd, "sessionEnd", "minStops", 1, 1_000_000),
    },
    problems,
  };
}

function headerOf(value: unknown, wrong: (key: string, expected: string) => undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && /^SPDX-License-Identifier: [A-Za-z0-9 .+()-]{1,120}$/.test(value)) {
    return value;
  }
  return wrong("header", 'one line such as "SPDX-License-Identifier: MIT"');
}
