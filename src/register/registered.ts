/** What a harness's settings call us for, whichever of its files says so. Only read. */
import { messageId } from "../message/id.ts";
import { findEntries } from "./edit.ts";
import type { Place } from "./change.ts";
import type { Harness, Scope } from "./registration.ts";
import { targetsOf } from "./install.ts";
import { decodeSettings, readSettings } from "./write.ts";

/** One entry of ours. */
export interface RegisteredEntry {
  readonly scope: Scope;
  /** The canonical event. */
  readonly event: string;
  readonly matcher: string | undefined;
  /** The ids that it lists; none: everything that is bound to the event. */
  readonly ids: readonly string[];
}

/** The entries, and the files that could not be read, one sentence each. */
export interface Registered {
  readonly entries: readonly RegisteredEntry[];
  readonly problems: readonly string[];
}

/** Looks into the settings of every scope that `harness` has. */
export function registeredEntries(harness: Harness, project: string, place: Place): Registered {
  const entries: RegisteredEntry[] = [];
  const problems: string[] = [];
  const program = { command: "garfio", leading: [] };
  for (const scope of Object.keys(harness.registration.surfaces) as Scope[]) {
    try {
      for (const target of targetsOf({ harness, scope, project, program, place })) {
        const text = decodeSettings(readSettings(target.path, place.os));
        for (const { event, matcher, ours } of findEntries(text, target)) {
          const canonical = harness.contract.events[event]?.canonical ?? event;
          entries.push({ scope, event: canonical, matcher, ids: idsOf(ours.words) });
        }
      }
    } catch (error) {
      problems.push(`${scope}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { entries, problems };
}

/** Every name that the harness has for one of the canonical `tools`. */
export function nativeTools({ contract }: Harness, tools: readonly string[]): string[] {
  const native = Object.entries(contract.tools).filter(([, known]) =>
    [known].flat().some(({ name }) => tools.includes(name))
  ).map(([name]) => name);
  return [...tools, ...native];
}

/** The ids behind the event in the words of an entry. */
function idsOf(words: readonly string[]): string[] {
  const args = words.slice(words.indexOf("hook") + 1);
  const bare: string[] = [];
  for (let index = 0; index < args.length; index++) {
    if (args[index] === "--contract") index++;
    else if (!args[index]!.startsWith("-")) bare.push(args[index]!);
  }
  return bare.slice(1).map(messageId);
}

/** Whether an entry with `matcher` is for one of `tools`; none: for any tool. Matchers are regular expressions. */
export function matchesTools(matcher: string | undefined, tools: readonly string[]): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*" || tools.length === 0) return true;
  try {
    // Words are compared whole; how far a pattern reaches differs, so what it finds anywhere counts.
    const pattern = new RegExp(/^[\w|]+$/.test(matcher) ? `^(?:${matcher})$` : matcher);
    return tools.some((tool) => pattern.test(tool));
  } catch {
    return false;
  }
}
