/** Builds what guards see from the canonical event. */
import { homeFolder } from "../base/folders.ts";
import { asString } from "../base/json.ts";
import type { Event } from "../contract/event.ts";
import type { Effects } from "../effect/effect.ts";
import type { EffectInput } from "../effect/effects.ts";
import type { Call } from "../guard/call.ts";
import { targetsOf } from "../guard/targets.ts";
import type { Policy } from "../policy/policy.ts";
import { readLine } from "../shell/load.ts";
import type { ShellLanguage, ShellReading, ShellSurroundings } from "../shell/reading.ts";
import type { Request } from "./request.ts";

/** The canonical shell tools and the language that each takes. */
const SHELLS: Readonly<Record<string, ShellLanguage>> = { Bash: "posix", PowerShell: "powershell" };

/** Thrown when the time for guards is used up; it counts as nothing found. */
export class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";
  constructor() {
    super("the time for guards is used up");
  }
}

/** The call behind `event`, with everything costly left until somebody asks. */
export function buildCall(
  request: Request,
  event: Event,
  policy: Policy,
  root: string,
  deadline: number,
): Call {
  const { os, env, absent, clock } = request;
  const home = homeFolder(request);
  const cwd = event.toolCwd ?? event.cwd;
  const language = event.toolName !== undefined && Object.hasOwn(SHELLS, event.toolName)
    ? SHELLS[event.toolName]
    : undefined;
  const command = language === undefined ? undefined : asString(event.toolInput?.["command"]);
  let reading: Promise<ShellReading | undefined> | undefined;
  let effects: Promise<Effects> | undefined;
  const shell = () => reading ??= readCommand(command, language, { cwd, home, env, os, deadline });
  const targets = targetsOf(event.toolName, event.toolInput, cwd, os);
  const checkTime = () => {
    if (clock() > deadline) throw new TimeIsUp();
  };
  return {
    event,
    os,
    env,
    ...(absent === undefined ? {} : { absent }),
    home,
    cwd,
    root: () => root,
    targets,
    command,
    shell,
    effects: () =>
      effects ??= readEffects(
        { event, cwd, root, home, os, env, changes: targets, checkTime },
        shell,
      ),
    settings: {
      header: policy.header,
      profile: policy.profile.value,
      runGit: policy.runGit,
      get mcpFailOpen() {
        return policy.mcpFailOpen;
      },
      get rules() {
        return { ...policy.rules, assets: request.assets };
      },
    },
    clock,
    keep: request.observer === undefined
      ? async (operation) =>
        (await import("../state/audit.ts")).auditOperation(request, clock(), event, operation)
      : undefined,
    checkTime,
  };
}

/** What the call would do; the tables behind it are loaded when the first guard asks. */
async function readEffects(
  about: Omit<EffectInput, "toolName" | "toolInput" | "reading"> & { readonly event: Event },
  shell: () => Promise<ShellReading | undefined>,
): Promise<Effects> {
  const { event, ...rest } = about;
  const { findEffects } = await import("../effect/effects.ts");
  return findEffects({
    ...rest,
    toolName: event.toolName,
    toolInput: event.toolInput,
    reading: await shell(),
  });
}

/** Of the reader is loaded what a command line needs, once a guard asks about it. */
async function readCommand(
  command: string | undefined,
  language: ShellLanguage | undefined,
  surroundings: ShellSurroundings,
): Promise<ShellReading | undefined> {
  if (command === undefined || language === undefined) return undefined;
  return await readLine(command, language, surroundings);
}
