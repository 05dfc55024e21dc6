/**
 * Paths as text, by the rules of a given operating system. The file system is never asked, except by
 * {@link resolveLinks}. `@std/path` decides by the system it runs on and costs start-up time; these few
 * functions take the system as a value.
 */
import { ignoresCase, type Os } from "./platform.ts";

/** Whether `path` starts with a drive letter. No pattern: compiling one costs more than the whole look. */
function hasDrive(path: string): boolean {
  if (path[1] !== ":") return false;
  const letter = path.charCodeAt(0) | 0x20;
  return letter >= 0x61 && letter <= 0x7a;
}

/** Whether an absolute path may hold a doubled separator, a `.` or `..`, or a separator at its end. */
function isUntidy(path: string): boolean {
  return path.includes("//") || path.includes("/./") || path.includes("/../") || path.endsWith("/") ||
    path.endsWith("/.") || path.endsWith("/..");
}

/** Whether `path` starts at a root: `/…`, and on Windows also `C:\…`, `C:/…` and `\\server\…`. */
export function isAbsolute(path: string, os: Os): boolean {
  if (path.startsWith("/")) return true;
  if (os !== "windows") return false;
  return path.startsWith("\\") || (hasDrive(path) && (path[2] === "\\" || path[2] === "/"));
}

/** Whether `path` starts with a drive, which no absolute path of another system does. */
export function isWindowsPath(path: string): boolean {
  return hasDrive(path) && (path[2] === "\\" || path[2] === "/");
}

/** The separator that `os` prints. */
export function separator(os: Os): string {
  return os === "windows" ? "\\" : "/";
}

/** `path` with `/` as the only separator; unchanged where `\` is an ordinary character. */
export function withSlashes(path: string, os: Os): string {
  return os === "windows" ? path.replaceAll("\\", "/") : path;
}

function split(path: string, os: Os): { root: string; names: string[] } {
  const text = withSlashes(path, os);
  let root = "";
  let rest = text;
  if (os === "windows") {
    if (hasDrive(text)) {
      root = text.slice(0, 2) + (text[2] === "/" ? "/" : "");
      rest = text.slice(root.length);
    } else if (text.startsWith("//")) {
      const end = text.indexOf("/", 2);
      const share = end < 0 ? -1 : text.indexOf("/", end + 1);
      root = share < 0 ? text : text.slice(0, share + 1);
      rest = text.slice(root.length);
    } else if (text.startsWith("/")) {
      root = "/";
      rest = text.slice(1);
    }
  } else if (text.startsWith("/")) {
    root = "/";
    rest = text.slice(1);
  }
  return { root, names: rest.split("/").filter((name) => name !== "" && name !== ".") };
}

/** `path` without `.`, `..` and doubled separators; printed with the separator of `os`. */
export function normalize(path: string, os: Os): string {
  // Most paths are in order as they come, and a hook looks at many.
  if (os !== "windows" && path.startsWith("/") && (path === "/" || !isUntidy(path))) return path;
  const { root, names } = split(path, os);
  const kept: string[] = [];
  for (const name of names) {
    if (name !== "..") kept.push(name);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (root === "") kept.push("..");
  }
  const text = root + kept.join("/");
  const printed = os === "windows" ? text.replaceAll("/", "\\") : text;
  return printed === "" ? "." : printed;
}

/** `path` as an absolute path: as it is, or below `base`. */
export function resolve(base: string, path: string, os: Os): string {
  return normalize(isAbsolute(path, os) ? path : join(base, path, os), os);
}

/** `parts` below one another. */
export function join(first: string, second: string, os: Os): string {
  return normalize(first === "" ? second : `${first}/${second}`, os);
}

/** The last name of `path`. On every system `\` also separates, since tools send Windows paths everywhere. */
export function baseName(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/" || path[end - 1] === "\\") end--;
  const text = path.slice(0, end);
  return text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
}

/** The folder that holds `path`; the root is its own folder. */
export function dirName(path: string, os: Os): string {
  const { root, names } = split(path, os);
  names.pop();
  return normalize(root + names.join("/"), os);
}

/** The extension of the last name in lower case, without the dot; empty for none and for `.name`. */
export function extension(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** The names of `path` from the root on, folded where `os` ignores case. For comparisons. */
export function segments(path: string, os: Os): string[] {
  const { root, names } = split(normalize(path, os), os);
  const all = root === "" || root === "/" ? names : [root.replaceAll("/", ""), ...names];
  return ignoresCase(os) ? all.map((name) => name.toLowerCase()) : all;
}

/** Whether `path` is `folder` or lies below it, compared name by name (`/a/b` does not hold `/a/bc`). */
export function isInside(path: string, folder: string, os: Os): boolean {
  const inner = segments(path, os);
  const outer = segments(folder, os);
  return outer.length <= inner.length && outer.every((name, index) => name === inner[index]);
}

/** `path` relative to `folder`, or undefined where it is not inside. */
export function relativeTo(path: string, folder: string, os: Os): string | undefined {
  if (!isInside(path, folder, os)) return undefined;
  const names = split(normalize(path, os), os).names;
  return names.slice(split(normalize(folder, os), os).names.length).join(separator(os));
}

/**
 * `path` with every symbolic link of its nearest existing ancestor followed; the part that does not exist
 * yet stays as it is. A path that cannot be looked at comes back normalised.
 */
export function resolveLinks(path: string, os: Os): string {
  const missing: string[] = [];
  let current = normalize(path, os);
  for (;;) {
    try {
      const real = Deno.realPathSync(current);
      return missing.reduceRight((folder, name) => join(folder, name, os), real);
    } catch {
      const parent = dirName(current, os);
      if (parent === current) return normalize(path, os);
      missing.push(baseName(current));
      current = parent;
    }
  }
}
