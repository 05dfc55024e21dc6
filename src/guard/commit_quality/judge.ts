/** Looks at a `git commit` before it is made: the message, and where the operator allows running git, what it adds. */
import { oneLine } from "../../base/text.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { Finding } from "../finding.ts";
import { asGitCall } from "../git_command.ts";
import { usesConventionalCommits } from "./convention.ts";
import type { Leftover } from "./leftovers.ts";
import { messageOf } from "./message.ts";
import { type CommitOptions, readCommitOptions } from "./options.ts";
import { type MessageFault, messageFaults } from "./style.ts";

/** The first commit on the line that has an error; else the first with a hint. */
export async function judgeCommit(call: Call): Promise<Finding | undefined> {
  const reading = await call.shell();
  // Of a line that breaks off, a message may be known only in part.
  if (reading === undefined || reading.incomplete !== undefined) return undefined;
  const { commands } = reading;
  let hint: Finding | undefined;
  for (const [index, command] of commands.entries()) {
    call.checkTime();
    const git = asGitCall(command);
    if (git?.subcommand !== "commit") continue;
    const options = readCommitOptions(git.words);
    if (options.idle) continue;
    const earlier = commands.slice(0, index);
    const faults = faultsOfMessage(call, command, options, earlier);
    // What looks into files is loaded only where it may.
    const leftovers = call.settings.runGit === true
      ? await (await import("./inspect.ts")).inspectCommit(call, command, options, earlier)
      : [];
    const finding = asFinding(command, faults, leftovers);
    if (finding !== undefined && finding.atMost === undefined) return finding;
    hint ??= finding;
  }
  return hint;
}

function faultsOfMessage(
  call: Call,
  command: SimpleCommand,
  options: CommitOptions,
  earlier: readonly SimpleCommand[],
): MessageFault[] {
  const message = options.otherMessage && options.messages.length === 0
    ? undefined
    : messageOf(command, options, earlier, call.os);
  if (message === undefined) return [];
  const strict = call.settings.profile === "strict";
  return messageFaults(message, {
    strict,
    conventional: strict || usesConventionalCommits(call.root(), call.os),
  });
}

function asFinding(
  command: SimpleCommand,
  faults: readonly MessageFault[],
  leftovers: readonly Leftover[],
): Finding | undefined {
  const isError = faults.some(({ level }) => level === "error") ||
    leftovers.some(({ level }) => level === "error");
  const [first, ...more] = leftovers;
  if (faults.length === 0 && first === undefined) return undefined;
  return {
    values: {
      message: faults.length === 0 ? undefined : oneLine(faults.map(({ text }) => text).join("; "), 200),
      found: first?.found,
      where: first === undefined ? undefined : `${first.path}:${first.line}`,
      more: more.length === 0 ? undefined : more.length,
    },
    range: command.range,
    rule: faults.length > 0 ? "message" : "snapshot",
    ...(isError ? {} : { atMost: "advise" as const }),
  };
}
