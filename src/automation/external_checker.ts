/** Asks the checker that the operator has named: a program, or an endpoint. Secrets are hidden before anything leaves. */
import { isAbsolute, isInside, resolveLinks } from "../base/path.ts";
import { isObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import type { CheckerSettings } from "../policy/checker_settings.ts";
import { redact } from "../secret/redact.ts";
import type { Report, Work } from "./automation.ts";
import { plainEnvironment } from "./environment.ts";
import { findOnPath } from "./program.ts";
import { startProgram } from "./start.ts";

const LONGEST_TEXT = 64 * 1024;
const DEEPEST = 12;
const LONGEST_ANSWER = 64 * 1024;
const LONGEST_REASON = 500;

/** What the checker says about the event; undefined where it allows it. */
export async function askChecker(work: Work): Promise<Report | undefined> {
  const { checker } = work;
  if (checker === undefined || work.event.payload === undefined) return undefined;
  let answer: unknown;
  try {
    const time = Math.min(checker.timeout, work.deadline - work.clock());
    const text = await (checker.command === undefined ? askUrl : askProgram)(
      checker,
      question(work),
      time,
      work,
    );
    answer = asJson(text);
  } catch (error) {
    if (checker.onFailure === "closed") return failed(error);
    throw error;
  }
  const report = reportOf(answer);
  if (report !== "unclear") return report;
  const error = new Error("its answer has no decision");
  if (checker.onFailure === "closed") return failed(error);
  throw error;
}

/** An error of the parser would quote the answer. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("its answer is no JSON");
  }
}

function failed(error: unknown): Report {
  const why = error instanceof Error ? error.message : String(error);
  return { values: { failure: oneLine(why, 160) }, action: "deny" };
}

function reportOf(answer: unknown): Report | undefined | "unclear" {
  if (!isObject(answer)) return "unclear";
  const given = typeof answer["reason"] === "string" ? oneLine(redact(answer["reason"]), LONGEST_REASON) : "";
  // Values of a message are short; what is longer stands below it.
  const reason = given === "" ? "it gave no reason" : given;
  const said: Report = reason.length <= 200
    ? { values: { reason: reason.replace(/[.!?\s]+$/, "") } }
    : { values: { reason: "see below" }, lines: [reason] };
  switch (answer["decision"]) {
    case "allow":
      return undefined;
    case "advise":
      return given === "" ? undefined : said;
    case "ask":
    case "deny":
      return { ...said, action: answer["decision"] };
    default:
      return "unclear";
  }
}

/** The event as the checker gets it: one JSON object. */
function question({ event, root }: Work): string {
  return JSON.stringify(hidden(
    {
      version: 1,
      event: event.name,
      tool: event.toolName,
      input: event.toolInput,
      response: event.toolResponse,
      prompt: event.prompt,
      cwd: event.cwd,
      project: root,
      session: event.sessionId,
      agent: event.agentId,
      harness: event.harness,
    },
    0,
  ));
}

/** `value` with the secrets of its texts hidden, and long texts cut. Names of keys count as texts, too. */
function hidden(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redact(value.slice(0, LONGEST_TEXT));
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((item) => hidden(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), hiddenBelow(key, item, depth)]),
  );
}

/** A value may be a secret only by the name that it stands under. */
function hiddenBelow(key: string, item: unknown, depth: number): unknown {
  if (typeof item !== "string" || item.length > 4_096 || item.includes("\n")) return hidden(item, depth + 1);
  const alone = redact(item);
  if (alone !== item) return alone;
  const lead = `${key}=`;
  const both = redact(lead + item);
  return both.startsWith(lead) ? both.slice(lead.length) : item;
}

async function askProgram(
  { command }: CheckerSettings,
  input: string,
  time: number,
  work: Work,
): Promise<string> {
  const [program, ...args] = command!;
  const { os, root, place } = work;
  if (!isAbsolute(program!, os)) throw new Error("the checker is not named by an absolute path");
  const real = resolveLinks(program!, os);
  // What an agent may edit is not the operator's.
  if (isInside(real, root, os)) throw new Error("the checker lies in the project");
  const info = Deno.statSync(real);
  if (os !== "windows" && info.mode !== null && (info.mode & 0o022) !== 0) {
    throw new Error("the checker may be written by others");
  }
  const ended = await startProgram({
    program: program!,
    args,
    cwd: root,
    env: plainEnvironment(place, work),
    time,
    input: `${input}\n`,
  });
  if (ended.late) throw new Error("the checker did not answer in time");
  if (ended.code !== 0) throw new Error(`the checker ended with ${ended.code}`);
  return ended.out;
}

/** Variables that lead to an endpoint: the operator's proxies. None that changes which certificates are trusted. */
const PROXIES = "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy".split(
  " ",
);

/**
 * Asks with curl, since Garfio itself has no permission for the network: it could only be granted for every host. A
 * redirect is not followed, so its empty answer counts as none.
 */
async function askUrl({ url }: CheckerSettings, input: string, time: number, work: Work): Promise<string> {
  const { root, place } = work;
  const program = findOnPath(["curl"], work, place);
  if (program === undefined) throw new Error("curl, which asks the endpoint, is not on the search path");
  const env = plainEnvironment(place, work);
  for (const name of PROXIES) {
    const value = place.env(name);
    if (value !== undefined) env[name] = value;
  }
  const ended = await startProgram({
    program,
    args: [
      "--disable",
      "--fail",
      "--silent",
      "--show-error",
      "--globoff",
      ...(url!.startsWith("https:") ? ["--proto", "=https"] : ["--proto", "=http", "--noproxy", "*"]),
      "--header",
      "content-type: application/json",
      "--header",
      "expect:",
      "--data-binary",
      "@-",
      "--max-filesize",
      `${LONGEST_ANSWER}`,
      "--url",
      url!,
    ],
    cwd: root,
    env,
    time,
    input,
  });
  if (ended.late) throw new Error("the checker did not answer in time");
  if (ended.code !== 0) throw new Error(oneLine(`the checker cannot be asked: ${ended.err}`, 160));
  return ended.out.slice(0, LONGEST_ANSWER);
}
