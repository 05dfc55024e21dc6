/** Sees test runs and keeps how the last one ended; speaks where one has failed. */
import { isObject } from "../base/json.ts";
import { toolOutput } from "../contract/tool_output.ts";
import { testRunOf } from "../shell/test_call.ts";
import { append, type Fold, peek } from "../state/journal.ts";
import { sessionJournal } from "../state/session.ts";
import type { Moment, Speech } from "./moment.ts";
import { failedTests } from "./test_summary.ts";

/** One test run. */
export interface TestRun {
  /** What ran, in a few words: `npm test`. */
  readonly what: string;
  readonly failed: boolean;
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number;
}

/** The test runs of a session. */
export interface TestRuns {
  readonly count: number;
  readonly last: TestRun | undefined;
}

/** How they add up. */
export const testRunsFold: Fold<TestRuns, TestRun> = {
  initial: { count: 0, last: undefined },
  add: ({ count }, run) => ({ count: count + 1, last: run }),
  asState(value) {
    if (!isObject(value) || !Number.isSafeInteger(value["count"])) return undefined;
    const last = asRun(value["last"]);
    return { count: value["count"] as number, last };
  },
  asEntry: asRun,
};

function asRun(value: unknown): TestRun | undefined {
  if (!isObject(value)) return undefined;
  const { what, failed, at } = value;
  return typeof what === "string" && typeof failed === "boolean" && typeof at === "number"
    ? { what, failed, at }
    : undefined;
}

/** The journal of the session's test runs, for whoever wants to know of the last one. */
export function testRunsJournal({ place, event, parentPid, now }: Moment): string {
  return sessionJournal(place, "test-run", event.sessionId, parentPid, now);
}

/** The test runs that the session has made so far. */
export function testRunsOf(moment: Moment): TestRuns {
  return peek(testRunsJournal(moment), testRunsFold);
}

/** Records a test run; speaks about one that failed, also where the command hides it from its exit code. */
export async function testRun(moment: Moment): Promise<Speech | undefined> {
  const { event } = moment;
  if (event.payload?.["is_interrupt"] === true) return undefined;
  const commands = (await moment.shell())?.commands ?? [];
  // In the background it has not ended yet.
  const tests = commands.filter(({ background }) => !background).map(testRunOf).filter((what) =>
    what !== undefined
  );
  if (tests.length === 0 || event.toolInput?.["run_in_background"] === true) return undefined;
  const what = tests[0]!;
  const output = toolOutput(event);
  const count = failedTests(`${output.text}\n${output.errors}`);
  const failed = output.failed || count > 0;
  if (!moment.dry) append(testRunsJournal(moment), { what, failed, at: moment.now }, testRunsFold);
  if (!failed) return undefined;
  return {
    values: {
      what,
      count: count > 0 ? count : undefined,
      hidden: output.failed ? undefined : "no error",
    },
  };
}
