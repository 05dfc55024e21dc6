/**
 * One session of a real client: what the scripted model asks it to do, and what it has to have done afterwards. Nothing
 * that a hook prints is looked at: only files, and what reached the model.
 */
import type { Contract } from "../../src/contract/contract.ts";
import { approveAll } from "../knowledge/approval.ts";
import type { Project } from "../knowledge/project.ts";
import { type Client, put, type Ran, type World } from "./client.ts";
import type { Asked, Step } from "./model.ts";

/** What was looked at, in the order of the table. */
export const CHECKS = [
  ["start", "told at the start, once"],
  ["prompt", "told with the prompt, once"],
  ["allowed", "allowed command ran"],
  ["refused", "refused command did not run"],
  ["edit", "refused edit did not happen"],
  ["before", "remark before a tool reached the model, once"],
  ["after", "remark after a tool reached the model, once"],
  ["rewrite", "changed input was used"],
  ["stop", "end of the turn was held once"],
  ["faults", "no hook reported as failed"],
] as const;

/** The id of one check. */
export type Check = (typeof CHECKS)[number][0];

/** `yes`; `no`, which is a defect; or in words what the harness does instead, as its table says. */
export type Outcome = { readonly ok: boolean; readonly text: string };

export const PROMPT = "Do the scripted work PROMPTWORD.";
const PROMPT_MARK = "PROMPTMARK the prompt was heard";
const AFTER_MARK = "AFTERMARK the command was heard";
/** Some clients let nobody write the manifests that they know of themselves. */
const MANIFEST = "requirements.txt";
const REQUIRED = "requests\n";

/** The home and the project before the client starts. */
export async function furnish(world: World): Promise<void> {
  const { home, project, bin, temp } = world;
  put(`${home}/Documents/letter.txt`, "Dear Ada\n");
  put(`${home}/.config/garfio/config.jsonc`, {
    rules: [
      {
        id: "prompt",
        event: "UserPromptSubmit",
        match: { pattern: "PROMPTWORD" },
        action: "advise",
        message: PROMPT_MARK,
        instead: "go on",
      },
      {
        id: "after",
        event: "PostToolUse",
        match: { command: { name: "uname" } },
        action: "advise",
        message: AFTER_MARK,
        instead: "go on",
      },
    ],
  });
  put(`${project}/README.md`, "# Demonstration\n");
  put(`${project}/.eslintrc.json`, '{ "root": true }\n');
  put(
    `${project}/.garfio/knowledge/tests.md`,
    `---\nkind: rule\ntitle: The tests pass\npaths: [${MANIFEST}]\ncheck:\n  run: [npm, test]\n---\n\nRun them.\n`,
  );
  // They write down that they were called. A login shell sets its own search path, so its profile names them too.
  put(`${bin}/npm`, `#!/bin/sh\necho "$@" >> "${temp}/ran-npm"\necho "1 passing"\n`, 0o755);
  put(`${bin}/tmux`, `#!/bin/sh\necho "$@" >> "${temp}/ran-tmux"\n`, 0o755);
  for (const name of [".profile", ".bash_profile", ".bashrc"]) {
    put(`${home}/${name}`, `PATH="${bin}:$PATH"\n`);
  }
  const git = async (...args: string[]) =>
    await new Deno.Command("git", {
      args: ["-c", "user.name=dev", "-c", "user.email=dev@example.com", ...args],
      cwd: project,
      env: { HOME: home },
    }).output();
  await git("init", "-q", "-b", "main");
  await git("add", "-A");
  await git("commit", "-qm", "start");
  await approveAll({ env: { HOME: home }, root: project } as unknown as Project);
}

/** What the model asks for. */
export function scriptFor(client: Client, { home, project }: World): Step[] {
  return [
    { call: client.shell("echo allowed > ran-allowed") },
    { call: client.shell(`rm -rf ${home}/Documents`) },
    { call: client.write(`${project}/${MANIFEST}`, REQUIRED) },
    { call: client.shell("npm run dev") },
    { call: client.shell("uname") },
    { call: client.edit(`${project}/.eslintrc.json`, '{ "root": true }', '{ "root": false }') },
    { text: "All is done." },
    // Only a turn that was held comes here.
    { call: client.shell("npm test") },
    { text: "Now all is done." },
  ];
}
const END = 6;

/** What the client did, for each check. */
export function judge(
  client: Client,
  contract: Contract,
  world: World,
  asked: readonly Asked[],
  ran: Ran,
): Record<Check, Outcome> {
  const { home, project, temp } = world;
  const heard = (from: number, text: string) => asked.slice(from).some(({ raw }) => raw.includes(text));
  const can = (canonical: string, channel: "context" | "deny" | "rewrite") =>
    Object.values(contract.events).some((event) =>
      event.canonical === canonical && event.channels[channel] !== undefined
    );
  const npm = read(`${temp}/ran-npm`);
  const moved = read(`${temp}/ran-tmux`).includes("npm run dev") && !npm.includes("run dev");
  const faults = [
    ...client.faults(ran, world),
    ...(asked.length <= END
      ? [`the session ended after ${asked.length} requests, with exit code ${ran.code}`]
      : []),
  ];
  const holds = Math.max(0, asked.filter(({ step }) => step.text !== undefined).length - 1);
  const start = "How to begin this session";
  // The last request holds the whole conversation.
  const once = (from: number, text: string) =>
    heard(from, text) && countOf(asked.at(-1)?.raw ?? "", text) === 1;
  return {
    start: yes(once(0, start)),
    prompt: yes(once(0, PROMPT_MARK)),
    allowed: yes(read(`${project}/ran-allowed`) === "allowed\n"),
    refused: yes(read(`${home}/Documents/letter.txt`) !== "" && heard(2, "Garfio hook, loss:")),
    edit: yes(read(`${project}/.eslintrc.json`).includes('"root": true') && heard(6, "Garfio hook, ")),
    before: yes(read(`${project}/${MANIFEST}`) === REQUIRED && once(3, "Garfio hook, dependencies:")),
    after: yes(once(5, AFTER_MARK)),
    rewrite: can("PreToolUse", "rewrite")
      ? yes(moved)
      : { ok: !moved && npm.includes("run dev") && heard(4, "tmux"), text: "the model is told instead" },
    stop: can("Stop", "deny") && client.endsWithTurn !== true
      ? yes(holds === 1 && heard(END + 1, "npm test"))
      : {
        ok: holds === 0,
        text: client.endsWithTurn ? "the client ends with the turn" : "the turn cannot be held",
      },
    faults: faults.length === 0 ? yes(true) : { ok: false, text: faults.slice(0, 3).join(" / ") },
  };
}

function yes(ok: boolean): Outcome {
  return { ok, text: ok ? "yes" : "no" };
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
