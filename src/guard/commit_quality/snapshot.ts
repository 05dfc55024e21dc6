/** The text that a `git commit` would add to the history. */
import { join, resolve } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";
import { readSmall } from "../../base/read_small.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import { asGitCall } from "../git_command.ts";
import { type AddedText, addedTexts } from "./added.ts";
import type { RunGit } from "./git_program.ts";
import type { CommitOptions } from "./options.ts";

const MOST_NEW_FILES = 200;
const LARGEST_NEW_FILE = 256 * 1024;
const DIFF = [
  "diff",
  "--unified=0",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--no-renames",
  "--no-prefix",
  "--ignore-submodules=all",
  "--diff-filter=ACMT",
];

/** Where git is to look; undefined where the call moves the repository, the index or the configuration itself. */
export function repositoryOf(command: SimpleCommand, os: Os): string | undefined {
  if (command.cwd === undefined || command.assignments.some(({ name }) => name.startsWith("GIT_"))) {
    return undefined;
  }
  let folder = command.cwd;
  for (let at = 1; at < command.words.length; at++) {
    const word = command.words[at]!.value;
    if (word === undefined || /^--(?:git-dir|work-tree|namespace)/.test(word)) return undefined;
    if (word === "-C") {
      const next = command.words[++at]?.value;
      if (next === undefined) return undefined;
      folder = resolve(folder, next, os);
    } else if (word === "-c" || word === "--config-env") at++;
    else if (!word.startsWith("-")) return folder;
  }
  return undefined;
}

/** What would be committed; undefined where it cannot be told. */
export async function addedByCommit(
  run: RunGit,
  options: CommitOptions,
  added: readonly SimpleCommand[],
  os: Os,
): Promise<AddedText[] | undefined> {
  if (options.unknownContent) return undefined;
  const named = options.paths.length > 0;
  // Without a commit there is nothing to compare with but the index itself.
  const head = await run(["rev-parse", "--verify", "--quiet", "HEAD"]) === undefined ? [] : ["HEAD"];
  const texts: AddedText[] = [];
  const take = async (...args: readonly string[]): Promise<boolean> => {
    const out = await run([...DIFF, ...args]);
    if (out !== undefined) texts.push(...addedTexts(out));
    return out !== undefined;
  };
  // With paths, `commit` takes those files as they are and leaves the index alone.
  if (!named || options.include) {
    if (!await take("--cached")) return undefined;
  }
  if (options.all && !named && !await take()) return undefined;
  if (named && !await take(...head, "--", ...options.paths)) return undefined;
  for (const command of named ? [] : added) {
    const paths = addedPaths(command);
    if (paths === undefined) continue;
    const git = asGitCall(command)!;
    const onlyKnown = git.words.some(({ value }) => value === "-u" || value === "--update");
    if (!await take("--", ...paths)) continue;
    if (!onlyKnown) texts.push(...await newFiles(run, paths, os));
  }
  return texts;
}

/** The paths of a `git add`; undefined for anything else, or where they are chosen at a prompt or not known. */
function addedPaths(command: SimpleCommand): string[] | undefined {
  const git = asGitCall(command);
  if (git === undefined || (git.subcommand !== "add" && git.subcommand !== "stage")) return undefined;
  const paths: string[] = [];
  let whole = false;
  let onlyPaths = false;
  for (const { value } of git.words) {
    if (value === undefined) return undefined;
    if (onlyPaths || !value.startsWith("-")) paths.push(value);
    else if (value === "--") onlyPaths = true;
    else if (/^(?:-A|--all|-u|--update|--no-ignore-removal)$/.test(value)) whole = true;
    else if (/^(?:-p|-i|-e|-n|--patch|--interactive|--edit|--dry-run|-N|--intent-to-add)$/.test(value)) {
      return undefined;
    }
  }
  if (paths.length > 0) return paths;
  return whole ? [":/"] : undefined;
}

/** Files that git does not know yet, whole. */
async function newFiles(run: RunGit, paths: readonly string[], os: Os): Promise<AddedText[]> {
  const top = (await run(["rev-parse", "--show-toplevel"]))?.replace(/\r?\n$/, "");
  const names = await run([
    "ls-files",
    "--others",
    "--exclude-standard",
    "--full-name",
    "-z",
    "--",
    ...paths,
  ]);
  if (top === undefined || names === undefined) return [];
  const texts: AddedText[] = [];
  for (const path of names.split("\0").slice(0, MOST_NEW_FILES)) {
    const text = path === "" ? undefined : readSmall(join(top, path, os), LARGEST_NEW_FILE);
    if (text !== undefined && !text.includes("\0")) texts.push({ path, line: 1, text });
  }
  return texts;
}
