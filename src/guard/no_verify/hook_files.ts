/** Git's hook files, and the files in which git's settings are, changed through the shell. */
import { resolve } from "../../base/path.ts";
import type { Effect } from "../../effect/effect.ts";
import type { SimpleCommand } from "../../shell/reading.ts";
import type { Call } from "../call.ts";
import type { Verdict } from "./verdict.ts";

/** The folder of hooks in a repository, in one of its submodules or worktrees, or something in it. */
const HOOKS = /(?:^|\/)\.git(?:\/(?:modules|worktrees)\/.+)?\/hooks(?:\/|$)/;
const SAMPLE = /\.sample$/;
const SETTINGS = /(?:^|\/)(?:\.git\/config(?:\.worktree)?|\.gitconfig|\.config\/git\/config)$/;

/** Whether `path` is git's folder of hooks or one of them. */
export function isHookPath(path: string): boolean {
  const text = path.replaceAll("\\", "/");
  return HOOKS.test(text) && !SAMPLE.test(text);
}

/** Whether `path` is a file of git's settings. */
export function isGitSettings(path: string): boolean {
  return SETTINGS.test(path.replaceAll("\\", "/"));
}

/** Whether the text of a command line could concern such files: reading effects costs time. */
export function mayTouchHooks(text: string): boolean {
  return /hooks|gitconfig|git[\\/]config/i.test(text);
}

/** What the call does to hooks that are there, by `rm`, `mv`, `>`, `chmod` and their like. */
export async function judgeHookFiles(
  call: Call,
  commands: readonly SimpleCommand[],
): Promise<Verdict | undefined> {
  for (const effect of (await call.effects()).list) {
    const verdict = judgeEffect(call, effect);
    if (verdict !== undefined) return verdict;
  }
  for (const command of commands) {
    const path = takesRightsFrom(command, call);
    if (path !== undefined) return { action: "ask", found: `${command.name} ${path}`, rule: "hook-files" };
  }
  return undefined;
}

function judgeEffect(call: Call, { verb, target, what, text }: Effect): Verdict | undefined {
  if (target === undefined || target.place === "nowhere") return undefined;
  const path = target.path ?? target.text;
  const changes = verb === "delete" || verb === "move" || verb === "overwrite" || verb === "write";
  // A new hook is nothing that is got past.
  const takes = verb !== "write" || target.exists === true;
  if (changes && takes && (isHookPath(path) || isHookPath(target.text))) {
    return { action: "ask", found: `${what} ${target.text}`, rule: "hook-files" };
  }
  const written = text ?? call.command ?? "";
  if ((verb === "write" || verb === "overwrite") && isGitSettings(path) && /hookspath/i.test(written)) {
    return { action: "ask", found: `${what} ${target.text}`, rule: "config" };
  }
  return undefined;
}

/** A hook without the right to be run does not run. */
function takesRightsFrom(command: SimpleCommand, call: Call): string | undefined {
  if (command.name !== "chmod") return undefined;
  const words = command.words.slice(1);
  const values = words.map((word) => word.value ?? word.prefix);
  // The mode may look like an option: `chmod -x file`.
  const modeAt = values.findIndex((value) =>
    /^(?:[0-7]{3,4}|[ugoa]*[-+=].*)$/.test(value) && !/^-(?:R|v|c|f|-)/.test(value)
  );
  if (modeAt < 0 || !takesExecution(values[modeAt]!)) return undefined;
  return values.find((value, index) =>
    index !== modeAt && value !== "" && isHookPath(resolve(command.cwd ?? call.cwd, value, call.os))
  );
}

function takesExecution(mode: string): boolean {
  if (/^[0-7]+$/.test(mode)) return !/[1357]/.test(mode.slice(-3, -2));
  return mode.split(",").some((part) => /^[ugoa]*-[rwst]*x/.test(part) || /^[ua]?=[rw]*$/.test(part));
}
