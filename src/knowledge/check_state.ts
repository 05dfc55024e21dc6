/** What a session has done about required checks: edits, runs that succeeded, and holds. */
import type { Surroundings } from "../base/folders.ts";
import { isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import { stateDirectory } from "../state/directory.ts";
import type { Fold } from "../state/journal.ts";
import { fileKey } from "../state/key.ts";

/** The most holds in one turn. */
export const MOST_HOLDS = 3;

/** Where a session stands. */
export interface CheckState {
  /** Counts what happened, in order. */
  readonly seq: number;
  /** Rule → the last edit in the scope of its check. */
  readonly edits: Readonly<Record<string, number>>;
  /** Rule → the last run of its check that succeeded. */
  readonly passes: Readonly<Record<string, number>>;
  /** Rule → the last run whose result the harness did not tell. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Holds in this turn, and what the last of them saw. */
  readonly holds: number;
  readonly heldAt: number;
  /** What the operator was told. */
  readonly told: readonly string[];
}

/** One thing that happened. */
export type CheckEntry =
  | { readonly edited: readonly string[] }
  | { readonly passed: readonly string[] }
  | { readonly ran: readonly string[] }
  /** An end of a turn that is held; `first`: no hold of ours came before it in this turn. */
  | { readonly hold: true; readonly first: boolean }
  | { readonly told: string };

const FRESH: CheckState = { seq: 0, edits: {}, passes: {}, unknown: {}, holds: 0, heldAt: -1, told: [] };

function mark(
  marks: Readonly<Record<string, number>>,
  ids: readonly string[],
  seq: number,
): Record<string, number> {
  return { ...marks, ...Object.fromEntries(ids.map((id) => [`:${id}`, seq])) };
}

/** The number under which `id` stands; keys carry a colon so that no id is a name of every object. */
export function seqOf(marks: Readonly<Record<string, number>>, id: string): number {
  return marks[`:${id}`] ?? -1;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 1_000 && value.every((one) => typeof one === "string");
const isMarks = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every((one) => typeof one === "number");

/** How it adds up. */
export const checkFold: Fold<CheckState, CheckEntry> = {
  initial: FRESH,
  add(state, entry) {
    if ("told" in entry) return { ...state, told: [...state.told, entry.told].slice(-50) };
    if ("hold" in entry) {
      return { ...state, holds: (entry.first ? 0 : state.holds) + 1, heldAt: state.seq };
    }
    const seq = state.seq + 1;
    if ("edited" in entry) return { ...state, seq, edits: mark(state.edits, entry.edited, seq) };
    if ("passed" in entry) return { ...state, seq, passes: mark(state.passes, entry.passed, seq) };
    return { ...state, seq, unknown: mark(state.unknown, entry.ran, seq) };
  },
  asState(value) {
    if (!isObject(value)) return undefined;
    const { seq, edits, passes, unknown, holds, heldAt, told } = value;
    const numbers = [seq, holds, heldAt].every((one) => typeof one === "number");
    return numbers && isMarks(edits) && isMarks(passes) && isMarks(unknown) && isTexts(told)
      ? value as unknown as CheckState
      : undefined;
  },
  asEntry(value) {
    if (!isObject(value)) return undefined;
    if (isTexts(value["edited"])) return { edited: value["edited"] };
    if (isTexts(value["passed"])) return { passed: value["passed"] };
    if (isTexts(value["ran"])) return { ran: value["ran"] };
    if (value["hold"] === true) return { hold: true, first: value["first"] === true };
    return typeof value["told"] === "string" ? { told: value["told"] } : undefined;
  },
};

/**
 * The journal of the session; edits of its sub-agents are edits of the session.
 *
 * @throws Error where there is no place for state
 */
export function checkJournal(place: Surroundings, sessionId: string): string | undefined {
  const key = fileKey(sessionId);
  return key === undefined
    ? undefined
    : join(stateDirectory(place, "knowledge-check"), `${key}.jsonl`, place.os);
}
