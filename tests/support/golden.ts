/** What is compared byte for byte: a payload, the canonical event, and the answer to an outcome of each kind. */
import { environmentOf } from "../../src/base/environment.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { type Contract, findEvent, toldEvent } from "../../src/contract/contract.ts";
import type { Outcome, Reply } from "../../src/contract/outcome.ts";
import { render } from "../../src/contract/render.ts";
import { nativeInput } from "../../src/contract/rewrite.ts";
import { translate } from "./translate.ts";

/** One recorded payload: the event that the entry names, where it runs, and what came on standard input. */
export interface Recorded {
  /** The name of the fixture, for the titles of tests. */
  readonly name: string;
  /** As the entry names it. */
  readonly event: string;
  readonly env: Readonly<Record<string, string>>;
  readonly payload: JsonObject;
}

/** A line of a golden file. */
export interface Golden {
  readonly name: string;
  readonly event: string;
  readonly canonical: JsonObject;
  /** Kind of outcome → standard output, standard error, exit code; left out where the answer is silence. */
  readonly answers: Readonly<Record<string, readonly [string, string, number]>>;
}

/** Nothing to say. */
export const NOTHING: Outcome = {
  context: undefined,
  decision: undefined,
  note: undefined,
  rewrite: undefined,
};

/** An outcome of each kind; `rewrite` changes the command of a shell call and the new text of an edit. */
export function outcomes(toolInput: JsonObject | undefined): Record<string, Outcome> {
  const rewrite = toolInput === undefined
    ? undefined
    : { ...toolInput, ...(typeof toolInput["command"] === "string" ? { command: "REWRITTEN" } : {}) };
  return {
    context: { ...NOTHING, context: 'CONTEXT <b> "q"\nsecond line' },
    deny: { ...NOTHING, decision: { action: "deny", reason: "REASON", protects: true } },
    "deny and context": {
      ...NOTHING,
      context: "CONTEXT",
      decision: { action: "deny", reason: "REASON", protects: true },
    },
    ask: { ...NOTHING, decision: { action: "ask", reason: "QUESTION", protects: false } },
    "ask about a loss": { ...NOTHING, decision: { action: "ask", reason: "QUESTION", protects: true } },
    note: { ...NOTHING, note: "NOTE" },
    ...(typeof toolInput?.["command"] === "string" ? { rewrite: { ...NOTHING, rewrite } } : {}),
  };
}

/** The canonical event of `recorded`, without what is empty. */
export function canonicalOf(contract: Contract, recorded: Recorded): ReturnType<typeof translate> {
  const found = findEvent(contract, recorded.event, toldEvent(contract, recorded.payload))!;
  return translate(contract, found.event, recorded.payload, {
    cwd: "/home/dev/project",
    env: environmentOf(recorded.env),
    os: "linux",
  });
}

/** The answer to `outcome` on the event of `recorded`. */
export function answerTo(contract: Contract, recorded: Recorded, outcome: Outcome): Reply {
  const found = findEvent(contract, recorded.event, toldEvent(contract, recorded.payload))!;
  const event = canonicalOf(contract, recorded);
  const whole =
    outcome.rewrite === undefined || event.toolInput === undefined || event.nativeInput === undefined
      ? undefined
      : nativeInput(event.toolInput, outcome.rewrite, event.nativeInput);
  return render(
    { contract, ...found },
    whole === undefined ? { ...outcome, rewrite: undefined } : outcome,
    whole,
  );
}

/** What the golden file holds about `recorded`. */
export function goldenOf(contract: Contract, recorded: Recorded): Golden {
  const { payload: _, nativeInput: __, ...event } = canonicalOf(contract, recorded);
  const answers: Record<string, readonly [string, string, number]> = {};
  for (const [kind, outcome] of Object.entries(outcomes(event.toolInput))) {
    const { stdout, stderr, code } = answerTo(contract, recorded, outcome);
    if (stdout !== "" || stderr !== "" || code !== 0) answers[kind] = [stdout, stderr, code];
  }
  return {
    name: recorded.name,
    event: recorded.event,
    canonical: JSON.parse(JSON.stringify(event)),
    answers,
  };
}
