/** Secrets and leftovers in what a commit would add. */
import { atLeast, detect, lineOf } from "../../secret/detect.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { AddedText } from "./added.ts";
import { gitRunner } from "./git_program.ts";
import { findLeftovers, type Leftover } from "./leftovers.ts";
import type { CommitOptions } from "./options.ts";
import { addedByCommit, repositoryOf } from "./snapshot.ts";

/** Milliseconds for everything that git is asked. */
const TIME_FOR_GIT = 2_000;

/** What is found, errors first; nothing where git cannot tell in time. */
export async function inspectCommit(
  call: Call,
  command: SimpleCommand,
  options: CommitOptions,
  earlier: readonly SimpleCommand[],
): Promise<Leftover[]> {
  const { env, os } = call;
  const folder = repositoryOf(command, os);
  if (folder === undefined) return [];
  const run = gitRunner({ env, os, cwd: folder, root: call.root(), time: TIME_FOR_GIT });
  const added = run === undefined
    ? undefined
    : await addedByCommit(run, options, earlier, os).catch(() => undefined);
  if (added === undefined) return [];
  return [...findSecrets(added, call.checkTime), ...findLeftovers(added, call.checkTime)]
    .sort((a, b) => Number(a.level === "hint") - Number(b.level === "hint"));
}

/** Secrets, by kind and place. */
export function findSecrets(added: readonly AddedText[], tick: () => void): Leftover[] {
  return added.flatMap((piece) => {
    tick();
    return detect(piece.text).filter((secret) => atLeast(secret, "likely")).map((secret): Leftover => ({
      level: "error",
      // Never the value: a refusal is kept in transcripts.
      found: `a secret (${secret.kind})`,
      path: piece.path,
      line: piece.line + lineOf(piece.text, secret.start) - 1,
    }));
  });
}
