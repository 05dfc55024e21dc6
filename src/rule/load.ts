/** The rules that hold for a project: the operator's, those of packs, and what of the project's is approved. */
import { describeError, isAbsent } from "../base/errors.ts";
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import type { RuleSources } from "../policy/rule_sources.ts";
import { digestOf, readApprovals } from "./approval.ts";
import { checkFile, checkRules } from "./check.ts";
import { JsoncError, readJsonc } from "./jsonc.ts";
import type { Rule } from "./rule.ts";

/** Who a rule comes from. */
export type Origin = "operator" | "pack" | "project";

/** A rule and where it comes from. */
export interface LoadedRule extends Rule {
  readonly origin: Origin;
  /** The file. */
  readonly source: string;
}

/** Something wrong in a source. */
export interface SourceProblem {
  readonly file: string;
  /** From 1 on; undefined where it is about the whole file. */
  readonly line: number | undefined;
  readonly text: string;
}

/** A rule file of the project. */
export interface ProjectFile {
  readonly file: string;
  readonly digest: string;
  readonly approved: boolean;
  readonly rules: readonly Rule[];
}

/** Everything that was read. */
export interface LoadedRules {
  /** Those that hold, in order: operator, packs, project. */
  readonly rules: readonly LoadedRule[];
  readonly problems: readonly SourceProblem[];
  readonly projectFiles: readonly ProjectFile[];
  /** Ids that the operator has switched off. */
  readonly off: readonly string[];
}

/** One file, read and checked. */
export interface RuleFile {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly rules: readonly Rule[];
  readonly problems: readonly SourceProblem[];
}

const LARGEST = 256 * 1024;
const MOST_FILES = 64;

/** Reads all sources. What is broken is told and left out. */
export async function loadRules(sources: RuleSources, os: Os): Promise<LoadedRules> {
  const problems: SourceProblem[] = [];
  const rules: LoadedRule[] = [];
  const take = (file: RuleFile, origin: Origin, prefix = "") => {
    problems.push(...file.problems);
    rules.push(...file.rules.map((rule) => ({ ...rule, id: prefix + rule.id, origin, source: file.file })));
  };
  if (sources.inline.length > 0) take(inlineRules(sources), "operator");
  for (const file of filesIn(sources.operatorFolder, os)) take(readRuleFile(file, true), "operator");
  for (const pack of sources.packs) {
    take(readRuleFile(packFile(sources.assets, pack), false), "pack", `${pack}/`);
  }
  const off = rules.filter(({ action, origin }) => action === "off" && origin === "operator").map(({ id }) =>
    id
  );

  const projectFiles: ProjectFile[] = [];
  const names = filesIn(sources.projectFolder, os);
  const approved = new Set(
    names.length === 0 ? [] : readApprovals(sources.approvals).map(({ digest }) => digest),
  );
  for (const name of names) {
    const file = readRuleFile(name, false);
    const digest = await digestOf(file.bytes);
    const isApproved = sources.assumeApproved === true || (file.bytes.length > 0 && approved.has(digest));
    projectFiles.push({ file: name, digest, approved: isApproved, rules: file.rules });
    // What is wrong in a file that does not count is told as well: it may be about to be approved.
    if (isApproved) take(file, "project");
    else problems.push(...file.problems);
  }
  return {
    rules: rules.filter(({ action, id }) => action !== "off" && !off.includes(id)),
    problems,
    projectFiles,
    off,
  };
}

/** The file of a pack that ships with the program. */
export function packFile(assets: string, pack: string): string {
  return `${assets}/rules/${pack}.jsonc`;
}

/** Reads and checks one file; a missing one is a problem too. */
export function readRuleFile(file: string, mayLoosen: boolean): RuleFile {
  let bytes = new Uint8Array();
  const broken = (text: string, line?: number): RuleFile => ({
    file,
    bytes,
    rules: [],
    problems: [{ file, line, text }],
  });
  try {
    const info = Deno.statSync(file);
    if (!info.isFile) return broken("this is not a file");
    if (info.size > LARGEST) return broken("this is larger than 256 KiB; part it into several files");
    bytes = Deno.readFileSync(file);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.trim() === "") return { file, bytes, rules: [], problems: [] };
    const read = readJsonc(text);
    const checked = checkFile(read.value, { mayLoosen });
    const problems = checked.problems.map(({ path, text }) => ({ file, line: read.lineOf(path), text }));
    return { file, bytes, rules: checked.rules, problems };
  } catch (error) {
    if (error instanceof JsoncError) return broken(error.message, error.line);
    if (error instanceof TypeError) return broken("this is not UTF-8 text; save it as UTF-8");
    return broken(isAbsent(error) ? "there is no such file" : describeError(error));
  }
}

/** The `rules` of the operator's configuration, which is read already and so has lost its lines. */
function inlineRules(sources: RuleSources): RuleFile {
  const file = sources.operatorFile ?? "config.jsonc";
  const checked = checkRules(sources.inline, "rules", { mayLoosen: true });
  const problems = checked.problems.map(({ path, text }) => ({
    file,
    line: undefined,
    text: `${path}: ${text}`,
  }));
  return { file, bytes: new Uint8Array(), rules: checked.rules, problems };
}

/** The rule files in `folder`, by name. */
export function filesIn(folder: string | undefined, os: Os): string[] {
  if (folder === undefined) return [];
  const names: string[] = [];
  try {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      if (!isDirectory && /^[^.].*(?<!\.schema)\.jsonc?$/.test(name)) names.push(name);
      if (names.length > 1_000) break;
    }
  } catch {
    return [];
  }
  return names.sort().slice(0, MOST_FILES).map((name) => join(folder, name, os));
}
