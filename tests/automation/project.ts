/** A throw-away project with stand-ins for tools, a home of its own, and hooks that are answered in this process. */
import { environmentOf } from "../../src/base/environment.ts";
import { automationCommand } from "../../src/cli/automation.ts";
import type { Io } from "../../src/cli/io.ts";
import { answer } from "../../src/hook/answer.ts";
import { textsIn } from "../support/hook_case.ts";
import { withScratch } from "../support/scratch.ts";

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** The project and what can be done in it. */
export interface TestProject {
  /** Its folder. */
  readonly root: string;
  readonly folder: string;
  /** Writes a file; with `mode` 0o755 one that can be started. */
  readonly write: (path: string, text: string, mode?: number) => void;
  readonly read: (path: string) => string;
  /** Answers a hook; the texts that reach a model, and the whole answer. */
  readonly hook: (
    event: string,
    payload?: Record<string, unknown>,
    messages?: readonly string[],
  ) => Promise<{ text: string; stdout: string; stderr: string }>;
  /** `PostToolUse` of an edit of `path`. */
  readonly edit: (
    path: string,
    messages?: readonly string[],
  ) => Promise<{ text: string; stdout: string; stderr: string }>;
  /** `garfio automation …`, by a person who types `typed`; null: standard input is no terminal. */
  readonly command: (
    words: readonly string[],
    typed?: string | null,
    json?: boolean,
  ) => Promise<{ code: number; out: string; err: string }>;
  readonly approve: () => Promise<void>;
  readonly env: Record<string, string>;
}

/** Every automation of files. */
export const ALL = ["format", "typecheck", "quality", "console-log"];

/** Runs `body` in a fresh project. */
export function withProject(
  body: (project: TestProject) => Promise<void>,
  given: Record<string, string> = {},
): Promise<void> {
  // The stand-ins are scripts of a shell.
  if (Deno.build.os === "windows") return Promise.resolve();
  return withScratch(async (folder) => {
    const root = `${folder}/proj`;
    for (const path of [`${root}/.git`, `${folder}/home`, `${folder}/bin`]) {
      Deno.mkdirSync(path, { recursive: true });
    }
    const env: Record<string, string> = {
      HOME: `${folder}/home`,
      GARFIO_STATE_DIR: `${folder}/state`,
      GARFIO_PROFILE: "strict",
      PATH: `${folder}/bin:/usr/bin:/bin`,
      ...given,
    };
    const at = (path: string): string => path.startsWith("/") ? path : `${root}/${path}`;
    const hook: TestProject["hook"] = async (event, payload = {}, messages = ALL) => {
      const whole = { session_id: "s-1", cwd: root, hook_event_name: event, ...payload };
      const reply = await answer({
        args: [event, ...messages],
        input: { payload: whole },
        env: environmentOf(env),
        cwd: root,
        os: "linux",
        clock: Date.now,
        parentPid: 1,
        assets,
      });
      const text = reply.stdout === "" ? "" : textsIn(reply.stdout).join("\n");
      return { text, stdout: reply.stdout, stderr: reply.stderr };
    };
    const command: TestProject["command"] = async (words, typed = "yes", json = false) => {
      let out = "";
      let err = "";
      const io = {
        write: (text: string) => out += text,
        error: (text: string) => err += text,
        isTerminal: true,
        env: environmentOf(env),
        os: "linux",
        cwd: root,
        now: () => new Date(),
        assets,
      } as unknown as Io;
      const values = {
        text: () => undefined,
        has: (name: string) => json && name === "json",
        operands: words,
      };
      const terminal = { input: () => typed !== null, ask: () => typed };
      const code = await automationCommand(terminal).run(values, io);
      return { code, out, err };
    };
    const project: TestProject = {
      root,
      folder,
      env,
      write(path, text, mode = 0o644) {
        Deno.mkdirSync(at(path).slice(0, at(path).lastIndexOf("/")), { recursive: true });
        Deno.writeTextFileSync(at(path), text);
        Deno.chmodSync(at(path), mode);
      },
      read: (path) => Deno.readTextFileSync(at(path)),
      hook,
      edit: (path, messages = ALL) =>
        hook("PostToolUse", {
          tool_name: "Edit",
          tool_input: { file_path: at(path), old_string: "a", new_string: "b" },
          tool_response: {},
        }, messages),
      command,
      approve: async () => {
        const { code, err, out } = await command(["approve"]);
        if (code !== 0) throw new Error(`approve: ${out}${err}`);
      },
    };
    await body(project);
  });
}

/** A stand-in that runs `script` of a shell; what follows its arguments is the last one. */
export const standIn = (script: string): string => `#!/bin/sh\nfor last; do :; done\n${script}\n`;
