/** From a word of a command line to what it hits. */
import { isAbsolute, isWindowsPath, normalize, resolve } from "../base/path.ts";
import type { ShellWord } from "../shell/reading.ts";
import type { Effect, EffectTarget, Place } from "./effect.ts";
import { expandGlob, isPattern } from "./glob.ts";
import type { Ground } from "./ground.ts";
import { placeOf, type PlaceOptions } from "./place.ts";
import { BUILD_FILES, BUILD_FOLDERS } from "./place_names.ts";

/** How words are taken. */
export interface TargetOptions {
  readonly ground: Ground;
  /** The working directory of the command. */
  readonly cwd: string | undefined;
  readonly remote: boolean;
  /** A path in a container as the machine's own; undefined where it is the container's. */
  readonly outside?: (path: string) => string | undefined;
  /** A link at the end is itself the target. */
  readonly keepLink?: boolean;
  readonly tracked?: boolean;
  /** Every match of a pattern, not the folder that it empties. */
  readonly each?: boolean;
}

/** One target, and how certain it is. */
export interface FoundTarget {
  readonly target: EffectTarget;
  readonly certainty: Effect["certainty"];
}

/** The targets of `word`; none where it can name nothing. */
export function targetsOfWord(word: ShellWord, options: TargetOptions): FoundTarget[] {
  if (word.value === undefined) return unknownTarget(word, options);
  // `-` is the standard input or output, and the system's own names for nothing have no folder.
  if (word.value === "" || word.value === "-" || /^(?:nul|con|\$null)$/i.test(word.value)) return [];
  if (!word.glob || !isPattern(word.value)) {
    return [found(targetOf(word.value, word.value, options))];
  }
  return patternTargets(word.value, options);
}

/** A path in a folder that is not known is not known. */
function found(target: EffectTarget): FoundTarget {
  return { target, certainty: target.place === "unknown" ? "unknown" : "definite" };
}

/** The target for the path `text` as it would be shown. */
export function targetOf(
  text: string,
  shown: string,
  options: TargetOptions,
  content = false,
): EffectTarget {
  const { ground, cwd, remote } = options;
  const windows = isWindowsPath(text) || ground.os === "windows";
  const os = windows ? "windows" : ground.os;
  const own: PlaceOptions = { remote, content, tracked: options.tracked ?? false };
  if (!isAbsolute(text, os)) {
    if (cwd === undefined) {
      return { text: shown, path: undefined, place: loosePlace(text), exists: undefined };
    }
  }
  const absolute = isAbsolute(text, os) ? normalize(text, os) : resolve(cwd ?? "/", text, os);
  if (options.outside !== undefined) {
    const mapped = options.outside(absolute);
    if (mapped === undefined) return { text: shown, path: undefined, place: "temporary", exists: undefined };
    return targetOf(mapped, shown, withoutMapping(options), content);
  }
  if (remote) {
    return { text: shown, path: undefined, place: placeOf(absolute, ground, own), exists: undefined };
  }
  const plain = placeOf(absolute, ground, own);
  // Nothing is behind `/dev/stdout` that could be hit, and following it leads to whatever this process writes to.
  if (plain === "nowhere" || plain === "device") {
    return { text: shown, path: absolute, place: plain, exists: true };
  }
  const keep = options.keepLink === true && !/[/\\]\.?$/.test(text);
  const path = ground.real(absolute, keep ? "self" : undefined);
  const place = path === absolute ? plain : placeOf(path, ground, own);
  return { text: shown, path, place, exists: ground.look(path).exists };
}

function withoutMapping({ outside: _, ...rest }: TargetOptions): TargetOptions {
  return rest;
}

/** A relative path in a folder that is not known: only its names can tell something. */
function loosePlace(text: string): Place {
  const names = text.toLowerCase().split(/[/\\]+/).filter((name) => name !== "" && name !== ".");
  if (names.length === 0 || names.includes("..")) return "unknown";
  if (names.includes(".git")) return "git";
  const known = names.some((name) => BUILD_FOLDERS.has(name)) || BUILD_FILES.test(names.at(-1)!);
  return known ? "build" : "unknown";
}

function patternTargets(text: string, options: TargetOptions): FoundTarget[] {
  const { ground, cwd } = options;
  const os = isWindowsPath(text) ? "windows" : ground.os;
  const absolute = isAbsolute(text, os) ? text : cwd === undefined ? undefined : `${cwd}/${text}`;
  if (absolute === undefined) {
    const names = text.split(/[/\\]/);
    const fixed = names.slice(0, names.findIndex((name) => isPattern(name))).join("/");
    const place = fixed === "" ? loosePlace(text) : loosePlace(fixed);
    return [found({ text, path: undefined, place, exists: undefined })];
  }
  const matches = expandGlob(normalize(absolute, os), ground);
  if (matches.all !== undefined && options.each !== true || options.remote || options.outside !== undefined) {
    // All of a folder is the folder, and elsewhere nothing can be expanded.
    return [{ target: targetOf(matches.folder, text, options, true), certainty: "definite" }];
  }
  const paths = matches.paths.map((path): FoundTarget => ({
    target: targetOf(path, path, options),
    certainty: "definite",
  }));
  if (paths.length > 0 && !matches.cut) return paths;
  // What matches nothing is taken by its own letters; what matches too much, by its folder as well.
  const rest = targetOf(normalize(absolute, os), text, options);
  return [...paths, { target: rest, certainty: "definite" }];
}

/** A word of which only a part is known. */
function unknownTarget(word: ShellWord, options: TargetOptions): FoundTarget[] {
  const { prefix, suffix = "" } = word;
  const shown = word.raw === "" ? "?" : word.raw;
  const empty = word.maybeEmpty === true && word.ifEmpty !== undefined && word.ifEmpty !== ""
    ? targetOf(withoutPattern(word.ifEmpty), shown, options, /[/\\]$/.test(withoutPattern(word.ifEmpty)))
      .place
    : undefined;
  const likely = prefix === "" ? loose(suffix, word.raw) : partly(word, shown, options);
  const target = empty === undefined ? likely : { ...likely, ifEmpty: empty };
  // `"${X:?}/part"` is written with care: where X is missing, nothing runs.
  const careful = word.nonEmpty === true && prefix === "" && /[^/\\*?.]/.test(suffix);
  return [{ target: { ...target, exists: undefined }, certainty: careful ? "conditional" : "unknown" }];
}

/** Variables that hold a temporary folder by custom, with something in it or nothing behind them. */
const TEMPORARY =
  /^["']?\$(?:\{|env:|Env:|\{env:)?(?:\w*_)?(?:TE?MP(?:_?DIR|_?PATH|_?FOLDER|_?FILE)?|WORK_?TMP|RUNNER_TEMP)(?![a-zA-Z])[^/\\]*(?:[/\\][^*?./\\]|["']?$)/i;

/** Variables that hold a home, where nobody knows which. */
const HOME_VARIABLE = /^["']?(?:\$\{?(?:env:)?(?:HOME|USERPROFILE|HOMEPATH)\b|%(?:USERPROFILE|HOMEPATH)%)/i;

/** A path of which only the end is known is judged by that end, and by what its variable is called. */
function loose(suffix: string, raw: string): EffectTarget {
  const shown = raw === "" ? "?" : raw;
  if (HOME_VARIABLE.test(raw)) return { text: shown, path: undefined, place: "home", exists: undefined };
  if (TEMPORARY.test(raw) && !suffix.includes("..")) {
    return { text: shown, path: undefined, place: "temporary", exists: undefined };
  }
  const named = /^[/\\]/.test(suffix) || suffix.startsWith(".") ? loosePlace(`x${suffix}`) : "unknown";
  return { text: shown, path: undefined, place: named === "git" ? "unknown" : named, exists: undefined };
}

/** The target that stands for all those that a partly known word can be. */
function partly(word: ShellWord, shown: string, options: TargetOptions): EffectTarget {
  const { prefix, suffix = "" } = word;
  const end = withoutPattern(suffix);
  const listed = (word.from?.length ?? 0) > 0 || word.raw.includes("{}");
  const folder = /[/\\]$/.test(prefix);
  // What `find` or `ls` prints below a folder is that folder or in it; a known end tells more.
  if (/[/\\]\.git(?:[/\\]|$)/.test(end)) {
    return { text: shown, path: undefined, place: "git", exists: undefined };
  }
  if (listed && (folder || word.nonEmpty === true)) {
    if (end === "" || end === "/") return targetOf(prefix, shown, options, true);
    return targetOf(`${prefix}${folder ? "" : "/"}x${end}`, shown, options);
  }
  if (folder) return targetOf(`${prefix}x${end}`, shown, options);
  return targetOf(word.maybeEmpty === true ? prefix : `${prefix}x`, shown, options);
}

/** `text` up to a last part that is a pattern. */
function withoutPattern(text: string): string {
  return text.replace(/(^|[/\\])[^/\\]*[*?[][^/\\]*$/, "$1");
}
