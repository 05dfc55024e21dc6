import { dirName, resolve } from "../base/path.ts";
import { type Changed, changeFile, type ChangeJob, type Place } from "./change.ts";
import { installEntries, removeEntries } from "./edit.ts";
import { plannedEntries, type PlannedEntry } from "./entry.ts";
import { excludeFromGit } from "./git_exclude.ts";
import { checkPath, type Program } from "./program.ts";
import { Refusal } from "./refusal.ts";
import type { Harness, Scope, Surface } from "./registration.ts";
import type { ResidentAddress } from "./transport.ts";
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
  /** Entries call this one, where harness and file allow it. */
  readonly resident?: ResidentAddress | undefined;
}

/** A task with what follows from it. */
export interface Target extends Task {
  readonly surface: Surface;
  /** The file. */
  readonly path: string;
  readonly planned: readonly PlannedEntry[];
}

/**
 * Finds the file and the entries of `task`: one, or one for each event where the harness wants that.
 *
 * @throws Refusal where the harness or the environment has no such file
 */
export function targetsOf(task: Task): Target[] {
  const { harness, scope, project, place } = task;
  const surface = surfaceOf(harness.registration, scope);
  const ending = surface.ending?.[place.os] ?? "";
  const path = surfacePath(surface, project, place) + ending;
  if (!path.includes(EVENT)) return [targetAt(task, surface, path)];
  return harness.registration.events.map((row) => {
    const only = { ...harness, registration: { ...harness.registration, events: [row] } };
    return targetAt({ ...task, harness: only }, surface, path.replace(EVENT, row.event));
  });
}

const EVENT = "{event}";

function targetAt(task: Task, surface: Surface, path: string): Target {
  return {
    ...task,
    surface,
    path,
    planned: plannedEntries(task.harness, surface, task.program, task.place.os, task.resident),
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
    jobFor(target, target.path, dryRun, (file) => wanted(file, target)),
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

/** The text that the file is to have; undefined for none: a profile may have no entry there. */
function wanted(file: SettingsFile, target: Target): string | undefined {
  const text = decodeSettings(file);
  if (target.planned.length > 0) return installEntries(text, target);
  return file.bytes === undefined ? undefined : removeEntries(text, target);
}

function jobFor(
  { harness, scope, surface }: Target,
  path: string,
  dryRun: boolean,
  text: (file: SettingsFile) => string | undefined,
): ChangeJob {
  return {
    harness: harness.id,
    path,
    shared: scope !== "user",
    executable: surface.executable === true,
    dryRun,
    plan: (file) => {
      const now = text(file);
      return Promise.resolve({ bytes: now === undefined ? undefined : new TextEncoder().encode(now) });
    },
  };
}

/** The files beside that of `target` that the harness wants, with their text. */
export function companionFiles({ surface, path, place, planned }: Target): { path: string; text: string }[] {
  if (planned.length === 0) return [];
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
