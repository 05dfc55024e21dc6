import { ASKING, type Asking } from "./asking.ts";
import { findGitRoot } from "../base/git_root.ts";
import { isInside, resolve, resolveLinks } from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { findParts } from "../knowledge/listing.ts";
import { loadAll, type Loaded } from "../knowledge/rebuild.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { approve, revoke } from "./knowledge_approve.ts";
import { check } from "./knowledge_check.ts";
import { importItems } from "./knowledge_import.ts";
import { list, show } from "./knowledge_list.ts";
import { create } from "./knowledge_new.ts";
import { sync } from "./knowledge_sync.ts";
import { why } from "./knowledge_why.ts";
import { DRY_RUN_OPTION, JSON_OPTION } from "./registration.ts";

/** A subcommand at work. */
export interface Job {
  readonly values: Values;
  readonly io: Io;
  /** The root of the project, links followed. */
  readonly root: string;
  /** The words behind the name of the subcommand. */
  readonly words: readonly string[];
  readonly terminal: Asking;
}

interface Sub {
  readonly words: number;
  readonly run: (job: Job) => Promise<number>;
}

const SUBS: Readonly<Record<string, Sub>> = {
  new: { words: 1, run: create },
  list: { words: 0, run: list },
  show: { words: 1, run: show },
  check: { words: 0, run: check },
  why: { words: 0, run: why },
  approve: { words: 1, run: approve },
  revoke: { words: 1, run: revoke },
  sync: { words: 0, run: sync },
  import: { words: 100, run: importItems },
};

/** `garfio knowledge`: the rules, memories and skills of a project. */
export const KNOWLEDGE: Command = knowledgeCommand(ASKING);

/** The command, with the terminal that `approve` asks on. */
export function knowledgeCommand(terminal: Asking): Command {
  return {
    name: "knowledge",
    summary: "Write, check, explain and approve the project's rules, memories and skills.",
    usage: "new ID|list|show ID|check|why|approve ID|revoke ID|sync|import PATH ... [options]",
    operands: 101,
    operandChoices: Object.keys(SUBS),
    options: [
      { name: "project", value: "DIR", summary: "The project; without it, the working folder." },
      { name: "prompt", value: "TEXT", summary: "why: the prompt." },
      { name: "path", value: "PATH", summary: "why: a path that the prompt or a tool is about." },
      { name: "kind", value: "KIND", choices: ["rule", "memory", "skill"], summary: "new: what it is." },
      { name: "title", value: "TEXT", summary: "new: its title." },
      { name: "paths", value: "GLOBS", summary: "new: where it holds, separated by commas." },
      { name: "priority", value: "PRIORITY", choices: ["high", "medium", "low"], summary: "new: of a rule." },
      { name: "harness", value: "IDS", summary: "sync: only these, separated by commas." },
      { name: "remove", summary: "sync: take the notes and compiled files out again." },
      DRY_RUN_OPTION,
      JSON_OPTION,
    ],
    run: async (values, io) => {
      const [name = "list", ...words] = values.operands;
      const sub = Object.hasOwn(SUBS, name) ? SUBS[name] : undefined;
      if (sub === undefined) {
        throw new UsageError(
          `There is no "knowledge ${oneLine(name, 40)}"; it is ${Object.keys(SUBS).join(", ")}.`,
        );
      }
      if (words.length > sub.words) {
        throw new UsageError(`"${oneLine(words[sub.words]!, 80)}" is one argument too many.`);
      }
      const folder = resolveLinks(resolve(io.cwd, values.text("project") ?? ".", io.os), io.os);
      const root = findGitRoot(folder, io.os) ?? folder;
      return await sub.run({ values, io, root, words, terminal });
    },
  };
}

/** What relative paths are meant from: the working folder where it is in the project, else its root. */
export function baseOf({ io, root }: Pick<Job, "io" | "root">): string {
  const here = resolveLinks(io.cwd, io.os);
  return isInside(here, root, io.os) ? here : root;
}

/** Every item of the project and every mistake, read from the files and not from the cache. */
export async function loadProject({ root, io }: Pick<Job, "root" | "io">): Promise<Loaded> {
  return await loadAll(root, findParts(root, [], io.os));
}

/** The item that `id` names; a file name or the end of an id will do where only one fits. */
export function findItem({ items }: Loaded, id: string | undefined): Loaded["items"][number] {
  if (id === undefined) throw new UsageError("Say which item, by its id: garfio knowledge list shows them.");
  const exact = items.find(({ item }) => item.id === id || item.file === id);
  const ends = items.filter(({ item }) => item.id.endsWith(`/${id}`) || item.id.endsWith(`:${id}`));
  if (exact !== undefined) return exact;
  if (ends.length === 1) return ends[0]!;
  const several = ends.length > 1 ? ` It may be ${ends.map(({ item }) => item.id).join(", ")}.` : "";
  throw new UsageError(`There is no item "${oneLine(id, 120)}".${several} garfio knowledge list shows all.`);
}
