/** The configuration files as values. Most machines and most projects have none, so reading one is loaded when it is met. */
import { isAbsent } from "../base/errors.ts";
import type { Action, Profile } from "./action.ts";
import type { CheckerSettings } from "./checker_settings.ts";

/** Numbers of the compaction notice. Undefined: the built-in ones. */
export interface CompactionSettings {
  readonly enabled: boolean | undefined;
  /** The context window in tokens. */
  readonly window: number | undefined;
  /** Tokens at which the two notices come. */
  readonly noticeAt: readonly number[] | undefined;
  /** A reading below this part of the highest one is a compaction. */
  readonly dropRatio: number | undefined;
  /** The highest reading must have been this large for a drop to count. */
  readonly leastPeak: number | undefined;
  /** Without a transcript: a notice after so many calls … */
  readonly calls: number | undefined;
  /** … or so many bytes of tool output. */
  readonly bytes: number | undefined;
}

/** What is kept of sessions and told of them. Undefined: the built-in numbers. */
export interface SessionSettings {
  /** The most characters that a new session is told of the one before; 0: nothing. */
  readonly maxCharacters: number | undefined;
  /** Records of sessions are removed after so many days. */
  readonly keepDays: number | undefined;
}

/** One configuration file. */
export interface Configuration {
  readonly profile: Profile | undefined;
  readonly guards: Readonly<Record<string, Action>>;
  readonly header: string | undefined;
  readonly compaction: CompactionSettings;
  readonly sessionEnd: { readonly enabled: boolean | undefined; readonly minStops: number | undefined };
  readonly session: SessionSettings;
  /** Whether the context monitor speaks of costs. */
  readonly monitorCost: boolean | undefined;
  /** A server of tools that does not answer is only warned of. */
  readonly mcpFailOpen: boolean | undefined;
  /** Ids of rule packs that are on. */
  readonly packs: readonly string[];
  /** Rules of the operator's own, as they stand; `src/rule` checks them. */
  readonly rules: readonly unknown[];
  /** Git may be run to read what a commit would add. Counts in the operator's file only. */
  readonly runGit: boolean | undefined;
  /** The external checker. Counts in the operator's file only. */
  readonly checker: CheckerSettings | undefined;
  /** One sentence per thing that was wrong and left out. */
  readonly problems: readonly string[];
}

const NO_COMPACTION: CompactionSettings = {
  enabled: undefined,
  window: undefined,
  noticeAt: undefined,
  dropRatio: undefined,
  leastPeak: undefined,
  calls: undefined,
  bytes: undefined,
};

/** A configuration that says nothing. */
export const NO_CONFIGURATION: Configuration = {
  profile: undefined,
  guards: {},
  header: undefined,
  compaction: NO_COMPACTION,
  sessionEnd: { enabled: undefined, minStops: undefined },
  session: { maxCharacters: undefined, keepDays: undefined },
  monitorCost: undefined,
  mcpFailOpen: undefined,
  packs: [],
  rules: [],
  runGit: undefined,
  checker: undefined,
  problems: [],
};

/** Reads the file at `path`; a missing one says nothing. */
export async function readConfiguration(path: string): Promise<Configuration> {
  try {
    Deno.statSync(path);
  } catch (error) {
    if (isAbsent(error)) return NO_CONFIGURATION;
  }
  return (await import("./configuration_file.ts")).readConfigurationFile(path);
}
