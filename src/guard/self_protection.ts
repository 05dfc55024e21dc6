/**
 * Keeps guards from being taken away by what they guard: the files in which harnesses read their hooks, Garfio's own
 * files and program, and the ways to start a harness without hooks. What an operator may want is asked; what only takes
 * guards away is refused.
 */
import type { Call } from "./call.ts";
import { type Touched, touchedFiles } from "./config_protection/touched.ts";
import type { Finding } from "./finding.ts";
import { LineEnvironment } from "./no_verify/environment.ts";
import { stronger, type Verdict } from "./no_verify/verdict.ts";
import { judgeCommand } from "./self_protection/commands.ts";
import { mayConcernUs } from "./self_protection/marks.ts";
import { judgeOwnFile } from "./self_protection/own_files.ts";
import { judgeSurface } from "./self_protection/surfaces.ts";

/** Finds what a call would do to guards. */
export async function judgeSelfProtection(call: Call): Promise<Finding | undefined> {
  if (call.command !== undefined && !mayConcernUs(call.command)) return undefined;
  const commands = await judgeCommands(call);
  if (commands?.action === "deny") return finding(commands);
  let found: Verdict | undefined = commands;
  for (const touched of await touchedFiles(call, mayConcernUs)) {
    call.checkTime();
    found = stronger(found, judgeFile(call, touched));
    if (found?.action === "deny") break;
  }
  return found === undefined ? undefined : finding(found);
}

function judgeFile(call: Call, touched: Touched): Verdict | undefined {
  const own = judgeOwnFile(call, touched);
  if (own !== undefined) return { action: own, found: touched.shown, rule: "own-file" };
  const surface = judgeSurface(call, touched);
  return surface === undefined ? undefined : { action: surface, found: touched.shown, rule: "hook-file" };
}

async function judgeCommands(call: Call): Promise<Verdict | undefined> {
  const reading = await call.shell();
  if (reading === undefined) return undefined;
  const line = new LineEnvironment(reading);
  let found: Verdict | undefined;
  for (const command of reading.commands) {
    call.checkTime();
    line.pass(command);
    found = stronger(found, judgeCommand(call, command, line));
  }
  return found;
}

function finding({ action, found, rule }: Verdict): Finding {
  return {
    values: { found },
    ...(action === "ask" ? { atMost: "ask" } : {}),
    rule: `self-protection/${rule}`,
  };
}
