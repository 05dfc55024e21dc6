/** Patterns of file names, expanded as a shell would, against the file system and within a bound. */
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import type { Ground } from "./ground.ts";

/** At most so many names are taken from one pattern, and so many entries looked at. */
const MOST = 1_000;

/** What a pattern stands for. */
export interface Expansion {
  /** The paths that match now. */
  readonly paths: readonly string[];
  /** The folder of which the pattern takes everything, such as `/x` for `/x/*`. */
  readonly all: string | undefined;
  /** The deepest folder that is certain. */
  readonly folder: string;
  readonly cut: boolean;
}

const WILD = /[*?[\]]/;
/** Last names that take all that is in a folder. */
const EVERYTHING =
  /^(?:\*+|\.\*|\*\.\*|\.\[!\.\]\*|\.\[\^\.\]\*|\{\*,\.\*\}|\.\?\*|\?\*|\.\{\*,.*\}|\*\{,.*\})$/;

/** Whether `text` is a pattern at all. */
export function isPattern(text: string): boolean {
  return WILD.test(text);
}

/** Expands the absolute pattern `path`. */
export function expandGlob(path: string, ground: Ground): Expansion {
  const { os } = ground;
  const parts = (os === "windows" ? path.replaceAll("\\", "/") : path).split("/").filter((part) =>
    part !== ""
  );
  const first = parts.findIndex((part) => WILD.test(part));
  const lead = parts.slice(0, first);
  const start = lead.length > 0 && lead[0]!.endsWith(":") ? lead.join("/") : `/${lead.join("/")}`;
  const folder = lead.length === 1 && lead[0]!.endsWith(":") ? `${start}/` : start;
  const rest = parts.slice(first);
  const all = rest.every((part) => EVERYTHING.test(part)) ? folder : undefined;
  const budget = { left: MOST * 4 };
  let found = [folder];
  for (const [index, part] of rest.entries()) {
    found = found.flatMap((base) => step(base, part, index < rest.length - 1, ground, budget)).slice(
      0,
      MOST + 1,
    );
  }
  return { paths: found.slice(0, MOST), all, folder, cut: found.length > MOST || budget.left <= 0 };
}

function step(
  base: string,
  part: string,
  more: boolean,
  ground: Ground,
  budget: { left: number },
): string[] {
  const { os } = ground;
  if (!WILD.test(part)) {
    const path = join(base, part, os);
    return ground.look(path).exists === true ? [path] : [];
  }
  const pattern = namePattern(part, os);
  if (pattern === undefined) return [];
  const found: string[] = [];
  try {
    for (const entry of Deno.readDirSync(base)) {
      if (--budget.left <= 0) break;
      if (more && !entry.isDirectory && !entry.isSymlink) continue;
      if (entry.name.startsWith(".") && !part.startsWith(".")) continue;
      if (pattern(entry.name)) found.push(join(base, entry.name, os));
    }
  } catch {
    // A folder that cannot be read gives no names.
  }
  return found.sort();
}

/**
 * A test for one name; undefined for a pattern that is too long. Written out rather than made into a regular
 * expression, whose time a pattern of many stars would use up.
 */
export function namePattern(pattern: string, os: Os): ((name: string) => boolean) | undefined {
  if (pattern.length > 256) return undefined;
  const fold = os === "linux" ? (text: string) => text : (text: string) => text.toLowerCase();
  const tokens = tokensOf(fold(pattern));
  return (name) => matches(tokens, fold(name));
}

type Token = "*" | ((letter: string) => boolean);

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at]!;
    if (letter === "*") {
      if (tokens.at(-1) !== "*") tokens.push("*");
    } else if (letter === "?") tokens.push(() => true);
    else if (letter === "[") {
      const end = pattern.indexOf("]", at + 2);
      if (end < 0) tokens.push((given) => given === "[");
      else {
        tokens.push(letterSet(pattern.slice(at + 1, end)));
        at = end;
      }
    } else tokens.push((given) => given === letter);
  }
  return tokens;
}

function letterSet(body: string): (letter: string) => boolean {
  const negated = body.startsWith("!") || body.startsWith("^");
  const text = negated ? body.slice(1) : body;
  return (letter) => {
    let inside = false;
    for (let at = 0; at < text.length; at++) {
      if (text[at + 1] === "-" && text[at + 2] !== undefined) {
        if (letter >= text[at]! && letter <= text[at + 2]!) inside = true;
        at += 2;
      } else if (text[at] === letter) inside = true;
    }
    return inside !== negated;
  };
}

/** Goes back to the last star only, so that the time is at most the product of the lengths. */
function matches(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let mark = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current === "*") {
      star = token++;
      mark = at;
    } else if (current !== undefined && current(name[at]!)) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++mark;
    } else return false;
  }
  while (tokens[token] === "*") token++;
  return token === tokens.length;
}
