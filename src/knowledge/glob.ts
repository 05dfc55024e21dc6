/** Globs of knowledge: from the root of the project, name by name, in time that no glob can blow up. */
import { expandBraces } from "../base/braces.ts";

const LONGEST = 300;

/** What is wrong with `glob` and what to write instead; undefined for nothing. */
export function globFault(glob: string): string | undefined {
  const text = glob.startsWith("!") ? glob.slice(1) : glob;
  if (text.trim() === "") return 'is empty; leave it out, or write "**" for everything';
  if (text.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (text.includes("\\")) return 'has a "\\"; names are separated by "/" on every system';
  if (/(?:^|\/)\.\.(?:\/|$)/.test(text)) return 'leaves the project with ".."; write it from the root';
  if (/^[A-Za-z]:/.test(text)) return "is an absolute path; write it from the root of the project";
  if (/[[\]]/.test(text)) return 'has "[" or "]", which mean nothing here; write {a,b}, * or ?';
  if (/\p{Cc}/u.test(text)) return "has a control character";
  return expandBraces(text) === undefined
    ? "has braces that are nested, do not close, or stand for more than 64 texts"
    : undefined;
}

/** `glob` as it is kept: without `./` or `/` in front and without `/` at its end. */
export function tidyGlob(glob: string): string {
  const not = glob.startsWith("!") ? "!" : "";
  return not + glob.slice(not.length).trim().replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
}

/** Whether `name` fits one name of a glob: `*` is any text, `?` one character. One step back is enough. */
function fitsName(glob: string, name: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let mark = 0;
  while (from < name.length) {
    if (glob[at] === "*") {
      star = at++;
      mark = from;
    } else if (at < glob.length && (glob[at] === "?" || glob[at] === name[from])) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++mark;
    } else return false;
  }
  while (glob[at] === "*") at++;
  return at === glob.length;
}

const isLiteral = (name: string): boolean => !name.includes("*") && !name.includes("?");

/** Whether the names of a path fit those of a glob, or one whose last name is literal covers a folder above them. */
function fits(globs: readonly string[], names: readonly string[]): boolean {
  // `a/b` names a file, or a folder with everything below it.
  const covers = isLiteral(globs.at(-1)!);
  let at = 0;
  let from = 0;
  let star = -1;
  let mark = 0;
  for (;;) {
    if (at === globs.length && (from === names.length || covers)) return true;
    if (globs[at] === "**") {
      star = at++;
      mark = from;
    } else if (from < names.length && at < globs.length && fitsName(globs[at]!, names[from]!)) {
      at++;
      from++;
    } else if (star >= 0 && mark < names.length) {
      at = star + 1;
      from = ++mark;
    } else return false;
  }
}

/** The number of names at the start of `globs` that are literal. */
function literalNames(globs: readonly string[]): number {
  const first = globs.findIndex((name) => !isLiteral(name));
  return first < 0 ? globs.length : first;
}

/** A set of globs made ready. */
interface Compiled {
  readonly in: readonly { readonly glob: string; readonly names: readonly string[]; readonly near: number }[];
  readonly out: readonly (readonly string[])[];
}

const compiled = new Map<string, Compiled>();

/** Thousands of items often share a few sets of globs, so what was made ready is kept for the event. */
function compile(globs: readonly string[], fold: boolean): Compiled {
  const key = `${fold} ${globs.join("\n")}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const names = (glob: string) =>
    (expandBraces(fold ? glob.toLowerCase() : glob) ?? []).map((one) => one.split("/"));
  const made = {
    in: globs.filter((glob) => !glob.startsWith("!")).flatMap((glob) =>
      names(glob).map((parts) => ({ glob, names: parts, near: literalNames(parts) }))
    ),
    out: globs.filter((glob) => glob.startsWith("!")).flatMap((glob) => names(glob.slice(1))),
  };
  if (compiled.size > 10_000) compiled.clear();
  compiled.set(key, made);
  return made;
}

/** Why a path is covered. */
export interface Covered {
  /** The glob that fits best. */
  readonly glob: string;
  /** How many names at its start are literal: the more, the nearer. */
  readonly near: number;
}

/**
 * How `globs` cover `path` (from the root, with `/`; empty for the root); undefined where they do not. `fold` ignores
 * case. Globs with `!` exclude; with nothing but those, everything else is covered.
 */
export function covering(globs: readonly string[], path: string, fold: boolean): Covered | undefined {
  const set = compile(globs, fold);
  const names = path === "" ? [] : (fold ? path.toLowerCase() : path).split("/");
  let best: Covered | undefined = set.in.length === 0 ? { glob: "", near: 0 } : undefined;
  for (const one of set.in) {
    if ((best === undefined || one.near > best.near) && fits(one.names, names)) best = one;
  }
  if (best === undefined || set.out.some((one) => fits(one, names))) return undefined;
  return { glob: best.glob, near: best.near };
}
