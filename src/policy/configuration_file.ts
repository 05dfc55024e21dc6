/** A configuration file, read and checked. What is wrong in it is reported and left out; the rest counts. */
// @ts-types="./jsonc_parse.d.ts"
import { parse } from "@std/jsonc/parse.js";
import { describeError } from "../base/errors.ts";
import { isObject } from "../base/json.ts";
import { type Action, ACTIONS, asAction, asProfile, PROFILES } from "./action.ts";
import { type Configuration, NO_CONFIGURATION } from "./configuration.ts";
import { PACKS } from "./rule_sources.ts";
import { readChecker } from "./read_checker.ts";

const LARGEST = 256 * 1024;

/** Reads the file at `path`. JSON with comments and trailing commas is understood. */
export function readConfigurationFile(path: string): Configuration {
  let text: string;
  try {
    const info = Deno.statSync(path);
    if (!info.isFile) throw new Error("it is not a file");
    if (info.size > LARGEST) throw new Error("it is larger than 256 KiB");
    text = new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    return broken(path, describeError(error));
  }
  if (text.trim() === "") return NO_CONFIGURATION;
  try {
    return checkConfiguration(parseJsonc(text), path);
  } catch (error) {
    return broken(path, describeError(error));
  }
}

function broken(path: string, why: string): Configuration {
  return { ...NO_CONFIGURATION, problems: [`${path} is not used: ${why}`] };
}

function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // With comments or trailing commas.
    return parse(text);
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
  const known = [
    "$schema",
    "profile",
    "guards",
    "header",
    "compaction",
    "sessionEnd",
    "packs",
    "rules",
    "git",
    "externalChecker",
    "session",
    "monitor",
    "mcp",
  ];
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
  const session = group("session");
  const guards: Record<string, Action> = {};
  for (const [id, given] of Object.entries(group("guards"))) {
    const action = asAction(given);
    if (action === undefined) wrong(`guards.${id.slice(0, 80)}`, ACTIONS.join(", "));
    else guards[id] = action;
  }
  const packs = value["packs"];
  const knowsPacks = Array.isArray(packs) && packs.every((id) => PACKS.includes(id));
  const rules = value["rules"];
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
    session: {
      maxCharacters: number(session, "session", "maxCharacters", 0, 9_000),
      keepDays: number(session, "session", "keepDays", 1, 3_650),
    },
    monitorCost: boolean(group("monitor"), "monitor", "cost"),
    mcpFailOpen: boolean(group("mcp"), "mcp", "failOpen"),
    packs: packs === undefined || knowsPacks
      ? (packs ?? []) as string[]
      : wrong("packs", `a list of ${PACKS.join(", ")}`) ?? [],
    rules: rules === undefined || Array.isArray(rules)
      ? (rules ?? []) as unknown[]
      : wrong("rules", "a list of rules") ?? [],
    runGit: boolean(group("git"), "git", "run"),
    checker: value["externalChecker"] === undefined
      ? undefined
      : readChecker(value["externalChecker"], wrong),
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
