/** Regular expressions of rules, read into a tree. What could take more than linear time is refused here. */

/** A pattern that is refused; the message says what to write instead. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** One character out of a set of ranges. */
export interface CharacterClass {
  readonly kind: "class";
  readonly not: boolean;
  readonly ranges: readonly (readonly [low: number, high: number])[];
}

export type Node =
  | CharacterClass
  | { readonly kind: "assert"; readonly at: "start" | "end" | "word" | "no-word" }
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly parts: readonly Node[] }
  /** `most` undefined: without bound. */
  | {
    readonly kind: "repeat";
    readonly part: Node;
    readonly least: number;
    readonly most: number | undefined;
  };

export const LONGEST_PATTERN = 500;
const MOST_REPEATS = 100;
const DEEPEST = 20;

const ranges = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([low, high]): readonly [number, number] => [low.charCodeAt(0), high.charCodeAt(0)]);
const DIGIT = ranges(["0", "9"]);
const WORD = ranges(["0", "9"], ["A", "Z"], ["a", "z"], ["_", "_"]);
const SPACE = [
  ...ranges(["\t", "\r"], [" ", " "], ["\u00a0", "\u00a0"], ["\u2000", "\u200a"], ["\u2028", "\u2029"]),
];
const LINE_ENDS = ranges(["\n", "\n"], ["\r", "\r"], ["\u2028", "\u2029"]);
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

/** Every character that is not in `set`, which is put in order first. */
function complement(set: CharacterClass["ranges"]): (readonly [number, number])[] {
  const result: (readonly [number, number])[] = [];
  let next = 0;
  for (const [low, high] of [...set].sort((a, b) => a[0] - b[0])) {
    if (low > next) result.push([next, low - 1]);
    next = Math.max(next, high + 1);
  }
  if (next <= 0xffff) result.push([next, 0xffff]);
  return result;
}

/**
 * Reads a pattern. `(?i)` at its start ignores case.
 *
 * @throws PatternError
 */
export function readPattern(source: string): { readonly tree: Node; readonly ignoreCase: boolean } {
  if (source.length > LONGEST_PATTERN) {
    throw new PatternError(
      `a pattern has at most ${LONGEST_PATTERN} characters; use several rules, or a glob`,
    );
  }
  const ignoreCase = source.startsWith("(?i)");
  const parser = new Parser(ignoreCase ? source.slice(4) : source);
  return { tree: parser.whole(), ignoreCase };
}

/** Whether `node` can repeat without bound. */
function isUnbounded(node: Node): boolean {
  if (node.kind === "repeat") return node.most === undefined || isUnbounded(node.part);
  return (node.kind === "sequence" || node.kind === "choice") && node.parts.some(isUnbounded);
}

class Parser {
  #at = 0;
  #depth = 0;

  constructor(readonly source: string) {}

  whole(): Node {
    const tree = this.#choice();
    if (this.#at < this.source.length) {
      throw new PatternError('a ")" has no "("; the character itself is "\\\\)"');
    }
    return tree;
  }

  get #unit(): string | undefined {
    return this.source[this.#at];
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#unit === "|") {
      this.#at++;
      parts.push(this.#sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#unit !== undefined && this.#unit !== "|" && this.#unit !== ")") parts.push(this.#repeated());
    return { kind: "sequence", parts };
  }

  #repeated(): Node {
    let node = this.#atom();
    for (;;) {
      const bounds = this.#bounds();
      if (bounds === undefined) return node;
      if (node.kind === "assert") throw new PatternError("an anchor such as ^ or \\b cannot be repeated");
      if (bounds.most !== 1 && isUnbounded(node) && !(bounds.least === 0 && bounds.most === 1)) {
        throw new PatternError(
          "a repetition inside a repetition, such as (a+)+, is not taken; write one of them, such as a+ or [a-z ]+",
        );
      }
      node = { kind: "repeat", part: node, ...bounds };
    }
  }

  #bounds(): { least: number; most: number | undefined } | undefined {
    const unit = this.#unit;
    let bounds: { least: number; most: number | undefined } | undefined;
    if (unit === "*") bounds = { least: 0, most: undefined };
    else if (unit === "+") bounds = { least: 1, most: undefined };
    else if (unit === "?") bounds = { least: 0, most: 1 };
    else if (unit === "{") {
      const match = /^\{(\d{1,6})(?:(,)(\d{1,6})?)?\}/.exec(this.source.slice(this.#at));
      if (match === null) return undefined;
      const least = Number(match[1]);
      const most = match[2] === undefined ? least : match[3] === undefined ? undefined : Number(match[3]);
      if (least > MOST_REPEATS || (most ?? 0) > MOST_REPEATS) {
        throw new PatternError(`${match[0]} repeats too often; at most ${MOST_REPEATS}, or + for any number`);
      }
      if (most !== undefined && most < least) {
        throw new PatternError(`${match[0]} has its numbers the wrong way round`);
      }
      this.#at += match[0].length - 1;
      bounds = { least, most };
    }
    if (bounds === undefined) return undefined;
    this.#at++;
    // Whether much or little is taken makes no difference to whether there is a match.
    if (this.#unit === "?") this.#at++;
    return bounds;
  }

  #atom(): Node {
    const unit = this.source[this.#at++]!;
    switch (unit) {
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case ".":
        return { kind: "class", not: true, ranges: LINE_ENDS };
      case "^":
        return { kind: "assert", at: "start" };
      case "$":
        return { kind: "assert", at: "end" };
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new PatternError(
          `"${unit}" has nothing in front to repeat; the character itself is "\\\\${unit}"`,
        );
      default:
        return one(unit);
    }
  }

  #group(): Node {
    if (++this.#depth > DEEPEST) throw new PatternError(`groups are nested more than ${DEEPEST} deep`);
    if (this.#unit === "?") {
      const match = /^\?(?::|<[A-Za-z]\w*>)/.exec(this.source.slice(this.#at));
      if (match === null) {
        throw new PatternError(
          'looking ahead or behind, as in (?=…) or (?<!…), is not taken; match the text itself, or use "except"',
        );
      }
      this.#at += match[0].length;
    }
    const node = this.#choice();
    if (this.#unit !== ")") throw new PatternError('a "(" has no ")"; the character itself is "\\\\("');
    this.#at++;
    this.#depth--;
    return node;
  }

  #escape(): Node {
    const unit = this.source[this.#at];
    if (unit === "b" || unit === "B") {
      this.#at++;
      return { kind: "assert", at: unit === "b" ? "word" : "no-word" };
    }
    const set = this.#escapedSet();
    return set ?? one(String.fromCharCode(this.#escapedCode()));
  }

  /** `\d` and its like. */
  #escapedSet(): CharacterClass | undefined {
    const unit = this.#unit ?? "";
    const sets: Readonly<Record<string, CharacterClass["ranges"]>> = { d: DIGIT, w: WORD, s: SPACE };
    const set = sets[unit.toLowerCase()];
    if (set === undefined || unit === "") return undefined;
    this.#at++;
    return { kind: "class", not: unit !== unit.toLowerCase(), ranges: set };
  }

  #escapedCode(): number {
    const rest = this.source.slice(this.#at);
    const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(rest);
    if (hex !== null) {
      this.#at += hex[0].length;
      return parseInt(hex[1] ?? hex[2]!, 16);
    }
    const unit = rest[0];
    if (unit === undefined) throw new PatternError('the pattern ends with a "\\"');
    if (/[1-9k]/.test(unit)) {
      throw new PatternError(
        "a reference to an earlier group, such as \\1, is not taken; write the text out",
      );
    }
    this.#at++;
    if (Object.hasOwn(CONTROLS, unit)) return CONTROLS[unit]!;
    if (/[A-Za-z]/.test(unit)) {
      throw new PatternError(`"\\${unit}" is not taken; write a class such as [A-Za-z0-9] instead`);
    }
    return unit.charCodeAt(0);
  }

  #class(): CharacterClass {
    const not = this.#unit === "^";
    if (not) this.#at++;
    const all: (readonly [number, number])[] = [];
    for (let first = true; first || this.#unit !== "]"; first = false) {
      if (this.#unit === undefined) {
        throw new PatternError('a "[" has no "]"; the character itself is "\\\\["');
      }
      if (this.#unit === "]") break;
      const low = this.#member();
      if (typeof low !== "number") {
        all.push(...(low.not ? complement(low.ranges) : low.ranges));
        continue;
      }
      if (
        this.#unit === "-" && this.source[this.#at + 1] !== "]" && this.source[this.#at + 1] !== undefined
      ) {
        this.#at++;
        const high = this.#member();
        if (typeof high !== "number" || high < low) {
          throw new PatternError("a range in [ ] goes from low to high");
        }
        all.push([low, high]);
      } else all.push([low, low]);
    }
    this.#at++;
    return { kind: "class", not, ranges: all };
  }

  #member(): number | CharacterClass {
    const unit = this.source[this.#at++]!;
    if (unit !== "\\") return unit.charCodeAt(0);
    if (this.#unit === "b") {
      this.#at++;
      return 8;
    }
    return this.#escapedSet() ?? this.#escapedCode();
  }
}

function one(unit: string): CharacterClass {
  const code = unit.charCodeAt(0);
  return { kind: "class", not: false, ranges: [[code, code]] };
}
