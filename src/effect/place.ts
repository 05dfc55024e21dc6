/** Where a path lies. The file system is looked at for links; everything else is decided by names. */
import type { Os } from "../base/platform.ts";
import { isWindowsPath, normalize, segments } from "../base/path.ts";
import type { Place } from "./effect.ts";
import type { Ground } from "./ground.ts";
import {
  BUILD_FILES,
  BUILD_FOLDERS,
  DISK,
  HOME_CACHES,
  NO_PLACE,
  PERSONAL_FOLDERS,
  SYSTEM_FOLDERS,
  WINDOWS_FOLDERS,
} from "./place_names.ts";

/** How `placeOf` looks at a path. */
export interface PlaceOptions {
  /** On another machine or in a container: nothing here is asked, and no project is there. */
  readonly remote?: boolean;
  /** Whether git's index is asked; it is read once, and reads do not need it. */
  readonly tracked?: boolean;
  /** All that is in the folder, not the folder. */
  readonly content?: boolean;
}

/** The place of the absolute path `path`, whose links were followed already. */
export function placeOf(path: string, ground: Ground, options: PlaceOptions = {}): Place {
  if (mayBeDevice(path)) {
    if (NO_PLACE.test(path)) return "nowhere";
    if (DISK.test(path)) return "device";
  }
  const names = namesOf(path, ground.os);
  if (names.length === 0 || isMount(names)) return "root";
  if (options.remote !== true) {
    const own = inProject(path, names, ground, options);
    if (own !== undefined) return own;
  }
  return elsewhere(names, path, ground, options);
}

/** Most paths are none, and the patterns are long. */
function mayBeDevice(path: string): boolean {
  return path.startsWith("/dev/") || path.startsWith("/proc/") || path.startsWith("/sys/") ||
    path.startsWith("\\\\") || path.length < 6;
}

/**
 * The names of a path, so that one folder has one spelling: a drive comes first on Windows, and a drive that is seen
 * from WSL, Git Bash or Cygwin (`/mnt/c`, `/c`, `/cygdrive/c`) is that drive.
 */
function namesOf(path: string, os: Os): string[] {
  const names = segments(path, isWindowsPath(path) ? "windows" : os);
  const first = names[0]?.toLowerCase();
  if ((first === "mnt" || first === "cygdrive") && /^[a-zA-Z]$/.test(names[1] ?? "")) {
    return [`${names[1]}:`, ...names.slice(2)].map((name) => name.toLowerCase());
  }
  if (os === "windows" && /^[a-z]$/.test(first ?? "") && path.startsWith("/")) {
    return [`${first}:`, ...names.slice(1)];
  }
  return names;
}

const isDrive = (name: string | undefined): boolean =>
  name !== undefined && name.length === 2 && name[1] === ":";

/** A whole drive or mounted volume. */
function isMount(names: readonly string[]): boolean {
  if (isDrive(names[0])) return names.length === 1;
  return names.length === 2 && /^(?:volumes|media|mnt)$/i.test(names[0]!);
}

/** Whether `inner` is `outer` or lies below it. */
function startsWith(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.length <= inner.length && outer.every((name, index) => name === inner[index]);
}

/** The place of a path in the project or above it; undefined where it is neither. */
function inProject(
  path: string,
  names: readonly string[],
  ground: Ground,
  options: PlaceOptions,
): Place | undefined {
  const root = namesOf(ground.real(ground.root), ground.os);
  // Someone who starts in the home folder or at the root has no project there.
  if (root.length === 0 || isMount(root) || !isProject(root, ground)) return undefined;
  if (startsWith(names, root)) return placeInProject(path, names.slice(root.length), ground, options);
  if (!startsWith(root, names)) return undefined;
  const above = elsewhere(names, path, ground, {});
  return above === "home" || above === "system" ? above : "project";
}

function isProject(root: readonly string[], ground: Ground): boolean {
  const depth = homeDepth(root, ground);
  if (depth !== undefined) return depth > 0;
  const system = isDrive(root[0])
    ? WINDOWS_FOLDERS.has(root[1] ?? "")
    : SYSTEM_FOLDERS.has(root[0]!.toLowerCase());
  return !(system && root.length === (isDrive(root[0]) ? 2 : 1));
}

function placeInProject(
  path: string,
  inner: readonly string[],
  ground: Ground,
  options: PlaceOptions,
): Place {
  if (inner.length === 0) return "project";
  const lower = inner.map((name) => name.toLowerCase());
  const git = lower.indexOf(".git");
  const built = lower.findIndex((name) => BUILD_FOLDERS.has(name));
  if (git >= 0 && (built < 0 || git < built)) {
    // A lock that a killed git left behind is in the way, and nothing is lost with it.
    if (lower.at(-1)!.endsWith(".lock")) return "temporary";
    // What was cloned on the same line has nothing that anybody could miss.
    return git > 0 && ground.look(path).exists === false ? "inside" : "git";
  }
  if (options.tracked === true) {
    const relative = relativeName(path, inner.length, ground.os);
    if (ground.index()?.holds(relative) === true) return "tracked";
  }
  if (built >= 0 || BUILD_FILES.test(inner.at(-1)!)) return "build";
  return "inside";
}

/** The last `count` names of `path` as git writes them. */
function relativeName(path: string, count: number, os: Os): string {
  const text = os === "windows" ? path.replaceAll("\\", "/") : path;
  return text.split("/").filter((name) => name !== "").slice(-count).join("/");
}

/** The place of a path by its names alone. */
function elsewhere(names: readonly string[], path: string, ground: Ground, options: PlaceOptions): Place {
  const depth = homeDepth(names, ground);
  // A home may lie in a temporary folder, as in tests, and such a folder in a home: the nearer one counts.
  const temporary = temporaryDepth(names, ground, options);
  if (temporary !== undefined && (depth === undefined || temporary <= depth)) return "temporary";
  if (depth !== undefined) {
    return placeInHome(depth <= 0 ? [] : names.slice(-depth), depth, path, ground, options);
  }
  if (isDrive(names[0])) return WINDOWS_FOLDERS.has(names[1] ?? "") ? "system" : "outside";
  const first = names[0]!.toLowerCase();
  if (first === "srv" || first === "mnt" || first === "media" || first === "volumes") {
    return names.length === 1 ? "system" : "outside";
  }
  if (first === "var" && names[1] === "cache" && names.length > 2) return "build";
  // What somebody has installed or serves there is no part of the system.
  const own = OWN_FOLDERS.some((folder) => names.length > folder.length && startsWith(names, folder));
  return SYSTEM_FOLDERS.has(first) && !own ? "system" : "outside";
}

const OWN_FOLDERS = [
  ["usr", "local"],
  ["opt"],
  ["var", "www"],
  // Beside the project, where that is in a temporary folder.
  ["tmp"],
  ["var", "tmp"],
  ["private", "tmp"],
  ["private", "var", "folders"],
  ["var", "folders"],
];

/** How far below a folder for temporary files a path is; such a folder itself counts only with all its content. */
function temporaryDepth(names: readonly string[], ground: Ground, options: PlaceOptions): number | undefined {
  let nearest: number | undefined;
  for (const folder of temporaryFolders(ground)) {
    if (!startsWith(names, folder)) continue;
    const depth = names.length - folder.length;
    if (depth === 0 && options.content !== true || isBesideProject(names, folder, ground)) continue;
    nearest = nearest === undefined ? depth : Math.min(nearest, depth);
  }
  return nearest;
}

/** In the same folder of a temporary one as the project: what somebody has put beside it is no debris. */
function isBesideProject(names: readonly string[], folder: readonly string[], ground: Ground): boolean {
  const own = namesOf(ground.real(ground.root), ground.os);
  return own.length > folder.length + 1 && startsWith(own, folder) &&
    names[folder.length] === own[folder.length];
}

const temporaries = new WeakMap<Ground, readonly (readonly string[])[]>();

function temporaryFolders(ground: Ground): readonly (readonly string[])[] {
  const known = temporaries.get(ground);
  if (known !== undefined) return known;
  const given = ["TMPDIR", "TEMP", "TMP", "RUNNER_TEMP"].map((name) => ground.env(name))
    .filter((value) => value !== undefined)
    .map((value) => namesOf(normalize(value, ground.os), ground.os))
    .filter((names) => names.length > 1);
  const usual = [
    "/tmp",
    "/var/tmp",
    "/private/tmp",
    "/private/var/tmp",
    "/private/var/folders",
    "/var/folders",
    "/dev/shm",
  ].map((path) => path.split("/").slice(1));
  const drives = [["c:", "temp"], ["c:", "tmp"], ["c:", "windows", "temp"]];
  const found = [...given, ...usual, ...drives];
  temporaries.set(ground, found);
  return found;
}

/**
 * How far below a home a path is: 0 for the home itself, a negative number for what holds homes; undefined where it
 * has to do with no home.
 */
function homeDepth(names: readonly string[], ground: Ground): number | undefined {
  const offset = isDrive(names[0]) ? 1 : 0;
  const first = names[offset]?.toLowerCase();
  const homes = [ground.home, ground.env("USERPROFILE")];
  for (const home of homes) {
    if (home === undefined) continue;
    for (const path of new Set([home, ground.real(home)])) {
      const own = namesOf(path, ground.os);
      if (own.length > 0 && startsWith(names, own)) return names.length - own.length;
      if (own.length > 0 && startsWith(own, names) && names.length > offset) return -1;
    }
  }
  if (first === "root" && offset === 0) return names.length - 1;
  if (first === "home" && offset === 0 || first === "users") {
    // `/Users/Shared` and `C:\Users\Public` are as much somebody's as a home.
    return names.length - offset - 2;
  }
  return undefined;
}

function placeInHome(
  inner: readonly string[],
  depth: number,
  path: string,
  ground: Ground,
  options: PlaceOptions,
): Place {
  if (depth <= 0) return "home";
  const lower = inner.map((name) => name.toLowerCase());
  if (isUserTemporary(lower)) return "temporary";
  if (HOME_CACHES.some((cache) => startsWith(lower, cache))) return "build";
  const first = lower[0]!;
  if (PERSONAL_FOLDERS.has(first) || first.startsWith(".")) return "home";
  if (depth > 1) return "outside";
  if (options.remote === true) return "home";
  // A file right in the home is one file; a folder may be all of somebody's work.
  const { exists, folder } = ground.look(path);
  return exists === true && !folder ? "outside" : "home";
}

function isUserTemporary(lower: readonly string[]): boolean {
  return lower[0] === "appdata" && lower[1] === "local" && lower[2] === "temp" && lower.length > 3;
}
