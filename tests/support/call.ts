/** A tool call for tests of guards, from a small description. */
import { type Environment, environmentOf } from "../../src/base/environment.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { resolve } from "../../src/base/path.ts";
import type { Os } from "../../src/base/platform.ts";
import type { Call, GuardSettings } from "../../src/guard/call.ts";
import type { Finding } from "../../src/guard/finding.ts";
import type { Guard } from "../../src/guard/guard.ts";
import { targetsOf } from "../../src/guard/targets.ts";
import type { ShellReading } from "../../src/shell/reading.ts";
import { findEffects } from "../../src/effect/effects.ts";

/** What a test says about a call; everything has a default. */
export interface CallDescription {
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly event?: string;
  readonly os?: Os;
  /** The project's root, which is also the working directory. */
  readonly root?: string;
  readonly cwd?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Partial<GuardSettings>;
  readonly response?: unknown;
  readonly prompt?: string;
  /** Replaces the reading of the command line. */
  readonly shell?: ShellReading;
  readonly checkTime?: () => void;
}

const SHELLS: Readonly<Record<string, ShellReading["language"]>> = {
  Bash: "posix",
  PowerShell: "powershell",
};

/** The call that `description` describes. */
export function callOf(description: CallDescription): Call {
  const { tool, input, os = "linux", root = "/proj", home = "/home/u" } = description;
  const cwd = description.cwd ?? root;
  const env: Environment = environmentOf(description.env ?? {});
  const language = tool === undefined ? undefined : SHELLS[tool];
  const command = language !== undefined && typeof input?.["command"] === "string"
    ? input["command"]
    : undefined;
  const targets = targetsOf(tool, input, cwd, os);
  const checkTime = description.checkTime ?? (() => {});
  const shell = async () => {
    if (description.shell !== undefined) return description.shell;
    if (command === undefined || language === undefined) return undefined;
    return await read(command, language, { cwd, home, env, os, deadline: Date.now() + 10_000 });
  };
  const effects = async () =>
    findEffects({
      toolName: tool,
      toolInput: input,
      cwd,
      root: resolve(root, ".", os),
      home,
      os,
      env,
      changes: targets,
      reading: await shell(),
      checkTime,
    });
  return {
    event: {
      name: description.event ?? "PreToolUse",
      sessionId: "s",
      agentId: undefined,
      agentType: undefined,
      cwd,
      transcriptPath: undefined,
      source: undefined,
      model: undefined,
      toolName: tool,
      toolInput: input,
      toolCwd: undefined,
      nativeInput: undefined,
      toolResponse: description.response,
      prompt: description.prompt,
      stopHookActive: false,
      harness: "test",
      payload: undefined,
    },
    os,
    env,
    home,
    cwd,
    root: () => resolve(root, ".", os),
    targets,
    command,
    shell,
    effects,
    settings: { header: undefined, ...description.settings },
    checkTime,
  };
}

/** Reads a command line with the program's own reader. */
async function read(
  command: string,
  language: ShellReading["language"],
  surroundings: import("../../src/shell/reading.ts").ShellSurroundings,
): Promise<ShellReading> {
  const { readShell } = await import("../../src/shell/read.ts");
  return readShell(command, language, surroundings);
}

/** What `guard` sees in a call; undefined too where it is not asked about the tool or the event. */
export async function judged(guard: Guard, description: CallDescription): Promise<Finding | undefined> {
  const call = callOf(description);
  if (!guard.events.includes(call.event.name)) return undefined;
  if (guard.tools.length > 0 && !guard.tools.includes(call.event.toolName ?? "")) return undefined;
  return await guard.concerns?.(call) === false ? undefined : await guard.judge(call);
}

/** `Write` of a whole file. */
export function write(path: string, content: string): CallDescription {
  return { tool: "Write", input: { file_path: path, content } };
}

/** `Edit` of a part of a file. */
export function edit(path: string, oldText: string, newText: string): CallDescription {
  return { tool: "Edit", input: { file_path: path, old_string: oldText, new_string: newText } };
}

/** A patch that adds `lines` to files. */
export function patch(files: Readonly<Record<string, string>>): CallDescription {
  const parts = Object.entries(files).map(([path, text]) =>
    `*** Update File: ${path}\n@@\n${text.split("\n").map((line) => `+${line}`).join("\n")}\n`
  );
  return { tool: "apply_patch", input: { command: `*** Begin Patch\n${parts.join("")}*** End Patch\n` } };
}

/** A command line of a POSIX shell. */
export function bash(command: string): CallDescription {
  return { tool: "Bash", input: { command } };
}
