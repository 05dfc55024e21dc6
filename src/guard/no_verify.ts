/**
 * Finds calls of git that get past its hooks: by an option, by settings that hold for one call, by variables, by hooks
 * that are taken away, and by commands that record or send without any.
 *
 * An unknown word where an option may stand is let pass (`git commit $FILES`), unless something says that it is a way
 * past the hooks: the name of its variable, a value which that variable had on the line, or an option that begins in it.
 */
import type { ShellReading, ShellWord, SimpleCommand } from "../shell/reading.ts";
import type { Call } from "./call.ts";
import type { Finding } from "./finding.ts";
import { judgeConfig } from "./no_verify/config.ts";
import { LineEnvironment } from "./no_verify/environment.ts";
import { judgeFrontEnd } from "./no_verify/front_ends.ts";
import { type GitRun, readGit } from "./no_verify/git_run.ts";
import { judgeHookFiles, mayTouchHooks } from "./no_verify/hook_files.ts";
import { HOOKLESS, readOptions, runsHooks } from "./no_verify/options.ts";
import { judgeVariables } from "./no_verify/switches.ts";
import { settingVerdict, stronger, type Verdict } from "./no_verify/verdict.ts";

/** Finds the strongest way past git's hooks in the command line of a call. */
export async function judgeNoVerify(call: Call): Promise<Finding | undefined> {
  const reading = await call.shell();
  if (reading === undefined) return undefined;
  const line = new LineEnvironment(reading);
  let found: (Verdict & { readonly command: SimpleCommand }) | undefined;
  for (const command of reading.commands) {
    call.checkTime();
    const verdict = judgeCommand(call, command, line, reading);
    if (verdict !== undefined && stronger(found, verdict) === verdict) found = { ...verdict, command };
    if (found?.action === "deny") break;
    line.pass(command);
  }
  // A line that the shell refuses runs nothing; what it would have run is still worth a question.
  const isBroken = reading.incomplete?.startsWith("syntax") === true;
  if (found !== undefined) {
    const { start, end } = found.command.range;
    return finding(isBroken ? { ...found, action: "ask" } : found, { start, end });
  }
  if (mayTouchHooks(reading.text)) {
    const verdict = await judgeHookFiles(call, reading.commands);
    if (verdict !== undefined) return finding(verdict);
  }
  if (reading.incomplete !== undefined && /\bgit\b[^]*(?:--no-veri|hookspath)/i.test(reading.text)) {
    return finding({ action: "ask", found: "git", rule: "incomplete" });
  }
  return undefined;
}

function finding({ action, found, rule }: Verdict, range?: Finding["range"]): Finding {
  return {
    values: { found },
    ...(action === "ask" ? { atMost: "ask" } : {}),
    ...(range === undefined ? {} : { range }),
    rule: `no-verify/${rule}`,
  };
}

function judgeCommand(
  call: Call,
  command: SimpleCommand,
  line: LineEnvironment,
  reading: ShellReading,
): Verdict | undefined {
  const run = readGit(command);
  if (run === undefined) return judgeFrontEnd(command);
  const verdict = judgeGit(call, run, line, reading);
  return verdict === undefined || run.certain ? verdict : { ...verdict, action: "ask" };
}

function judgeGit(
  call: Call,
  run: GitRun,
  line: LineEnvironment,
  reading: ShellReading,
): Verdict | undefined {
  const { subcommand, words } = run;
  if (subcommand === "config") return judgeConfig(call, run, reading);
  if (subcommand === undefined) {
    const off = words.find(({ value }) => value === "--no-verify");
    return off === undefined ? undefined : { action: "ask", found: "git --no-verify", rule: "option" };
  }
  if (HOOKLESS.has(subcommand)) return { action: "ask", found: `git ${subcommand}`, rule: "plumbing" };
  if (subcommand === "hash-object") return judgeHashObject(words);
  const { off, unknown } = readOptions(subcommand, words);
  if (off !== undefined) return { action: "deny", found: `git ${subcommand} ${off}`, rule: "option" };
  if (!runsHooks(subcommand)) return undefined;
  let verdict: Verdict | undefined;
  for (const setting of run.settings) verdict = stronger(verdict, settingVerdict(setting));
  // An alias made on the line is met as what it stands for, too.
  verdict = stronger(verdict, judgeVariables(run.command, line));
  if (verdict !== undefined) return verdict;
  const hint = unknown.find((word) => hintsAtBypass(word, line));
  return hint === undefined
    ? undefined
    : { action: "ask", found: `git ${subcommand} ${hint.raw}`, rule: "unknown" };
}

/** A commit object that is written by hand. */
function judgeHashObject(words: readonly ShellWord[]): Verdict | undefined {
  const values = words.map(({ value }) => value);
  const writes = values.includes("-w") && values.some((value) => value === "commit" || value === "-tcommit");
  return writes ? { action: "ask", found: "git hash-object -t commit -w", rule: "plumbing" } : undefined;
}

/** Whether something says that an unknown word is a way past the hooks. */
function hintsAtBypass(word: ShellWord, line: LineEnvironment): boolean {
  if (word.prefix !== "" && word.prefix !== "-") return word.prefix.startsWith("--n") || word.prefix === "--";
  if (word.prefix === "-") return true;
  if (/no_?-?verif|(?:skip|bypass|disable|without)_?-?(?:hook|check|verif)/i.test(word.raw)) return true;
  const names = [...word.raw.matchAll(/\$\{?(\w+)/g)].map((match) => match[1]!);
  return names.some((name) => line.assigned(name).some((value) => value !== undefined && isBypass(value))) ||
    (word.from ?? []).some(({ words }) => words.some(({ value }) => value?.startsWith("--no-veri")));
}

/** Whether the text holds an option that leaves hooks out of a commit. */
function isBypass(text: string): boolean {
  return text.split(/\s+/).some((part) => /^--no-veri/.test(part) || part === "-n");
}
