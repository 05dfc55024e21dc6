/** Taking the fields of a rule one by one, with an error that says what to write instead. */
import { isObject } from "../base/json.ts";
import { globFault } from "./glob.ts";

/** One thing that is wrong, and where in the file. */
export interface RuleProblem {
  /** The way to the value: `rules/2/match/command`. */
  readonly path: string;
  readonly text: string;
}

/** An object of the file, of which each key is asked for once. */
export class Fields {
  readonly #asked = new Set<string>();

  constructor(
    readonly object: Readonly<Record<string, unknown>>,
    readonly path: string,
    readonly problems: RuleProblem[],
  ) {}

  /** Notes that the value of `key` is wrong. */
  fault(key: string, text: string): undefined {
    this.problems.push({ path: key === "" ? this.path : `${this.path}/${key}`, text });
    return undefined;
  }

  /** The value of `key`, undefined where it is not there. */
  raw(key: string): unknown {
    this.#asked.add(key);
    return Object.hasOwn(this.object, key) ? this.object[key] : undefined;
  }

  /** A text of at most `most` characters on one line. */
  text(key: string, most: number): string | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (typeof value !== "string" || value.trim() === "") {
      return this.fault(key, `"${key}" takes a text in quotes`);
    }
    if (value.length > most) {
      return this.fault(
        key,
        `"${key}" has ${value.length} characters; at most ${most} reach the model, so say it shorter`,
      );
    }
    // deno-lint-ignore no-control-regex
    if (/[\u0000-\u001f\u007f]/.test(value)) {
      return this.fault(key, `"${key}" is one line, without control characters`);
    }
    return value;
  }

  boolean(key: string): boolean | undefined {
    const value = this.raw(key);
    if (value === undefined || typeof value === "boolean") return value;
    return this.fault(key, `"${key}" takes true or false, without quotes`);
  }

  /** One of `known`. */
  choice<T extends string>(
    key: string,
    known: readonly T[],
    also: Readonly<Record<string, T>> = {},
  ): T | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    const found = known.find((one) => one === value);
    return found ?? this.fault(key, choiceFault(key, value, known, also));
  }

  /** One or several of `known`. */
  choices<T extends string>(key: string, known: readonly T[]): readonly T[] | undefined {
    const texts = this.texts(key);
    if (texts === undefined) return undefined;
    const wrong = texts.find((text) => !known.some((one) => one === text));
    if (wrong !== undefined) return this.fault(key, choiceFault(key, wrong, known, {}));
    return texts as readonly T[];
  }

  /** One text or a list of texts. */
  texts(key: string): readonly string[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    const list = Array.isArray(value) ? value : [value];
    if (list.length === 0) return this.fault(key, `"${key}" is empty; leave it out, or name at least one`);
    if (list.length > 100) {
      return this.fault(key, `"${key}" has more than 100 entries; use a glob or several rules`);
    }
    if (!list.every((one) => typeof one === "string" && one !== "" && one.length <= 300)) {
      return this.fault(
        key,
        `"${key}" takes a text in quotes, or a list of them, each of at most 300 characters`,
      );
    }
    return list as string[];
  }

  /** As {@link texts}, each a glob. */
  globs(key: string): readonly string[] | undefined {
    const list = this.texts(key);
    const wrong = list?.map(globFault).find((fault) => fault !== undefined);
    return wrong === undefined ? list : this.fault(key, `"${key}": ${wrong}`);
  }

  /** An object. */
  group(key: string): Fields | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (!isObject(value)) return this.fault(key, `"${key}" takes an object: { … }`);
    return new Fields(value, `${this.path}/${key}`, this.problems);
  }

  /** Says which keys mean nothing; called when all are asked for. */
  finish(): void {
    for (const key of Object.keys(this.object)) {
      if (this.#asked.has(key)) continue;
      const near = nearest(key, [...this.#asked]);
      this.fault(
        key,
        `"${key.slice(0, 60)}" is not known here; ${
          near === undefined ? `the keys are ${[...this.#asked].join(", ")}` : `did you mean "${near}"?`
        }`,
      );
    }
  }
}

function choiceFault<T extends string>(
  key: string,
  value: unknown,
  known: readonly T[],
  also: Readonly<Record<string, T>>,
): string {
  const given = typeof value === "string"
    ? `"${value.slice(0, 60)}"`
    : Array.isArray(value)
    ? "a list"
    : value === null
    ? "null"
    : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
  const meant = typeof value === "string"
    ? (Object.hasOwn(also, value) ? also[value] : nearest(value, known))
    : undefined;
  return `"${key}" takes ${known.join(", ")}; not ${given}${meant === undefined ? "" : `. Write "${meant}"`}`;
}

/** The one of `known` that `given` was probably meant to be. */
function nearest(given: string, known: readonly string[]): string | undefined {
  const text = given.slice(0, 40).toLowerCase();
  const scored = known.map((one) => ({ one, distance: distance(text, one.toLowerCase()) }));
  const best = scored.sort((a, b) => a.distance - b.distance)[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.one.length / 3))
    ? best.one
    : undefined;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const cost = one[at - 1] === other[to - 1] ? 0 : 1;
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + cost));
    }
    row = next;
  }
  return row[other.length]!;
}
