/**
 * Required checks: notes edits and runs after each tool call, and keeps the end of a turn open while an edit is newer
 * than the last run that succeeded. Nothing is ever run from here, and no turn is held more than three times.
 */
import type { Os } from "../base/platform.ts";
import { append, peek, preview } from "../state/journal.ts";
import { type Approval, isApproved, readApprovals, staleApprovals } from "./approvals.ts";
import { openKnowledge } from "./cache.ts";
import { outcomeOf, ranCheck } from "./check_command.ts";
import { checkFold, checkJournal, type CheckState, MOST_HOLDS, seqOf } from "./check_state.ts";
import { covering } from "./glob.ts";
import type { Item } from "./item.ts";
import type { KnowledgeCall, KnowledgeFinding } from "./strict_rule.ts";
import { folds, fromRoot } from "./touched.ts";
import type { Effects } from "../effect/effect.ts";

/** A call whose effects can be asked for: what a command writes is an edit too. */
export interface CheckedCall extends KnowledgeCall {
  /** Absent where somebody only looks on, so that nothing must be kept. */
  readonly keep?: unknown;
  readonly effects: () => Promise<Effects>;
}

/** Notes what a tool call did, or judges the end of a turn. */
export async function judgeRequiredCheck(call: CheckedCall): Promise<KnowledgeFinding | undefined> {
  const { os, env, event } = call;
  const place = { env, os };
  const root = call.root();
  const own = readApprovals(place).filter(({ repo }) => repo === root);
  if (own.length === 0 || event.sessionId === undefined) return undefined;
  const journal = checkJournal(place, event.sessionId);
  if (journal === undefined) return undefined;
  const knowledge = await openKnowledge(place, root);
  const items = knowledge?.items ?? [];
  const due: Item[] = [];
  for (const item of items) {
    if (item.check !== undefined && await isApproved(own, root, item, "check")) due.push(item);
  }
  if (event.name === "PostToolUse") {
    if (due.length > 0 && call.keep !== undefined) await note(call, due, journal);
    return undefined;
  }
  return await judgeEnd(call, { due, items, own, journal });
}

/** Records the checks that an edit makes due and those that a command has passed. */
async function note(call: CheckedCall, checks: readonly Item[], journal: string): Promise<void> {
  const { os, event, command } = call;
  const root = call.root();
  const reading = command === undefined ? undefined : await call.shell();
  const ran = reading === undefined
    ? []
    : checks.filter((item) =>
      ranCheck(reading, item.check!.run, (folder) => mayRunIn(item, folder, root, os))
    )
      .map(({ id }) => id);
  const outcome = ran.length === 0 ? "failed" : outcomeOf(event.toolResponse, event.toolInput);
  const paths = (await changedFiles(call)).map((path) => fromRoot(path, root, os)).filter((path) =>
    path !== undefined
  );
  const edited = checks.filter(({ id, check }) =>
    !ran.includes(id) && paths.some((path) => covering(check!.after, path, folds(os)) !== undefined)
  ).map(({ id }) => id);
  if (edited.length > 0) append(journal, { edited }, checkFold);
  if (outcome === "passed") append(journal, { passed: ran }, checkFold);
  else if (outcome === "unknown") append(journal, { ran }, checkFold);
}

/** In the root, in the part of the project that the item belongs to, or in a folder of its scope: not just anywhere. */
function mayRunIn({ part, paths }: Item, folder: string, root: string, os: Os): boolean {
  const below = fromRoot(folder, root, os);
  if (below === undefined) return false;
  return below === "" || below === part || covering(paths, below, folds(os)) !== undefined;
}

const CHANGING = new Set(["delete", "overwrite", "write", "move"]);

async function changedFiles(call: CheckedCall): Promise<string[]> {
  const changed = call.targets.map(({ absolute }) => absolute);
  if (call.command === undefined) return changed;
  const { list } = await call.effects();
  for (const { verb, target } of list) {
    if (CHANGING.has(verb) && target?.path !== undefined) changed.push(target.path);
  }
  return changed;
}

interface End {
  readonly due: readonly Item[];
  readonly items: readonly Item[];
  readonly own: readonly Approval[];
  readonly journal: string;
}

async function judgeEnd(call: CheckedCall, end: End): Promise<KnowledgeFinding | undefined> {
  const { journal } = end;
  const put = call.keep === undefined ? preview : append;
  const state = peek(journal, checkFold);
  const open = end.due.filter(({ id }) => seqOf(state.edits, id) > seqOf(state.passes, id));
  // Where the harness does not tell results, the check can only be recommended.
  const held = open.filter(({ id }) => seqOf(state.edits, id) > seqOf(state.unknown, id));
  const stale = await newlyStale(call, end, state);
  if (held.length > 0 && mayHold(state, call.event.stopHookActive)) {
    put(journal, { hold: true, first: !call.event.stopHookActive }, checkFold);
    const [first, ...more] = held;
    return {
      values: {
        rule: first!.title,
        command: commandOf(first!),
        more: more.length === 0 ? undefined : more.map(commandOf).join("; "),
        stale,
      },
      rule: first!.id,
      tellOperator: stale !== undefined,
    };
  }
  const letGo = held[0] ?? open[0];
  const told = letGo === undefined ? undefined : `${letGo.id} ${state.seq}`;
  const isNew = told !== undefined && !state.told.includes(told);
  if (isNew) put(journal, { told }, checkFold);
  if (!isNew && stale === undefined) return undefined;
  return {
    values: { rule: isNew ? letGo!.title : undefined, stale },
    atMost: "advise",
    tellOperator: true,
    onlyOperator: true,
  };
}

/** At most so often in a turn, and not again while nothing has happened since the last time. */
function mayHold(state: CheckState, alreadyHeld: boolean): boolean {
  if (!alreadyHeld) return true;
  return state.holds < MOST_HOLDS && state.heldAt !== state.seq;
}

const commandOf = ({ check }: Item): string =>
  check!.run.map((word) => /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`).join(
    " ",
  );

/** The approvals whose rule was changed or removed, where the operator was not told of them in this session. */
async function newlyStale(
  call: CheckedCall,
  { items, own, journal }: End,
  state: CheckState,
): Promise<string | undefined> {
  const stale = await staleApprovals(own, call.root(), items);
  if (stale.length === 0) return undefined;
  const text = stale.map(({ id, kind }) => `${id} (${kind})`).join(", ");
  const told = `stale ${text}`.slice(0, 500);
  if (state.told.includes(told)) return undefined;
  const put = call.keep === undefined ? preview : append;
  put(journal, { told }, checkFold);
  return text;
}
