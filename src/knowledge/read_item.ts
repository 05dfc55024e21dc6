/** From the text of a file to an item, with every mistake by its line and what to write instead. */
import { isObject, type JsonObject } from "../base/json.ts";
import { oneLine } from "../base/text.ts";
import { fingerprint } from "../state/key.ts";
import { isFault, readFrontMatter, splitFrontMatter } from "./front_matter.ts";
import { globFault, tidyGlob } from "./glob.ts";
import { type Block, type Check, type Item, type Kind, KINDS, PRIORITIES, type Priority } from "./item.ts";
import { patternFault } from "./block_pattern.ts";
import { topicsOf } from "./words.ts";

/** A mistake in a file of knowledge. */
export interface Problem {
  /** From the root of the project, with `/`. */
  readonly file: string;
  readonly line: number;
  /** What is wrong and what to write instead. */
  readonly message: string;
  /** `error`: the item, or that key of it, does not count. `note`: it counts, and something is odd. */
  readonly level: "error" | "note";
}

/** A file that was read: the item if it is one, and its body. */
export interface ReadItem {
  readonly item: Item | undefined;
  readonly body: string;
  readonly problems: readonly Problem[];
}

/** Where a file stands. */
export interface ItemPlace {
  readonly part: string;
  /** Below the folder of knowledge, with `/`. */
  readonly path: string;
  /** From the root of the project, with `/`. */
  readonly file: string;
}

/** A larger file is no item; it is read to its end by nobody. */
export const LARGEST_FILE = 256 * 1024;

const TITLE = 120;
const SUMMARY = 120;
const MOST_PATHS = 100;
const MOST_SYMBOLS = 32;
const KNOWN = new Set(
  [
    "kind",
    "title",
    "paths",
    "summary",
    "priority",
    "symbols",
    "block",
    "check",
    "tags",
    "approved-by",
    "source",
  ],
);

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads the bytes of a file. */
export async function readItem(bytes: Uint8Array, place: ItemPlace): Promise<ReadItem> {
  const fail = (line: number, message: string): ReadItem => ({
    item: undefined,
    body: "",
    problems: [{ file: place.file, line, message, level: "error" }],
  });
  if (bytes.length > LARGEST_FILE) {
    return fail(1, "is larger than 256 KiB; keep what the model should know, and link to the rest");
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return fail(1, "is not UTF-8 text; save it as UTF-8");
  }
  if (text.includes("\0")) return fail(1, "holds NUL bytes, so it is no text; put a Markdown file here");
  const split = splitFrontMatter(text);
  if (isFault(split)) return fail(split.line, split.message);
  const front = await readFrontMatter(split.front);
  if (isFault(front)) return fail(front.line, front.message);
  return new Reader(front, split.front, place).read(split.body);
}

class Reader {
  readonly #problems: Problem[] = [];

  constructor(
    readonly front: JsonObject,
    readonly source: string,
    readonly place: ItemPlace,
  ) {}

  read(body: string): ReadItem {
    const { front, place } = this;
    for (const key of Object.keys(front)) {
      if (!KNOWN.has(key)) {
        this.#note(key, `"${oneLine(key, 40)}" is not a known key; it is kept and not used`);
      }
    }
    const kind = KINDS.find((one) => one === front["kind"]);
    if (kind === undefined) {
      const given = front["kind"] === undefined
        ? "there is no kind"
        : `kind ${shown(front["kind"])} is not known`;
      this.#error("kind", `${given}; write kind: rule, kind: memory or kind: skill`);
      return { item: undefined, body, problems: this.#problems };
    }
    const name = place.path.slice(0, -".md".length);
    const heading = /^#[ \t]+([^\n]+)/m.exec(body.slice(0, 4_096))?.[1];
    const title = oneLine(this.#text("title") ?? heading ?? name.slice(name.lastIndexOf("/") + 1), TITLE) ||
      name;
    const summary = oneLine(this.#text("summary") ?? firstLine(body), SUMMARY);
    const paths = this.#ownPaths();
    // With all of them refused it would hold for everything, which is the opposite of what was meant.
    if (paths === undefined) return { item: undefined, body, problems: this.#problems };
    const priority = this.#priority(kind);
    const block = this.#block(kind);
    const check = this.#check(kind, paths);
    if (body === "") this.#note("", "has no text below its front matter");
    return {
      item: {
        id: place.part === "" ? name : `${place.part}:${name}`,
        kind,
        title,
        summary,
        file: place.file,
        part: place.part,
        paths,
        priority,
        symbols: this.#symbols(),
        ...(block === undefined ? {} : { block }),
        ...(check === undefined ? {} : { check }),
        topics: ` ${[...topicsOf(`${title} ${summary} ${name} ${paths.join(" ")}`)].join(" ")} `,
        hash: fingerprint(`${kind}\n${title}\n${body}`),
        size: body.length,
      },
      body,
      problems: this.#problems,
    };
  }

  #error(key: string, message: string): undefined {
    this.#problems.push({ file: this.place.file, line: this.#line(key), message, level: "error" });
    return undefined;
  }

  #note(key: string, message: string): void {
    this.#problems.push({ file: this.place.file, line: this.#line(key), message, level: "note" });
  }

  /** The line of `key` (`outer.inner` for one below another) in the file; 1 for none. */
  #line(key: string): number {
    const lines = this.source.split("\n");
    const [outer, inner] = key.split(".");
    const at = lines.findIndex((line) => line.startsWith(`${outer}:`) || line.startsWith(`"${outer}"`));
    if (at < 0 || outer === "") return 1;
    const below = inner === undefined
      ? -1
      : lines.findIndex((line, index) => index >= at && line.trimStart().startsWith(`${inner}:`));
    return (below < 0 ? at : below) + 2;
  }

  #text(key: string): string | undefined {
    const value = this.front[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (typeof value !== "string") return this.#error(key, `${key} takes one line of text`);
    return value.trim() === "" ? undefined : value;
  }

  #list(key: string, value: unknown, most: number): string[] {
    if (value === undefined || value === null) return [];
    const list = typeof value === "string" ? [value] : value;
    if (!Array.isArray(list) || !list.every((one): one is string => typeof one === "string")) {
      this.#error(key, `${key} takes a list of texts, such as [one, two]`);
      return [];
    }
    if (list.length > most) this.#error(key, `${key} takes at most ${most} texts; the rest does not count`);
    return list.slice(0, most);
  }

  /** The globs of the item; in a part of the project they are bound to it, also where none is written. */
  #ownPaths(): string[] | undefined {
    const { part } = this.place;
    const paths = this.#globs("paths", this.front["paths"]);
    if (paths === undefined) return undefined;
    const bound = part === "" || paths.some((glob) => !glob.startsWith("!"));
    return bound ? paths : [`${part}/**`, ...paths];
  }

  /**
   * Globs as they are kept: from the root of the project, also those of a part of it. Undefined where some are
   * written and none of them is left.
   */
  #globs(key: string, value: unknown): string[] | undefined {
    const kept = this.#goodGlobs(key, value);
    const written = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
    return written && kept.length === 0 ? undefined : kept;
  }

  #goodGlobs(key: string, value: unknown): string[] {
    const { part } = this.place;
    return this.#list(key, value, MOST_PATHS).flatMap((glob) => {
      const fault = globFault(glob);
      if (fault !== undefined) {
        this.#error(key, `the glob ${shown(glob)} ${fault}`);
        return [];
      }
      const tidy = tidyGlob(glob);
      if (/^!?[^/]*[*?][^/]*$/.test(tidy) && !/^!?\*\*$/.test(tidy)) {
        const better = tidy.replace(/^(!?)/, "$1**/");
        this.#note(
          key,
          `the glob ${shown(glob)} fits only in the top folder; write "${better}" for every folder`,
        );
      }
      if (part === "") return [tidy];
      return [tidy.startsWith("!") ? `!${part}/${tidy.slice(1)}` : `${part}/${tidy}`];
    });
  }

  #priority(kind: Kind): Priority {
    const value = this.front["priority"];
    if (value === undefined || value === null) return "medium";
    if (kind !== "rule") this.#note("priority", "priority has a meaning for rules only");
    const found = PRIORITIES.find((one) => one === value);
    if (found === undefined) {
      this.#error("priority", `priority ${shown(value)} is not known; write high, medium or low`);
    }
    return found ?? "medium";
  }

  #symbols(): string[] {
    return this.#list("symbols", this.front["symbols"], MOST_SYMBOLS).filter((symbol) => {
      if (symbol.length >= 2 && symbol.length <= 80) return true;
      this.#error("symbols", `the symbol ${shown(symbol)} does not count; it takes 2 to 80 characters`);
      return false;
    });
  }

  #block(kind: Kind): Block | undefined {
    const value = this.front["block"];
    if (value === undefined || value === null) return undefined;
    if (kind !== "rule") return this.#error("block", "only a rule can block; write kind: rule");
    if (!isObject(value)) {
      return this.#error("block", "block takes a pattern below it: block:, then indented pattern: 'text'");
    }
    for (const key of Object.keys(value)) {
      if (!["pattern", "flags", "on"].includes(key)) {
        this.#note(`block.${key}`, `block.${oneLine(key, 40)} is not known`);
      }
    }
    const { pattern, flags = "", on = ["write", "shell"] } = value;
    if (typeof pattern !== "string" || pattern === "") {
      return this.#error("block", "block has no pattern; write pattern: 'text', in single quotes, below it");
    }
    if (typeof flags !== "string" || !/^(?!.*(.).*\1)[ims]*$/.test(flags)) {
      return this.#error(
        "block.flags",
        `flags ${shown(flags)} are not taken; write some of i, m and s, each once`,
      );
    }
    const targets = this.#list("block.on", on, 2).filter((one) => one === "write" || one === "shell");
    if (targets.length === 0) return this.#error("block.on", "block.on takes write, shell, or both");
    const fault = patternFault(pattern, flags);
    if (fault !== undefined) return this.#error("block.pattern", `the pattern is not taken: ${fault}`);
    return { pattern, flags, on: [...new Set(targets)].sort() };
  }

  #check(kind: Kind, paths: readonly string[]): Check | undefined {
    const value = this.front["check"];
    if (value === undefined || value === null) return undefined;
    if (kind !== "rule") return this.#error("check", "only a rule can have a check; write kind: rule");
    if (!isObject(value)) {
      return this.#error("check", "check takes run below it: check:, then indented run: [npm, test]");
    }
    for (const key of Object.keys(value)) {
      if (!["run", "after"].includes(key)) {
        this.#note(`check.${key}`, `check.${oneLine(key, 40)} is not known`);
      }
    }
    const { run, after } = value;
    if (
      !Array.isArray(run) || run.length === 0 || run.length > 32 ||
      !run.every((word) =>
        typeof word === "string" && word !== "" && word.length <= 500 && !/\p{Cc}/u.test(word)
      )
    ) {
      return this.#error(
        "check.run",
        "check.run takes the words of one command as a list, such as [npm, test]",
      );
    }
    const due = after === undefined ? paths : this.#globs("check.after", after);
    return due === undefined ? undefined : { run, after: due };
  }
}

const shown = (value: unknown): string =>
  `"${oneLine(typeof value === "string" ? value : JSON.stringify(value) ?? "", 60)}"`;

/** The first line of text that is no heading, quote mark or fence. */
function firstLine(body: string): string {
  for (const line of body.slice(0, 8_192).split("\n")) {
    const text = line.replace(/^[\s>*+-]+/, "").trim();
    if (text !== "" && !/^(?:#|```|~~~|<!--|\||---)/.test(text)) return text.replace(/\*\*|`/g, "");
  }
  return "";
}
