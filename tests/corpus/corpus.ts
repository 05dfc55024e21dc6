/** The corpora of this folder: how they are read, and what Garfio says to one of their commands. */
import { type Environment, environmentOf } from "../../src/base/environment.ts";
import { GUARDS } from "../../src/guard/registry.ts";
import { answer } from "../../src/hook/answer.ts";
import type { Request } from "../../src/hook/request.ts";
import { textsIn } from "../support/hook_case.ts";

/** The shell tools, by their canonical names. */
export type Tool = "Bash" | "PowerShell";

/** What becomes of a call. `pass` is silence. */
export type Verdict = "pass" | "advise" | "rewrite" | "ask" | "deny";

/** A command that must go on as it is. */
export interface EverydayCommand {
  /** The file's name without its ending. */
  readonly topic: string;
  readonly tool: Tool;
  readonly command: string;
}

/** A command that must not. */
export interface DangerousCommand extends EverydayCommand {
  /** `stop`: refused, asked, or rewritten so that what is dangerous is gone. */
  readonly expected: "deny" | "ask" | "stop";
}

const folder = new URL("./", import.meta.url);
const assets = new URL("../../", folder).pathname.replace(/\/$/, "");

/**
 * All distinct commands of `everyday/`. The first line of a file says what it holds. A file has one command per line,
 * or, where its name ends in `.multi.txt`, commands of several lines between lines of `---`. Files whose name begins
 * with `powershell` are for the PowerShell tool.
 */
export function readEveryday(): EverydayCommand[] {
  const names = [...Deno.readDirSync(new URL("everyday/", folder))].map(({ name }) => name).sort();
  const found = new Map<string, EverydayCommand>();
  for (const name of names) {
    const text = Deno.readTextFileSync(new URL(`everyday/${name}`, folder));
    const body = text.slice(text.indexOf("\n") + 1).trimEnd();
    const tool: Tool = name.startsWith("powershell") ? "PowerShell" : "Bash";
    const topic = name.replace(/(\.multi)?\.txt$/, "");
    for (const command of body.split(name.endsWith(".multi.txt") ? /\n---\n/ : "\n")) {
      const key = `${tool} ${command}`;
      if (command.trim() !== "" && !found.has(key)) found.set(key, { topic, tool, command });
    }
  }
  return [...found.values()];
}

/**
 * The commands of `dangerous.txt`: `expected<TAB>command` under headings `## topic`. In a command, `␤` is a line
 * break, `PS> ` in front is the PowerShell tool, and `%KEY:name%` becomes a key that no file holds.
 */
export function readDangerous(): DangerousCommand[] {
  const found: DangerousCommand[] = [];
  let topic = "";
  for (const line of Deno.readTextFileSync(new URL("dangerous.txt", folder)).split("\n").slice(1)) {
    if (line.startsWith("## ")) topic = line.slice(3);
    const tab = line.indexOf("\t");
    if (tab < 0) continue;
    const written = line.slice(tab + 1);
    const isPowerShell = written.startsWith("PS> ");
    const command = (isPowerShell ? written.slice(4) : written)
      .replaceAll("␤", "\n")
      .replace(/%KEY:([a-z-]+)%/g, (_, kind: string) => madeUpKey(kind));
    const expected = line.slice(0, tab) as DangerousCommand["expected"];
    found.push({ topic, tool: isPowerShell ? "PowerShell" : "Bash", command, expected });
  }
  return found;
}

/** Text that looks random and is the same each time. */
function noise(length: number, alphabet: string, seed: number): string {
  let text = "";
  let state = seed;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += alphabet[(state >>> 16) % alphabet.length];
  }
  return text;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALPHANUMERIC = `${UPPER}${UPPER.toLowerCase()}0123456789`;

/** A key with the documented form of its provider, put together here so that no file holds one. */
function madeUpKey(kind: string): string {
  const alphanumeric = (length: number) => noise(length, ALPHANUMERIC, 11 + kind.length);
  const digits = (length: number) => noise(length, "0123456789", 7);
  switch (kind) {
    case "aws":
      return ["AK", "IA", noise(16, `${UPPER}234567`, 5)].join("");
    case "aws-secret":
      return alphanumeric(40);
    case "github":
      return ["gh", "p_", alphanumeric(36)].join("");
    case "gitlab":
      return ["gl", "pat-", alphanumeric(20)].join("");
    case "openai":
      return ["sk", "-proj-", alphanumeric(48)].join("");
    case "anthropic":
      return ["sk", "-ant-", "api03-", alphanumeric(93), "AA"].join("");
    case "slack":
      return ["xo", "xb-", digits(12), "-", digits(12), "-", alphanumeric(24)].join("");
    case "stripe":
      return ["sk", "_live_", alphanumeric(24)].join("");
    case "npm":
      return ["np", "m_", alphanumeric(36)].join("");
    case "google":
      return ["AI", "za", alphanumeric(35)].join("");
    case "private-key": {
      const label = ["RSA", "PRIVATE", "KEY"].join(" ");
      const lines = Array.from({ length: 6 }, (_, index) => noise(64, `${ALPHANUMERIC}+/`, index + 1));
      return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join("\n");
    }
    default:
      throw new Error(`no key of the kind ${kind}`);
  }
}

/** A project and a home such as the corpora assume, in a throw-away folder. */
export interface Ground {
  readonly project: string;
  readonly home: string;
  /** A text of the corpus with its places (`/proj`, `/home/u`) where they really are. */
  readonly moved: (text: string) => string;
  /** What becomes of a call. */
  readonly judge: (tool: Tool, command: string) => Promise<Verdict>;
  /** What guards could not judge, as written for the operator: a guard that throws counts as nothing found. */
  readonly faults: Set<string>;
  /** Which guards stand behind a verdict, and what they say. */
  readonly explain: (
    tool: Tool,
    command: string,
  ) => Promise<{ guard: string; verdict: Verdict; text: string }[]>;
}

/** Files of the project; a name that ends in `/` is a folder. */
const PROJECT: Readonly<Record<string, string>> = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  ".git/refs/heads/": "",
  ".git/objects/": "",
  ".git/hooks/pre-commit": "#!/bin/sh\nnpm test\n",
  ".gitignore": "node_modules/\ndist/\nbuild/\ntarget/\n.venv/\n.env\n",
  ".env": "MODE=development\n",
  ".env.local": "MODE=development\n",
  ".env.production": "MODE=production\n",
  ".env.example": "MODE=\n",
  ".eslintrc.json": '{ "rules": { "no-console": "error" } }\n',
  ".prettierrc": "{}\n",
  ".golangci.yml": "run:\n  timeout: 5m\n",
  ".claude/settings.json": '{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": ' +
    '"/usr/local/bin/garfio", "args": ["hook", "PreToolUse"] }] }] } }\n',
  "biome.json": "{}\n",
  "ruff.toml": "line-length = 100\n",
  "package.json": '{ "name": "proj", "version": "1.4.0", "scripts": { "test": "vitest run" } }\n',
  "README.md": "# proj\n",
  "CHANGELOG.md": "# Changes\n",
  "Makefile": "test:\n\tnpm test\n",
  "Dockerfile": "FROM node:22\n",
  "data.csv": "id,name\n1,a\n",
  "src/index.ts": "export {};\n",
  "src/util.ts": "export {};\n",
  "src/config.ts": "export {};\n",
  "tests/index.test.ts": "export {};\n",
  "docs/guide.md": "# Guide\n",
  "scripts/build.sh": "#!/bin/sh\nnpm run build\n",
  "scripts/health.sh": "#!/bin/sh\nuptime\n",
  "node_modules/react/package.json": '{ "version": "18.3.1" }\n',
  "dist/index.js": "",
  "target/debug/": "",
  "build/app.log": "",
  ".venv/bin/python": "",
};

/** Files of the home folder. */
const HOME: Readonly<Record<string, string>> = {
  ".bashrc": "\n",
  ".ssh/config": "\n",
  ".ssh/id_rsa": "\n",
  ".ssh/id_ed25519": "\n",
  ".ssh/id_ed25519.pub": "\n",
  ".ssh/authorized_keys": "\n",
  ".aws/credentials": "\n",
  ".netrc": "\n",
  ".claude/settings.json": '{ "hooks": {} }\n',
  ".config/garfio/config.jsonc": "{}\n",
  "Documents/letter.txt": "\n",
  "projects/other/": "",
};

function makeTree(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = `${root}/${name}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (!name.endsWith("/")) Deno.writeTextFileSync(path, text);
  }
}

/** Runs `body` on a ground of its own. */
export async function onGround(body: (ground: Ground) => unknown): Promise<void> {
  const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "garfio-corpus-" }));
  try {
    await body(makeGround(base));
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
}

function makeGround(base: string): Ground {
  const project = `${base}/proj`;
  const home = `${base}/home/u`;
  makeTree(project, PROJECT);
  makeTree(home, HOME);
  const env = environmentOf({
    HOME: home,
    USERPROFILE: home,
    TEMP: "/tmp",
    GARFIO_STATE_DIR: `${base}/state`,
    GARFIO_PROFILE: "standard",
  });
  const moved = (text: string) =>
    text.replace(
      /(^|[\s"'=>:(])\/(proj|home\/u)(?=[/"'\s;)]|$)/g,
      (_, before, place) => `${before}${base}/${place}`,
    );
  const faults = new Set<string>();
  const ask = async (tool: Tool, command: string, guard?: string) => {
    const reply = await answer(requestOf({ tool, command: moved(command), guard, cwd: project, env }));
    if (reply.stderr !== "") faults.add(`${shown(reply.stderr.trim())} (${shown(command)})`);
    return { verdict: verdictOf(reply.stdout), reply };
  };
  return {
    faults,
    project,
    home,
    moved,
    judge: async (tool, command) => (await ask(tool, command)).verdict,
    explain: async (tool, command) => {
      const reasons = [];
      for (const guard of GUARDS.filter(({ events }) => events.includes("PreToolUse"))) {
        const { verdict, reply } = await ask(tool, command, guard.id);
        if (verdict === "pass") continue;
        const text = textsIn(reply.stdout).filter((part) => part.includes(" ")).join(" ");
        reasons.push({ guard: guard.id, verdict, text });
      }
      return reasons;
    },
  };
}

/** The call as Claude Code would send it; without a guard every guard is asked. */
function requestOf(
  { tool, command, guard, cwd, env }: {
    tool: Tool;
    command: string;
    guard: string | undefined;
    cwd: string;
    env: Environment;
  },
): Request {
  const payload = {
    session_id: "s-corpus",
    hook_event_name: "PreToolUse",
    cwd,
    tool_name: tool,
    tool_input: { command },
  };
  return {
    args: guard === undefined ? ["PreToolUse"] : ["PreToolUse", guard],
    input: { payload },
    env,
    cwd,
    os: "linux",
    clock: Date.now,
    parentPid: 1,
    assets,
  };
}

/** What a reply in Claude Code's dialect means for the call. */
export function verdictOf(stdout: string): Verdict {
  if (stdout.trim() === "") return "pass";
  if (!stdout.startsWith("{")) return "advise";
  const reply = JSON.parse(stdout);
  const specific = reply.hookSpecificOutput;
  const decision = specific?.permissionDecision ?? (reply.decision === "block" ? "deny" : undefined);
  if (decision === "deny" || decision === "ask") return decision;
  return specific?.updatedInput === undefined ? "advise" : "rewrite";
}

/** Whether the call does not go on as it was. */
export function stops(verdict: Verdict): boolean {
  return verdict === "deny" || verdict === "ask" || verdict === "rewrite";
}

/** Whether a verdict is what a dangerous command must get. */
export function meets(verdict: Verdict, expected: DangerousCommand["expected"]): boolean {
  return expected === "stop" ? stops(verdict) : verdict === expected;
}

/** A command on one line, for a report. */
export function shown(command: string): string {
  const line = command.replaceAll("\n", "␤");
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
