/** An entry run once as the harness would run it, on a harmless event, and its answer checked. */
import { describeError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import type { RegisteredEvent, Registration } from "./registration.ts";
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
  readonly registration: Registration;
  readonly row: RegisteredEvent;
  /** Program and arguments. */
  readonly words: readonly string[];
  /** In the unit of the harness. */
  readonly timeout: number;
  readonly project: string;
  /** All variables that the program gets. */
  readonly environment: Readonly<Record<string, string>>;
}

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

/** Runs the entry without a shell: one line of JSON on standard input, then its end. */
export async function probe(job: ProbeJob): Promise<ProbeResult> {
  const { registration, row, words, timeout, project, environment } = job;
  const [command = "", ...args] = words;
  const started = performance.now();
  const done = (text: string): ProbeResult => ({
    ok: text === "",
    text,
    milliseconds: Math.round(performance.now() - started),
  });
  try {
    const result = await runProgram({
      command,
      args,
      cwd: project,
      environment,
      stdin: JSON.stringify(sampleEvent(registration, row, project)) + "\n",
      milliseconds: registration.timeoutUnit === "seconds" ? timeout * 1000 : timeout,
    });
    if (result.timedOut) return done(`gave no answer within ${timeout} ${registration.timeoutUnit}`);
    if (result.code === 0) return done(checkAnswer(result.stdout, registration, row));
    const said = oneLine(new TextDecoder().decode(result.stderr), 200);
    return done(`ended with exit code ${result.code}${said === "" ? "" : `: ${said}`}`);
  } catch (error) {
    return done(`cannot be started: ${describeError(error)}`);
  }
}

/** What is wrong with an answer; empty if nothing. */
export function checkAnswer(stdout: Uint8Array, registration: Registration, row: RegisteredEvent): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(stdout).trim();
  } catch {
    return "answered what is not UTF-8";
  }
  if (text === "") return "";
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return `answered what is no JSON: ${oneLine(text, 80)}`;
  }
  if (!isObject(answer)) return "answered JSON that is no object";
  const path = registration.answerEvent ?? [];
  const name = path.reduce<unknown>((value, key) => isObject(value) ? value[key] : undefined, answer);
  const first = path[0];
  return first === undefined || answer[first] === undefined || name === row.event
    ? ""
    : `answered for the event ${oneLine(String(name), 40)}`;
}
