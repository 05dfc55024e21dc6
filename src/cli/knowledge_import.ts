/** `garfio knowledge import`: rules of other tools become items; nothing is overwritten, nothing is lost in silence. */
import { describeError } from "../base/errors.ts";
import {
  baseName,
  dirName,
  isInside,
  join,
  relativeTo,
  resolve,
  resolveLinks,
  withSlashes,
} from "../base/path.ts";
import { oneLine } from "../base/text.ts";
import { KNOWLEDGE_FOLDER } from "../knowledge/gate.ts";
import type { Draft } from "../knowledge/import/draft.ts";
import { draftsOf } from "../knowledge/import/patterns.ts";
import { draftOf, ruleFileKind } from "../knowledge/import/rule_files.ts";
import { frontMatterOf } from "../knowledge/write_item.ts";
import { UsageError } from "./arguments.ts";
import type { Job } from "./knowledge.ts";
import { count } from "./knowledge_check.ts";
import { printJson } from "./registration.ts";

const LARGEST = 4 * 1024 * 1024;
const MOST_FILES = 2_000;
const PASSED_OVER = new Set("node_modules .git vendor target dist build .garfio __pycache__".split(" "));

interface Imported {
  readonly source: string;
  /** From the root; undefined where nothing was written. */
  readonly file?: string;
  readonly state: "written" | "there already" | "refused";
  readonly notes: readonly string[];
}

/** Imports the files and folders that are named; without any, what is found in the project. */
export async function importItems(job: Job): Promise<number> {
  const { values, io, root, words } = job;
  const files: string[] = [];
  for (const word of words.length === 0 ? [root] : words) {
    const path = resolve(io.cwd, word, io.os);
    let info: Deno.FileInfo;
    try {
      info = Deno.statSync(path);
    } catch {
      throw new UsageError(`There is no ${oneLine(word, 200)}.`);
    }
    if (info.isDirectory) files.push(...filesBelow(path, job));
    else files.push(path);
  }
  const results: Imported[] = [];
  for (const file of files) results.push(...await importFile(file, job));
  const refused = results.filter(({ state }) => state === "refused").length;
  if (values.has("json")) {
    printJson(io, { ok: refused === 0, project: root, dryRun: values.has("dry-run"), files: results });
    return refused === 0 ? 0 : 1;
  }
  if (results.length === 0) {
    io.write(
      "Nothing was found: no .mdc rules, .claude/rules, *.instructions.md, AGENTS.md, CLAUDE.md, no bundle.\n",
    );
  }
  for (const { source, file, state, notes } of results) {
    io.write(`${oneLine(source, 300)}${file === undefined ? "" : ` -> ${oneLine(file, 300)}`}: ${state}\n`);
    for (const note of notes) io.write(`  ${oneLine(note, 300)}\n`);
  }
  const written = results.filter(({ state }) => state === "written").length;
  const would = values.has("dry-run") ? "would be written" : "written";
  io.write(
    `${count(written, "item")} ${would}${
      refused === 0 ? "" : `, ${refused} refused`
    }. The old files stay as they are.\n`,
  );
  return refused === 0 ? 0 : 1;
}

function filesBelow(folder: string, { io }: Job): string[] {
  const found: string[] = [];
  const visit = (path: string, depth: number): void => {
    if (depth > 12) return;
    for (const entry of [...Deno.readDirSync(path)].sort((a, b) => a.name < b.name ? -1 : 1)) {
      const below = join(path, entry.name, io.os);
      if (entry.isDirectory && !PASSED_OVER.has(entry.name)) visit(below, depth + 1);
      else if (
        entry.isFile && ruleFileKind(withSlashes(below, io.os)) !== undefined && found.length < MOST_FILES
      ) {
        found.push(below);
      }
    }
  };
  visit(folder, 0);
  return found;
}

async function importFile(path: string, job: Job): Promise<Imported[]> {
  const { io, root } = job;
  const source = withSlashes(relativeTo(resolveLinks(path, io.os), root, io.os) ?? path, io.os);
  const refuse = (why: string): Imported[] => [{ source, state: "refused", notes: [why] }];
  let text: string;
  try {
    if (Deno.statSync(path).size > LARGEST) return refuse("is larger than 4 MiB");
    text = new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
  } catch (error) {
    return refuse(error instanceof TypeError ? "is not UTF-8 text" : describeError(error));
  }
  const kind = ruleFileKind(source);
  const drafts = kind !== undefined
    ? await draftOf(kind, source, text)
    : /\.(?:json|[cm]?[jt]s)$/.test(path)
    ? draftsOf(text)
    : `is no file that can be imported: ${
      baseName(path)
    } is neither .mdc, a rule of .claude/rules, *.instructions.md, ` +
      "AGENTS.md, CLAUDE.md nor a bundle in JSON";
  if (typeof drafts === "string") return refuse(drafts);
  return (Array.isArray(drafts) ? drafts : [drafts]).map((draft) => write(draft, source, job));
}

/** Puts the item beside what is there; the same text is not written twice. */
function write(draft: Draft, source: string, { values, io, root }: Job): Imported {
  const text = `${frontMatterOf(draft.front)}\n${draft.body}\n`;
  for (let number = 1; number < 100; number++) {
    const file = `${KNOWLEDGE_FOLDER}/${draft.name}${number === 1 ? "" : `-${number}`}.md`;
    const path = join(root, file, io.os);
    if (!isInside(resolveLinks(path, io.os), root, io.os)) break;
    const there = textOf(path);
    if (there === text) return { source, file, state: "there already", notes: draft.notes };
    if (there !== undefined) continue;
    if (!values.has("dry-run")) {
      Deno.mkdirSync(dirName(path, io.os), { recursive: true });
      Deno.writeTextFileSync(path, text, { createNew: true });
    }
    return { source, file, state: "written", notes: draft.notes };
  }
  return { source, state: "refused", notes: [`there is no free name for ${draft.name}.md`] };
}

/** The text of a file; empty for something else of that name; undefined for nothing. */
function textOf(path: string): string | undefined {
  try {
    return Deno.lstatSync(path).isFile ? Deno.readTextFileSync(path) : "";
  } catch {
    return undefined;
  }
}
