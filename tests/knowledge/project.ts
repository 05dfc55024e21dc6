/** A throw-away project with knowledge, and events of Claude Code in it. */
import { environmentOf } from "../../src/base/environment.ts";
import { answer } from "../../src/hook/answer.ts";
import { withScratch } from "../support/scratch.ts";

const assets = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** A project in its own folder. */
export interface Project {
  readonly root: string;
  readonly home: string;
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
  /** Writes files, by their paths from the root. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  /** Answers an event, with what an entry lists for it; the answer's standard output. */
  readonly event: (
    name: string,
    payload?: Record<string, unknown>,
    messages?: readonly string[],
  ) => Promise<string>;
  /** The text for the model of an answer to an event; empty for silence. */
  readonly told: (name: string, payload?: Record<string, unknown>) => Promise<string>;
  readonly prompt: (text: string, payload?: Record<string, unknown>) => Promise<string>;
  readonly tool: (
    name: string,
    input: Record<string, unknown>,
    payload?: Record<string, unknown>,
  ) => Promise<string>;
}

const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  SessionStart: [],
  UserPromptSubmit: ["knowledge-prompt"],
  PreToolUse: ["knowledge-path", "knowledge-rule"],
  PostToolUse: ["knowledge-path", "knowledge-check"],
  Stop: ["knowledge-check"],
};

/** Runs `body` in a project with `files`. */
export async function withProject(
  files: Readonly<Record<string, string | Uint8Array>>,
  body: (project: Project) => unknown,
): Promise<void> {
  await withScratch(async (base) => {
    const root = `${base}/proj`;
    const env = { HOME: `${base}/home`, GARFIO_STATE_DIR: `${base}/state` };
    for (const folder of [`${root}/.git`, env.HOME, env.GARFIO_STATE_DIR]) {
      Deno.mkdirSync(folder, { recursive: true });
    }
    const write: Project["write"] = (more) => {
      for (const [path, content] of Object.entries(more)) {
        const file = `${root}/${path}`;
        Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
        if (typeof content === "string") Deno.writeTextFileSync(file, content);
        else Deno.writeFileSync(file, content);
      }
    };
    const event: Project["event"] = async (name, payload = {}, messages = MESSAGES[name] ?? []) => {
      const reply = await answer({
        args: [name, ...messages],
        input: { payload: { session_id: "s1", hook_event_name: name, cwd: root, ...payload } },
        env: environmentOf(env),
        cwd: root,
        os: "linux",
        clock: Date.now,
        parentPid: 1,
        assets,
      });
      if (reply.stderr !== "") throw new Error(reply.stderr);
      return reply.stdout;
    };
    const told: Project["told"] = async (name, payload) => {
      const stdout = await event(name, payload);
      return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
    };
    write(files);
    await body({
      root,
      home: env.HOME,
      state: env.GARFIO_STATE_DIR,
      env,
      write,
      event,
      told,
      prompt: (text, payload) => told("UserPromptSubmit", { prompt: text, ...payload }),
      tool: (name, input, payload) => told("PreToolUse", { tool_name: name, tool_input: input, ...payload }),
    });
  });
}

/** The files of the fixture `name`, by their paths. */
export function fixture(name: string): Record<string, string> {
  const base = `${assets}/tests/fixtures/${name}`;
  const files: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const entry of Deno.readDirSync(`${base}${folder}`)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) visit(path);
      else files[path.slice(1)] = Deno.readTextFileSync(`${base}${path}`);
    }
  };
  visit("");
  return files;
}

/** An item as a file. */
export function item(front: string, body = "Text."): string {
  return `---\n${front.trim()}\n---\n${body}\n`;
}
