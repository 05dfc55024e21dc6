/** What is enforced: the layers of configuration joined. See `docs/configuration.md`. */
import { configFolder, type Surroundings } from "../base/folders.ts";
import { join } from "../base/path.ts";
import { isOff, isOn } from "../base/text.ts";
import {
  type Action,
  asProfile,
  DEFAULT_PROFILE,
  type Profile,
  type ProfileActions,
  PROFILES,
  stronger,
} from "./action.ts";
import type { CheckerSettings } from "./checker_settings.ts";
import {
  type CompactionSettings,
  type Configuration,
  NO_CONFIGURATION,
  readConfiguration,
} from "./configuration.ts";
import { ECC_VARIABLES } from "./ecc_variables.ts";
import { type RuleSources, STRICT_PACKS } from "./rule_sources.ts";

/** A setting and the layer that it comes from. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: string;
}

/** The layers as they were read, and what follows from them. */
export interface Policy {
  readonly operatorFile: string | undefined;
  readonly projectFile: string;
  readonly profile: Sourced<Profile>;
  /** The action for one guard. */
  readonly actionOf: (id: string, defaults: ProfileActions) => Sourced<Action>;
  readonly header: string | undefined;
  readonly compaction: CompactionSettings & { readonly enabled: boolean };
  readonly sessionEnd: { readonly enabled: boolean; readonly minStops: number };
  /** What is told of the session before, and for how long it is kept. */
  readonly session: { readonly maxCharacters: number; readonly keepDays: number };
  readonly monitor: { readonly cost: boolean };
  /** A server of tools that does not answer is only warned of. */
  readonly mcpFailOpen: boolean;
  /** Where rules come from, less the folder of the program's own data. */
  readonly rules: Omit<RuleSources, "assets">;
  /** Git may be run to read what a commit would add. */
  readonly runGit: boolean;
  /** The external checker that the operator has named. */
  readonly checker: CheckerSettings | undefined;
  /** What is wrong in a configuration file or variable, one sentence each. */
  readonly problems: readonly string[];
  /** What the project's file would have loosened. */
  readonly loosening: (guards: readonly { id: string; actions: ProfileActions }[]) => string[];
}

/** The value of the variable `GARFIO_<name>`, or of the one that users of Apothem or ECC already have set. */
export function setting(place: Surroundings, name: string): string | undefined {
  return ownSetting(place, name) ?? ofEcc(place, name);
}

function ownSetting(place: Surroundings, name: string): string | undefined {
  return place.env(`GARFIO_${name}`) ?? place.env(`APOTHEM_${name}`);
}

function ofEcc(place: Surroundings, name: string): string | undefined {
  return Object.hasOwn(ECC_VARIABLES, name) ? place.env(ECC_VARIABLES[name]!) : undefined;
}

/** What the variables say of the profile and of what is off. */
interface Switches {
  readonly profile: Sourced<Profile> | undefined;
  readonly off: ReadonlySet<string>;
  /** The variable that says what is off. */
  readonly offSource: string;
  readonly problems: readonly string[];
}

/** The switches of the environment; ECC's words are loaded only where somebody has set them. */
async function readSwitches(place: Surroundings): Promise<Switches> {
  const named = ownSetting(place, "PROFILE");
  const value = asProfile(named?.trim().toLowerCase());
  const problems = named !== undefined && value === undefined
    ? [`GARFIO_PROFILE is not used: it takes ${PROFILES.join(", ")}`]
    : [];
  const list = ownSetting(place, "DISABLED_GUARDS");
  const switches: Switches = {
    profile: value === undefined ? undefined : { value, source: "GARFIO_PROFILE" },
    off: new Set(list?.split(/[\s,;]+/).map((id) => id.replace(/\.md$/, ""))),
    offSource: "GARFIO_DISABLED_GUARDS",
    problems,
  };
  const theirProfile = named === undefined ? ofEcc(place, "PROFILE") : undefined;
  const theirList = list === undefined ? ofEcc(place, "DISABLED_GUARDS") : undefined;
  if (theirProfile === undefined && theirList === undefined) return switches;
  const { offByEcc, profileOfEcc } = await import("./ecc.ts");
  return {
    ...switches,
    ...(theirProfile === undefined
      ? {}
      : { profile: { value: profileOfEcc(theirProfile), source: ECC_VARIABLES["PROFILE"]! } }),
    ...(theirList === undefined
      ? {}
      : { off: new Set(offByEcc(theirList)), offSource: ECC_VARIABLES["DISABLED_GUARDS"]! }),
  };
}

/** The longest pause, in milliseconds. */
export const LONGEST_PAUSE = 12 * 3_600_000;

/**
 * Whether everything is switched off: by `GARFIO_HOOKS_DISABLE`, or by a file `disabled` beside the configuration. An
 * empty file holds for ever, one with a time until then; any other content counts as no file.
 */
export function isSwitchedOff(
  place: Surroundings & { readonly clock?: () => number },
  now?: number,
): boolean {
  if (isOn(setting(place, "HOOKS_DISABLE"))) return true;
  const end = endOfSwitch(place);
  return end !== undefined && isAhead(end, now ?? place.clock?.() ?? Date.now());
}

/** The end of the pause that holds at `now`, in milliseconds; undefined where nothing is paused. */
export function pausedUntil(place: Surroundings, now: number): number | undefined {
  const end = endOfSwitch(place);
  return end !== undefined && end !== Infinity && isAhead(end, now) ? end : undefined;
}

/** No pause is longer than it may be made, so an end that is further away is none. */
function isAhead(end: number, now: number): boolean {
  return end === Infinity || (end > now && end <= now + LONGEST_PAUSE);
}

/** Until when the kill switch holds: a time, `Infinity` for ever, undefined for not at all. */
function endOfSwitch(place: Surroundings): number | undefined {
  const file = killSwitchFile(place);
  if (file === undefined || place.absent?.(file) === true) return undefined;
  try {
    const { isFile, size } = Deno.lstatSync(file);
    if (!isFile || size > 64) return undefined;
    const text = size === 0 ? "" : Deno.readTextFileSync(file).trim();
    if (text === "") return Infinity;
    const end = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(end) ? undefined : end;
  } catch {
    return undefined;
  }
}

/** The file that makes every hook silent. */
export function killSwitchFile(place: Surroundings): string | undefined {
  const folder = configFolder(place);
  return folder === undefined ? undefined : join(folder, "disabled", place.os);
}

/** Reads the layers that hold for the project at `root`, their files with `read`. */
export async function loadPolicy(
  place: Surroundings,
  root: string,
  read: typeof readConfiguration = readConfiguration,
): Promise<Policy> {
  const folder = configFolder(place);
  const operatorFile = folder === undefined ? undefined : join(folder, "config.jsonc", place.os);
  const projectFile = join(root, ".garfio/config.jsonc", place.os);
  const readIfThere = (file: string) => place.absent?.(file) === true ? NO_CONFIGURATION : read(file);
  const operator = operatorFile === undefined ? undefined : await readIfThere(operatorFile);
  // The home folder may be a repository; its `.garfio` is then still the project's, never the operator's.
  const project = await readIfThere(projectFile);
  const switches = await readSwitches(place);
  return joinLayers(place, { folder, root, operatorFile, projectFile, operator, project, switches });
}

function joinLayers(
  place: Surroundings,
  layers: {
    folder: string | undefined;
    root: string;
    operatorFile: string | undefined;
    projectFile: string;
    operator: Configuration | undefined;
    project: Configuration;
    switches: Switches;
  },
): Policy {
  const { operator, project, switches } = layers;
  const problems = [...(operator?.problems ?? []), ...project.problems, ...switches.problems];
  const fromEnvironment = switches.profile;
  const profile: Sourced<Profile> = fromEnvironment !== undefined
    ? fromEnvironment
    : operator?.profile !== undefined
    ? { value: operator.profile, source: layers.operatorFile! }
    : { value: DEFAULT_PROFILE, source: "built-in" };

  const operatorAction = (id: string, defaults: ProfileActions): Sourced<Action> => {
    if (operator !== undefined && Object.hasOwn(operator.guards, id)) {
      return { value: operator.guards[id]!, source: layers.operatorFile! };
    }
    return { value: defaults[profile.value], source: `profile ${profile.value} (${profile.source})` };
  };
  const projectAction = (id: string, defaults: ProfileActions): Action => {
    const own = Object.hasOwn(project.guards, id) ? project.guards[id]! : "off";
    const ofProfile = project.profile === undefined || fromEnvironment !== undefined
      ? "off"
      : defaults[project.profile];
    return stronger(own, ofProfile);
  };

  return {
    operatorFile: layers.operatorFile,
    projectFile: layers.projectFile,
    profile,
    actionOf: (id, defaults) => {
      if (switches.off.has(id)) return { value: "off", source: switches.offSource };
      const ours = operatorAction(id, defaults);
      const theirs = projectAction(id, defaults);
      return stronger(ours.value, theirs) === ours.value
        ? ours
        : { value: theirs, source: layers.projectFile };
    },
    header: operator?.header ?? project.header,
    // What only some events ask for is worked out when it is asked for.
    get compaction() {
      return compactionOf(place, operator);
    },
    get sessionEnd() {
      return {
        enabled: switchOf(setting(place, "SESSION_END_ENABLED"), operator?.sessionEnd.enabled, false),
        minStops: countOf(setting(place, "SESSION_END_MIN_STOPS")) ?? operator?.sessionEnd.minStops ?? 3,
      };
    },
    get session() {
      return {
        maxCharacters: countFrom(setting(place, "SESSION_START_MAX_CHARS"), 0, 9_000) ??
          operator?.session.maxCharacters ?? 8_000,
        keepDays: countFrom(setting(place, "SESSION_RETENTION_DAYS"), 1, 3_650) ??
          operator?.session.keepDays ?? 30,
      };
    },
    get monitor() {
      return { cost: switchOf(setting(place, "CONTEXT_MONITOR_COST"), operator?.monitorCost, true) };
    },
    get mcpFailOpen() {
      return switchOf(setting(place, "MCP_HEALTH_FAIL_OPEN"), operator?.mcpFailOpen, false);
    },
    get rules() {
      return rulesOf(place, layers, profile.value);
    },
    runGit: operator?.runGit === true,
    checker: operator?.checker,
    problems,
    loosening: (guards) => looseningOf(project, layers.projectFile, guards, operatorAction),
  };
}

/** A project may switch packs on, since they only tighten; its own rules are files that the operator approves. */
function rulesOf(
  { os, absent }: Surroundings,
  { folder, root, operatorFile, operator, project }: {
    folder: string | undefined;
    root: string;
    operatorFile: string | undefined;
    operator: Configuration | undefined;
    project: Configuration;
  },
  profile: Profile,
): Policy["rules"] {
  const strict = profile === "strict" || project.profile === "strict";
  const present = (path: string) => absent?.(path) === true ? undefined : path;
  return {
    packs: [...new Set([...(operator?.packs ?? []), ...project.packs, ...(strict ? STRICT_PACKS : [])])],
    inline: operator?.rules ?? [],
    operatorFile,
    operatorFolder: folder === undefined ? undefined : present(join(folder, "rules", os)),
    projectFolder: present(join(root, ".garfio/rules", os)),
    projectRoot: root,
    approvals: folder === undefined ? undefined : join(folder, "approved-rules.json", os),
    profile: strict ? "strict" : profile,
  };
}

function looseningOf(
  project: Configuration,
  file: string,
  guards: readonly { id: string; actions: ProfileActions }[],
  operatorAction: (id: string, defaults: ProfileActions) => Sourced<Action>,
): string[] {
  const ignored: string[] = [];
  for (const { id, actions } of guards) {
    if (!Object.hasOwn(project.guards, id)) continue;
    const wanted = project.guards[id]!;
    const ours = operatorAction(id, actions).value;
    if (wanted !== ours && stronger(wanted, ours) === ours) {
      ignored.push(`${file}: guards.${id} "${wanted}" is ignored; a project cannot loosen "${ours}"`);
    }
  }
  if (project.rules.length > 0) {
    ignored.push(
      `${file}: rules is ignored; a project's rules are files in .garfio/rules, see garfio rules approve`,
    );
  }
  if (project.runGit !== undefined) ignored.push(`${file}: git.run is ignored; only the operator sets it`);
  if (project.checker !== undefined) {
    ignored.push(`${file}: externalChecker is ignored; only the operator sets it`);
  }
  if (project.compaction.enabled === false) {
    ignored.push(`${file}: compaction.enabled is ignored; only the operator sets it`);
  }
  return ignored;
}

function compactionOf(place: Surroundings, operator: Configuration | undefined): Policy["compaction"] {
  const own = operator?.compaction;
  const count = (name: string) => countOf(setting(place, `PROACTIVE_COMPACTION_${name}`));
  return {
    enabled: switchOf(setting(place, "PROACTIVE_COMPACTION_ENABLED"), own?.enabled, true),
    window: count("WINDOW") ?? own?.window,
    noticeAt: own?.noticeAt,
    dropRatio: own?.dropRatio,
    leastPeak: own?.leastPeak,
    calls: count("TOOL_THRESHOLD") ?? own?.calls,
    bytes: count("OUTPUT_THRESHOLD") ?? own?.bytes,
  };
}

function switchOf(
  variable: string | undefined,
  configured: boolean | undefined,
  otherwise: boolean,
): boolean {
  if (isOn(variable)) return true;
  if (isOff(variable)) return false;
  return configured ?? otherwise;
}

/** A whole number above zero; anything else counts as unset. */
function countOf(variable: string | undefined): number | undefined {
  const text = variable?.trim();
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** A whole number, no larger than `most`; what is no number or below `least` counts as unset. */
function countFrom(variable: string | undefined, least: number, most: number): number | undefined {
  const text = variable?.trim();
  const number = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : -1;
  return number >= least ? Math.min(number, most) : undefined;
}
