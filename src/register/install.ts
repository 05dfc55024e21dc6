import { dirName, resolve } from "../base/path.ts";
import { type Changed, changeFile, type ChangeJob, type Place } from "./change.ts";
import { installEntries } from "./edit.ts";
import { plannedEntries, type PlannedEntry } from "./entry.ts";
import { excludeFromGit } from "./git_exclude.ts";
import { checkPath, type Program } from "./program.ts";
import { Refusal } from "./refusal.ts";
import type { Harness, Scope, Surface } from "./registration.ts";
import { placePath, surfaceOf, surfacePath } from "./surface.ts";
import { decodeSettings, type SettingsFile } from "./write.ts";

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
    planned: plannedEntries(harness, surface, task.program, place.os),
  };
}

/** What an install did, or would. */
export interface Installed extends Changed {
  /** The path was put on the repository's private list of ignored files. */
  readonly excluded: boolean;
}

/**
 * Puts exactly one set of our entries into the file of `target`, and the files beside it that the harness wants.
 *
 * @throws Refusal with nothing changed
 */
export async function install(target: Target, dryRun: boolean): Promise<Installed> {
  const { harness, scope, project, place, surface } = target;
  if (scope !== "user") {
    checkPath(project, "The path of the project", harness.registration.reserved, place.os);
  }
  checkReader(target);
  const changed = await changeFile(
    jobFor(target, target.path, dryRun, (file) => installEntries(decodeSettings(file), target)),
    place,
  );
  const others: Changed[] = [];
  for (const { path, text } of companionFiles(target)) {
    others.push(await changeFile(jobFor(target, path, dryRun, () => text), place));
  }
  const excluded = surface.exclude === true && excludeFromGit(target.path, place.os, dryRun);
  return {
    changed: changed.changed || excluded || others.some((one) => one.changed),
    difference: [changed, ...others].map(({ difference }) => difference).join(""),
    backup: changed.backup,
    excluded,
  };
}

function jobFor(
  { harness, scope }: Target,
  path: string,
  dryRun: boolean,
  text: (file: SettingsFile) => string,
): ChangeJob {
  return {
    harness: harness.id,
    path,
    shared: scope !== "user",
    dryRun,
    plan: (file) => Promise.resolve({ bytes: new TextEncoder().encode(text(file)) }),
  };
}

/** The files beside that of `target` that the harness wants, with their text. */
export function companionFiles({ surface, path, place }: Target): { path: string; text: string }[] {
  return Object.entries(surface.companions ?? {}).map(([name, content]) => ({
    path: resolve(dirName(path, place.os), name, place.os),
    text: `${JSON.stringify(content, null, 2)}\n`,
  }));
}

/** Refuses to write for a program that is not there, where the table says that it is an old one. */
function checkReader({ surface, harness, project, place }: Target): void {
  if (surface.onlyWhere === undefined) return;
  const folder = placePath(surface.onlyWhere, project, place);
  if (folder !== undefined && isFolder(folder)) return;
  throw new Refusal(
    "harness.absent",
    `There is no folder ${
      folder ?? surface.onlyWhere
    }, so no ${harness.title} of this machine reads such a file.`,
  );
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
