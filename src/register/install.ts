import { type Changed, changeFile, type Place } from "./change.ts";
import { installEntries } from "./edit_json.ts";
import { plannedEntries, type PlannedEntry } from "./entry.ts";
import { checkPath, type Program } from "./program.ts";
import type { Harness, Scope, Surface } from "./registration.ts";
import { surfaceOf, surfacePath } from "./surface.ts";
import { decodeSettings } from "./write.ts";

/** One surface of one harness, and the program to register there. */
export interface Task {
  readonly harness: Harness;
  readonly scope: Scope;
  /** The project's folder, absolute. */
  readonly project: string;
  readonly program: Program;
  readonly place: Place;
}

/** A task with what follows from it. */
export interface Target extends Task {
  readonly surface: Surface;
  /** The file. */
  readonly path: string;
  readonly planned: readonly PlannedEntry[];
}

/**
 * Finds the file and the entries of `task`.
 *
 * @throws Refusal where the harness or the environment has no such file
 */
export function targetOf(task: Task): Target {
  const { harness, scope, project, place } = task;
  const surface = surfaceOf(harness.registration, scope);
  return {
    ...task,
    surface,
    path: surfacePath(surface, project, place),
    planned: plannedEntries(harness, task.program),
  };
}

/**
 * Puts exactly one set of our entries into the file of `target`.
 *
 * @throws Refusal with nothing changed
 */
export async function install(target: Target, dryRun: boolean): Promise<Changed> {
  const { harness, scope, project, place } = target;
  if (scope !== "user") {
    checkPath(project, "The path of the project", harness.registration.reserved, place.os);
  }
  return await changeFile({
    harness: target.harness.id,
    path: target.path,
    shared: target.scope !== "user",
    dryRun,
    plan: (file) =>
      Promise.resolve({ bytes: new TextEncoder().encode(installEntries(decodeSettings(file), target)) }),
  }, target.place);
}
