/** Names of packages that are one edit away from a well-known one. */
import type { ManagerPlace } from "../../policy/package_manager.ts";
import { isInManifest } from "./manifest.ts";
import { packageName } from "./name.ts";
import { POPULAR_NODE, POPULAR_PYTHON, REAL_NODE, REAL_PYTHON } from "./popular.ts";
import type { PackageUse } from "./use.ts";

/** Short names have too many honest neighbours. */
const SHORTEST = 5;

/** The first package of `use` whose name only looks like a well-known one. */
export function findLookalike(
  use: PackageUse,
  place: ManagerPlace | undefined,
): { name: string; popular: string } | undefined {
  const [popular, real] = use.family === "node" ? [POPULAR_NODE, REAL_NODE] : [POPULAR_PYTHON, REAL_PYTHON];
  for (const specification of use.packages.slice(0, 200)) {
    const name = packageName(specification, use.family);
    if (name === undefined || name.length > 60) continue;
    const near = nearTo(name, popular, real);
    if (near === undefined) continue;
    if (place !== undefined && isInManifest(name, use.family, place)) continue;
    return { name, popular: near };
  }
  return undefined;
}

/** The well-known name that `name` is one edit away from; undefined where it is itself known. */
export function nearTo(
  name: string,
  popular: readonly string[],
  real: ReadonlySet<string>,
): string | undefined {
  if (name.length < SHORTEST - 1 || popular.includes(name) || real.has(name)) return undefined;
  return popular.find((known) => isNear(name, known));
}

function isNear(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false;
  if (known.length >= SHORTEST) return isOneEdit(name, known);
  // Of four letters, only a doubled or a swapped one is a slip.
  return known.length === SHORTEST - 1 && (isSwap(name, known) || hasDoubled(name, known));
}

/** One letter put in, left out, or another; or two neighbours swapped. */
export function isOneEdit(one: string, other: string): boolean {
  if (one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  ) end++;
  const left = one.length - start - end;
  const right = other.length - start - end;
  return left <= 1 && right <= 1 || isSwap(one, other);
}

function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one[at] === other[at + 1] && one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2);
}

/** `reactt` for `react`: one letter typed twice. */
function hasDoubled(name: string, known: string): boolean {
  if (name.length !== known.length + 1) return false;
  for (let at = 1; at < name.length; at++) {
    if (name[at] === name[at - 1] && name.slice(0, at) + name.slice(at + 1) === known) return true;
  }
  return false;
}
