/** Reminds of what a push will send. It pushes nothing and stops nothing. */
import type { SimpleCommand } from "../shell/reading.ts";
import { argumentsOf } from "../shell/package_script.ts";
import type { Call } from "./call.ts";
import { repositoryOf } from "./commit_quality/snapshot.ts";
import type { Finding } from "./finding.ts";
import { asGitCall } from "./git_command.ts";
import { standingAt } from "./repository.ts";

/** Milliseconds for what git is asked. */
const TIME_FOR_GIT = 1_500;
const MOST_FILES = 5;
const SENDS_NOTHING = /^(?:--dry-run|--help|-h|-[a-z]*n[a-z]*)$/;

/** The first push on the line. */
export async function judgePush(call: Call): Promise<Finding | undefined> {
  const commands = (await call.shell())?.commands ?? [];
  const push = commands.find(isPush);
  if (push === undefined) return undefined;
  const finding = { atMost: "advise", range: push.range, rule: "push-reminder/push" } as const;
  const folder = repositoryOf(push, call.os);
  const standing = folder === undefined ? undefined : standingAt(folder, call.os);
  if (folder === undefined || standing === undefined) return { ...finding, values: {} };
  const { branch, upstream, level } = standing;
  const sent = await sentBy(call, folder);
  return {
    ...finding,
    values: { branch, upstream, level: level ? "the same commit" : undefined, ...sent },
  };
}

function isPush(command: SimpleCommand): boolean {
  const git = asGitCall(command);
  if (git === undefined) return false;
  const args = argumentsOf(command);
  // An unknown word could be anything, so it does not make a push of a dry run.
  if (args.some((arg) => SENDS_NOTHING.test(arg))) return false;
  return git.subcommand === "push" ||
    (git.subcommand === "subtree" && git.words.some(({ value }) => value === "push"));
}

/** The number of commits and the files that the other side does not have; only where the operator lets git run. */
async function sentBy(
  { settings, env, os, root }: Call,
  folder: string,
): Promise<{ ahead?: number; files?: string; more?: number | undefined }> {
  if (settings.runGit !== true) return {};
  const { gitRunner } = await import("./commit_quality/git_program.ts");
  const run = gitRunner({ env, os, cwd: folder, root: root(), time: TIME_FOR_GIT });
  const count = await run?.(["rev-list", "--count", "@{upstream}..HEAD"]).catch(() => undefined);
  const ahead = Number(count?.trim() || NaN);
  if (run === undefined || !Number.isInteger(ahead)) return {};
  const names = await run(["diff", "--name-only", "--no-ext-diff", "--no-textconv", "@{upstream}...HEAD"])
    .catch(() => undefined);
  const files = (names ?? "").split("\n").filter((name) => name !== "");
  return {
    ahead,
    files: files.slice(0, MOST_FILES).join(", "),
    more: files.length > MOST_FILES ? files.length - MOST_FILES : undefined,
  };
}
