/**
 * Holds a session that is in plan mode to planning: what would change the project's files is asked about. Harnesses hold
 * back their own edit tools then, and not what a command line or somebody else's tool writes.
 */
import type { Effect, Place, Verb } from "../effect/effect.ts";
import { isInside } from "../base/path.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";

const CHANGES: ReadonlySet<Verb> = new Set([
  "delete",
  "overwrite",
  "write",
  "move",
  "discard",
  "permissions",
]);
const OF_THE_PROJECT: ReadonlySet<Place> = new Set(["project", "git", "tracked", "inside"]);
/** The plan itself, wherever a project keeps it. */
const PLAN = /(?:^|[\\/])plans?[\\/][^\\/]*\.md$|(?:^|[\\/])plan\.md$/i;

/** Finds a change of the project that is made while a plan is made. */
export async function judgePlanMode(call: Call): Promise<Finding | undefined> {
  const what = call.command === undefined ? changedFile(call) : await changedByCommand(call);
  return what === undefined ? undefined : { values: { what }, rule: "plan-mode" };
}

function changedFile(call: Call): string | undefined {
  const target = call.targets.find(({ absolute }) =>
    isInside(absolute, call.root(), call.os) && !PLAN.test(absolute)
  );
  return target?.path;
}

async function changedByCommand(call: Call): Promise<string | undefined> {
  const { list } = await call.effects();
  const found = list.find((effect) => isChange(effect));
  if (found === undefined) return undefined;
  return found.target === undefined ? found.what : `${found.what}: ${found.target.text}`;
}

function isChange({ verb, target, certainty, remote }: Effect): boolean {
  if (!CHANGES.has(verb) || certainty === "unknown" || remote) return false;
  return target === undefined || (OF_THE_PROJECT.has(target.place) && !PLAN.test(target.path ?? target.text));
}
