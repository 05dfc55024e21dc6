/**
 * Writes `messages/skill-index.md` from `messages/catalogue.json`; with `--check` it writes nothing and fails when
 * the committed file is not what the catalogue gives. See `docs/skill-index.md`.
 */
import { readIfThere } from "./read_if_there.ts";
import { isObject } from "../src/base/json.ts";

/** What can be called by name: a subcommand of the executable, or a skill that the operator or the model calls. */
export interface Entry {
  readonly name: string;
  readonly kind: "command" | "manual";
}

/** One line of the index. */
export interface Group {
  readonly task: string;
  readonly entries: readonly Entry[];
}

/** Everything that can be called by name, by task. */
export interface Catalogue {
  /** The word before the colon in `/<prefix>:<name>`, and the name of the executable. */
  readonly prefix: string;
  readonly groups: readonly Group[];
}

/** The index is shorter than this, counted in characters of the file. */
export const INDEX_LIMIT = 1600;

/** A line of the index is no longer than this: the formatter would break it, and no reader would scan it. */
export const LINE_LIMIT = 110;

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const HEAD = `<!-- SPDX-License-Identifier: MIT -->

# Skill index

What can be called by name, one line per task.
`;

const BINDINGS = `
## Bindings

- Guard: none
- Events: SessionStart
- Tools: none
- Placeholders: none
- Source: messages/catalogue.json, through scripts/generate_skill_index.ts
`;

/** `value` as a catalogue; throws an error that names the first thing wrong with it. */
export function readCatalogue(value: unknown): Catalogue {
  if (!isObject(value)) throw new TypeError("the catalogue is no JSON object");
  const { prefix, groups } = value;
  if (typeof prefix !== "string" || !NAME.test(prefix)) throw new TypeError("prefix: not a name");
  if (!Array.isArray(groups)) throw new TypeError("groups: not a list");
  const seen = new Set<string>();
  return { prefix, groups: groups.map((group, at) => readGroup(group, `groups[${at}]`, seen)) };
}

function readGroup(value: unknown, place: string, seen: Set<string>): Group {
  if (!isObject(value)) throw new TypeError(`${place}: not an object`);
  const { task, entries } = value;
  if (typeof task !== "string" || !/^[\x20-\x7e]+$/.test(task) || task.trim() !== task) {
    throw new TypeError(`${place}.task: not one line of plain text`);
  }
  if (!Array.isArray(entries) || entries.length === 0) {
    throw new TypeError(`${place}.entries: nothing to call`);
  }
  return { task, entries: entries.map((entry, at) => readEntry(entry, `${place}.entries[${at}]`, seen)) };
}

function readEntry(value: unknown, place: string, seen: Set<string>): Entry {
  if (!isObject(value)) throw new TypeError(`${place}: not an object`);
  const { name, kind } = value;
  if (typeof name !== "string" || !NAME.test(name)) throw new TypeError(`${place}.name: not a name`);
  if (kind !== "command" && kind !== "manual") {
    throw new TypeError(`${place}.kind: neither "command" nor "manual"`);
  }
  if (seen.has(`${kind} ${name}`)) throw new TypeError(`${place}.name: "${name}" is listed twice`);
  seen.add(`${kind} ${name}`);
  return { name, kind };
}

/**
 * The text of `messages/skill-index.md`: one line per task group, manual skills in the plugin's form. Throws when
 * a line or the whole is too long.
 */
export function renderSkillIndex(catalogue: Catalogue): string {
  const lines = catalogue.groups.map((group) => renderGroup(group, catalogue.prefix));
  const long = lines.find((line) => line.length > LINE_LIMIT);
  if (long !== undefined) {
    throw new RangeError(`a line is longer than ${LINE_LIMIT} characters, split its group: ${long}`);
  }
  const text = `${HEAD}${lines.length === 0 ? "" : `\n${lines.join("\n")}\n`}${BINDINGS}`;
  if (text.length >= INDEX_LIMIT) {
    throw new RangeError(`the index has ${text.length} characters, it must have fewer than ${INDEX_LIMIT}`);
  }
  return text;
}

function renderGroup(group: Group, prefix: string): string {
  const names = group.entries.map(({ name, kind }) =>
    kind === "manual" ? `\`/${prefix}:${name}\`` : `\`${prefix} ${name}\``
  );
  return `- ${group.task}: ${names.join(", ")}`;
}

/** What is wrong with the committed index, or undefined. */
export function checkSkillIndex(committed: string | undefined, catalogue: Catalogue): string | undefined {
  if (committed === undefined) return "there is no messages/skill-index.md";
  const text = committed.replaceAll("\r\n", "\n");
  if (text.length >= INDEX_LIMIT) {
    return `messages/skill-index.md has ${text.length} characters, it must have fewer than ${INDEX_LIMIT}`;
  }
  return text === renderSkillIndex(catalogue)
    ? undefined
    : "messages/skill-index.md is not what the catalogue gives";
}

/** Runs the generator in the repository at `root`; returns the exit code. */
export function main(args: readonly string[], root: URL): number {
  const index = new URL("messages/skill-index.md", root);
  try {
    const catalogue = readCatalogue(
      JSON.parse(Deno.readTextFileSync(new URL("messages/catalogue.json", root))),
    );
    if (!args.includes("--check")) {
      Deno.writeTextFileSync(index, renderSkillIndex(catalogue));
      return 0;
    }
    const problem = checkSkillIndex(readIfThere(index), catalogue);
    if (problem === undefined) return 0;
    console.error(`${problem}. Run: deno run -A scripts/generate_skill_index.ts`);
  } catch (error) {
    console.error(`messages/catalogue.json: ${error instanceof Error ? error.message : error}`);
  }
  return 1;
}

if (import.meta.main) Deno.exit(main(Deno.args, new URL("../", import.meta.url)));
