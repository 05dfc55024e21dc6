/** What a harness's settings call us for, whichever of its files says so. Only read. */
import { messageId } from "../message/id.ts";
import { findEntries } from "./edit.ts";
import { plannedEntries } from "./entry.ts";
import type { Place } from "./change.ts";
import type { Harness, Scope } from "./registration.ts";
import { surfacePath } from "./surface.ts";
import { decodeSettings, readSettings } from "./write.ts";

/** One entry of ours. */
export interface RegisteredEntry {
  readonly scope: Scope;
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
  for (const [scope, surface] of Object.entries(harness.registration.surfaces)) {
    try {
      const path = surfacePath(surface, project, place);
      const text = decodeSettings(readSettings(path, place.os));
      const planned = plannedEntries(harness, surface, { command: "garfio", leading: [] }, place.os);
      for (const { event, matcher, ours } of findEntries(text, { harness, surface, place, planned })) {
        entries.push({ scope: scope as Scope, event, matcher, ids: idsOf(ours.words) });
      }
    } catch (error) {
      problems.push(`${scope}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { entries, problems };
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
    const pattern = new RegExp(`^(?:${matcher})$`);
    return tools.some((tool) => pattern.test(tool));
  } catch {
    return false;
  }
}
