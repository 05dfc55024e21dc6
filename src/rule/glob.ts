/** Globs, matched without a regular expression, in time that grows with the product of the lengths and no faster. */
import { expandBraces } from "../base/braces.ts";

/** Whether `glob` can be used; else what to write instead. */
export function globFault(glob: string): string | undefined {
  if (glob === "") return 'an empty glob matches nothing; leave it out, or write "*"';
  if (glob.length > 300) return "a glob has at most 300 characters";
  if (expandBraces(glob) === undefined) {
    return "braces stand as {one,two}, not inside one another, for at most 64 texts";
  }
  return /\[[^\]]*$/.test(glob) ? "a [ has no ]" : undefined;
}

/** Whether the whole of `text` fits `glob`; `*` stands for any text. */
export function matchesText(glob: string, text: string): boolean {
  return (expandBraces(glob) ?? []).some((one) => matchesOne(one, text));
}

/**
 * Whether `path`, with `/` between its names, fits `glob`; `*` stays within a name and `**` does not. A glob without
 * a slash is tried on the last name, one that ends in a slash on everything below that folder.
 */
export function matchesPath(glob: string, path: string): boolean {
  const names = path.split("/").filter((name, at) => name !== "" || at === 0);
  return (expandBraces(glob) ?? []).some((one) => {
    const whole = one.endsWith("/") ? `${one}**` : one;
    if (!whole.includes("/")) return matchesOne(whole, names.at(-1) ?? "");
    return matchesNames(whole.replace(/^\.\//, "").split("/"), names);
  });
}

/** The wildcard algorithm with one step back: the last `*` takes one more. */
function matchesNames(globs: readonly string[], names: readonly string[]): boolean {
  let glob = 0;
  let name = 0;
  let star = -1;
  let mark = 0;
  while (name < names.length) {
    if (globs[glob] === "**") {
      star = glob++;
      mark = name;
    } else if (glob < globs.length && matchesOne(globs[glob]!, names[name]!)) {
      glob++;
      name++;
    } else if (star >= 0) {
      glob = star + 1;
      name = ++mark;
    } else return false;
  }
  while (globs[glob] === "**") glob++;
  return glob === globs.length;
}

function matchesOne(glob: string, text: string): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let mark = 0;
  while (index < text.length) {
    const unit = glob[at];
    const step = unit === undefined || unit === "*" ? 0 : stepOver(glob, at, text[index]!);
    if (unit === "*") {
      while (glob[at] === "*") at++;
      star = at;
      mark = index;
    } else if (step > 0) {
      at += step;
      index++;
    } else if (star >= 0) {
      at = star;
      index = ++mark;
    } else return false;
  }
  while (glob[at] === "*") at++;
  return at === glob.length;
}

/** How many characters of `glob` at `at` stand for `unit`; 0: they do not. */
function stepOver(glob: string, at: number, unit: string): number {
  if (glob[at] === "?") return 1;
  if (glob[at] === "\\" && at + 1 < glob.length) return glob[at + 1] === unit ? 2 : 0;
  const close = glob[at] === "[" ? glob.indexOf("]", at + 2) : -1;
  if (close < 0) return glob[at] === unit ? 1 : 0;
  const inner = glob.slice(at + 1, close);
  const not = inner.startsWith("!") || inner.startsWith("^");
  return isInClass(not ? inner.slice(1) : inner, unit) !== not ? close - at + 1 : 0;
}

function isInClass(inner: string, unit: string): boolean {
  for (let at = 0; at < inner.length; at++) {
    if (inner[at + 1] === "-" && inner[at + 2] !== undefined) {
      if (inner[at]! <= unit && unit <= inner[at + 2]!) return true;
      at += 2;
    } else if (inner[at] === unit) return true;
  }
  return false;
}
