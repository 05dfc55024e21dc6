/** Which harnesses are on this machine, as far as its files tell. No program is started. */
import { contractIds } from "../contract/contract.ts";
import type { Profile } from "../policy/action.ts";
import type { Place } from "./change.ts";
import { findEntries } from "./edit.ts";
import { programsOnPath, versionOf } from "./found_program.ts";
import { type Harness, loadHarness, type Scope, SCOPES } from "./registration.ts";
import { targetsOf } from "./install.ts";
import { Refusal } from "./refusal.ts";
import { placePath } from "./surface.ts";
import { decodeSettings, readSettings } from "./write.ts";

/** What was found of one harness. */
export interface Presence {
  readonly harness: Harness;
  /** Its program, and the version that files tell. */
  readonly program: string | undefined;
  readonly version: string | undefined;
  /** Its folders that are there. */
  readonly folders: readonly string[];
  /** The scopes in which a file holds entries of ours. */
  readonly registered: readonly Scope[];
  /** What is wrong with a file in which entries would stand, one sentence each. */
  readonly unreadable: readonly string[];
}

/** Every harness that we can register with, in the order of its id. */
export function allHarnesses(assets: string, profile: Profile): Harness[] {
  return contractIds(assets).flatMap((id) => {
    try {
      return [loadHarness(assets, id, profile)];
    } catch {
      // It has a contract, and no registration.
      return [];
    }
  });
}

/** What is there of `harness`. */
export function presenceOf(harness: Harness, project: string, place: Place): Presence {
  const { signs } = harness.registration;
  const program = signs.programs.flatMap((name) => programsOnPath(name, place))[0];
  return {
    harness,
    program,
    version: program === undefined ? undefined : versionOf(program, place),
    folders: signs.folders.flatMap((template) => {
      const path = safely(() => placePath(template, project, place));
      return path !== undefined && isFolder(path) ? [path.replace(/[\\/]+$/, "")] : [];
    }),
    registered: registeredScopes(harness, project, place),
    unreadable: unreadableFiles(harness, project, place),
  };
}

/** Whether anything of the harness is there. */
export function isPresent({ program, folders, registered }: Presence): boolean {
  return program !== undefined || folders.length > 0 || registered.length > 0;
}

/** The scopes whose file holds entries of ours. */
export function registeredScopes(harness: Harness, project: string, place: Place): Scope[] {
  const program = { command: "garfio", leading: [] };
  const seen = new Set<string>();
  return SCOPES.filter((scope) => {
    if (harness.registration.surfaces[scope] === undefined) return false;
    const targets = safely(() => targetsOf({ harness, scope, project, program, place })) ?? [];
    // In the home folder itself two scopes may be one file.
    return targets.filter(({ path }) => !seen.has(path) && seen.add(path)).some((target) =>
      safely(() => findEntries(decodeSettings(readSettings(target.path, place.os)), target).length > 0)
    );
  });
}

/** The files of `harness` that are there and cannot be read as they should be. */
function unreadableFiles(harness: Harness, project: string, place: Place): string[] {
  const program = { command: "garfio", leading: [] };
  const scopes = SCOPES.filter((scope) => harness.registration.surfaces[scope] !== undefined);
  const targets = scopes.flatMap((scope) =>
    safely(() => targetsOf({ harness, scope, project, program, place })) ?? []
  );
  const paths = new Set<string>();
  return targets.flatMap((target) => {
    if (paths.has(target.path)) return [];
    paths.add(target.path);
    try {
      findEntries(decodeSettings(readSettings(target.path, place.os)), target);
      return [];
    } catch (error) {
      return error instanceof Refusal ? [`${target.path}: ${error.message}`] : [];
    }
  });
}

function safely<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return safely(() => Deno.statSync(path).isDirectory) ?? false;
}
