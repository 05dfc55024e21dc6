/** Where plans of a project belong, and what is wrong with a target. See `messages/pretooluse-write-plan-guard.md`. */
import { baseName, isInside, join, relativeTo, resolveLinks, segments } from "../base/path.ts";
import { LEGACY_PLAN_TREE, PLAN_TREES } from "../policy/plan_trees.ts";
import type { Call } from "./call.ts";

/** `redirect`: a plans tree that is not this project's. `soft`: outside the project and it looks like a plan. */
export type PlanVerdict = "redirect" | "soft";

/** What was judged, for the message. */
export interface PlanFinding {
  readonly verdict: PlanVerdict;
  readonly target: string;
  readonly root: string;
  readonly suggested: string;
}

const PLAN_NAME = /(?:plan|notes|draft)[^/\\]*\.md$/i;
const MARKERS = ["master-plan:", "phase-id:", "phases:", "resumption contract", "phase output registry"];

/** Whether `text` has the shape of a plan: two different markers, or one in front matter at its top. */
export function isPlanShaped(text: string): boolean {
  const head = text.slice(0, 200_000).toLowerCase();
  const found = MARKERS.filter((marker) => head.includes(marker));
  if (found.length >= 2) return true;
  const matter = /^\s*---\r?\n([^]*?)\r?\n---/.exec(head)?.[1];
  return matter !== undefined && found.some((marker) => matter.includes(marker));
}

/** The index in `names` at which a plans tree starts, by whole names: `docs/plans` is none. */
function treeIn(names: readonly string[]): number {
  return names.findIndex((name, index) =>
    name === LEGACY_PLAN_TREE || ((name === ".garfio" || name === ".apothem") && names[index + 1] === "plans")
  );
}

/**
 * Judges one write target; undefined for a place that is right, or for no plan.
 *
 * @param absolute the target as an absolute path, links not yet followed
 * @param text what would be written, as far as known
 */
export function judgePlace(call: Call, absolute: string, text: string): PlanFinding | undefined {
  const { os } = call;
  const target = resolveLinks(absolute, os);
  const root = call.root();
  const inside = isInside(target, root, os);
  const below = inside ? relativeTo(target, root, os)! : target;
  const names = segments(below, os);
  const start = treeIn(names);
  // Inside the project, only its own trees at its root are right; a nested package may have its own root.
  if (inside && start === 0) return undefined;

  const planName = PLAN_NAME.test(baseName(target));
  let verdict: PlanVerdict | undefined;
  if (start >= 0) verdict = inside ? undefined : "redirect";
  else if (inside) verdict = planName && isPlanShaped(text) ? "soft" : undefined;
  else if (!isHarnessPlan(call, target) && (planName || isPlanShaped(text))) verdict = "soft";
  if (verdict === undefined) return undefined;
  const rest = start >= 0 ? names.slice(start + (names[start] === LEGACY_PLAN_TREE ? 1 : 2)) : [];
  const suite = rest.length > 0 ? originalTail(target, rest.length) : baseName(target);
  return { verdict, target: absolute, root, suggested: join(planTree(call), suite, os) };
}

/** Whether a target whose beginning is unknown (`$DIR/.garfio/plans/…`) names a plans tree. */
export function namesPlanTree(written: string): boolean {
  return treeIn(written.replace(/["']/g, "").toLowerCase().split(/[\\/]+/)) >= 0;
}

/** The plan mode of a harness keeps its own plan files; they are its business. */
function isHarnessPlan(call: Call, target: string): boolean {
  if (call.home === undefined) return false;
  const names = segments(relativeTo(target, call.home, call.os) ?? "", call.os);
  return /^\.(?:claude|codex|qwen|cursor|gemini|copilot|codebuddy|kiro|windsurf|codeium|factory|opencode)$/
    .test(names[0] ?? "") &&
    names[1] === "plans";
}

function originalTail(path: string, count: number): string {
  return path.split(/[\\/]+/).slice(-count).join("/");
}

/** The plans tree of the project: the one that it has, else ours. */
export function planTree(call: Call): string {
  const root = call.root();
  for (const tree of PLAN_TREES) {
    const folder = join(root, tree, call.os);
    try {
      if (Deno.statSync(folder).isDirectory) return folder;
    } catch {
      // The next one.
    }
  }
  return join(root, PLAN_TREES[0], call.os);
}
