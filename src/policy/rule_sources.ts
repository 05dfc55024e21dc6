/** Where an operator's own rules come from. Only the places: nothing is read before a rule may be needed. */
import type { Profile } from "./action.ts";

/** The places of rules for one project. */
export interface RuleSources {
  /** Ids of the packs that are on. */
  readonly packs: readonly string[];
  /** The `rules` of the operator's configuration, not yet checked. */
  readonly inline: readonly unknown[];
  /** The operator's configuration; undefined where no home folder is known. */
  readonly operatorFile: string | undefined;
  /** `rules/` beside the operator's configuration; undefined where it is known that there is none. */
  readonly operatorFolder: string | undefined;
  /** `.garfio/rules/` in the project; undefined where it is known that there is none. */
  readonly projectFolder: string | undefined;
  readonly projectRoot: string;
  /** Which of the project's files the operator has approved; outside every repository. */
  readonly approvals: string | undefined;
  readonly profile: Profile;
  /** The project's rules count without an approval: for running their own test cases, never for a call. */
  readonly assumeApproved?: boolean;
  /** The folder of this program's own data, with `rules/` in it. */
  readonly assets: string;
}

/** The packs that ship with the program. */
export const PACKS: readonly string[] = ["git", "files", "databases", "cloud", "containers"];

/** Those that the profile `strict` switches on. */
export const STRICT_PACKS: readonly string[] = ["git", "databases"];

/** Whether there may be a rule at all: two looks at folders, and nothing else. */
export function mayHaveRules(sources: RuleSources | undefined): boolean {
  if (sources === undefined) return false;
  return sources.packs.length > 0 || sources.inline.length > 0 || isFolder(sources.operatorFolder) ||
    isFolder(sources.projectFolder);
}

function isFolder(path: string | undefined): boolean {
  try {
    return path !== undefined && Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
