/** An entry run once as the harness would run it, on a harmless event, and its answer checked. */
import { describeError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import type { Os } from "../base/platform.ts";
import type { Template } from "../contract/contract.ts";
import type { Harness, RegisteredEvent, Registration } from "./registration.ts";
import { runProgram } from "./run_program.ts";

/** What a run of an entry showed. */
export interface ProbeResult {
  readonly ok: boolean;
  /** What was wrong; empty if nothing. */
  readonly text: string;
  readonly milliseconds: number;
}

/** How to run an entry. */
export interface ProbeJob {
  readonly harness: Harness;
  readonly row: RegisteredEvent;
  /** Program and arguments. */
  readonly words: readonly string[];
  /** The line that a shell reads instead; undefined where the harness starts the program itself. */
  readonly line: string | undefined;
  /** In the unit of the harness; undefined: it has no such key. */
  readonly timeout: number | undefined;
  readonly project: string;
  readonly os: Os;
  /** All variables that the program gets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Without a limit of the harness, in milliseconds. */
const LONGEST = 30_000;

/** The event that the entry for `row` is tried with. */
export function sampleEvent(registration: Registration, row: RegisteredEvent, project: string): JsonObject {
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") {
      return value.replace("{project}", () => project).replace("{event}", row.event);
    }
    if (Array.isArray(value)) return value.map(fill);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]))
      : value;
  };
  return fill({ ...registration.sample, ...row.sample }) as JsonObject;
}

/** Runs the entry as the harness would, through a shell where it uses one: one line of JSON on standard input, then its end. */
export async function probe(job: ProbeJob): Promise<ProbeResult> {
  const { harness, row, timeout, project, environment } = job;
  const { registration } = harness;
  const started = performance.now();
  const done = (text: string): ProbeResult => ({
    ok: text === "",
    text,
    milliseconds: Math.round(performance.now() - started),
  });
  try {
    const [command = "", ...args] = startWords(job);
    const result = await runProgram({
      command,
      args,
      cwd: project,
      environment,
      stdin: JSON.stringify(sampleEvent(registration, row, project)) + "\n",
      milliseconds: timeout === undefined
        ? LONGEST
        : registration.timeoutUnit === "seconds"
        ? timeout * 1000
        : timeout,
    });
    if (result.timedOut) {
      return done(`gave no answer within ${timeout ?? LONGEST} ${registration.timeoutUnit}`);
    }
    if (result.code === 0) return done(checkAnswer(result.stdout, harness, row));
    const said = oneLine(new TextDecoder().decode(result.stderr), 200);
    return done(`ended with exit code ${result.code}${said === "" ? "" : `: ${said}`}`);
  } catch (error) {
    return done(`cannot be started: ${describeError(error)}`);
  }
}

/** On Windows it is not told which shell a harness takes, so the program is started by itself there. */
function startWords({ words, line, os }: ProbeJob): readonly string[] {
  return line === undefined || os === "windows" ? words : ["/bin/sh", "-c", line];
}

/** What is wrong with an answer; empty if nothing. */
export function checkAnswer(stdout: Uint8Array, { contract }: Harness, row: RegisteredEvent): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(stdout).trim();
  } catch {
    return "answered what is not UTF-8";
  }
  if (text === "") return "";
  const templates = Object.values(contract.events[row.event]?.channels ?? {});
  if (templates.includes("$text")) return "";
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return `answered what is no JSON: ${oneLine(text, 80)}`;
  }
  if (!isObject(answer)) return "answered JSON that is no object";
  return unknownPart(answer, templates, row.event);
}

/** The first part of `answer` that none of the event's templates has, as a sentence; empty if there is none. */
function unknownPart(answer: JsonObject, templates: readonly Template[], event: string): string {
  for (const template of templates) {
    for (const [key, value] of isObject(template) ? Object.entries(template) : []) {
      if (value === "$event" && !Object.hasOwn(answer, key)) return "answered for no event";
    }
  }
  for (const [key, value] of Object.entries(answer)) {
    const inside = templates.flatMap((template) =>
      isObject(template) && Object.hasOwn(template, key) ? [(template as Record<string, Template>)[key]!] : []
    );
    if (inside.length === 0) {
      return `answered with "${oneLine(key, 40)}", which the client does not take there`;
    }
    if (isObject(value)) {
      const deeper = inside.includes("$input") ? "" : unknownPart(value, inside, event);
      if (deeper !== "") return deeper;
    } else if (inside.includes("$event") && value !== event) {
      return `answered for the event ${oneLine(String(value), 40)}`;
    }
  }
  return "";
}
