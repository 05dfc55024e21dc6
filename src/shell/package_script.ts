/** Calls that run a script of the project: `npm run dev`, `pnpm --filter web dev`, `yarn workspace web dev`. */
import type { SimpleCommand } from "./reading.ts";

/** A script that a package manager or a task runner runs. */
export interface ScriptCall {
  readonly manager: string;
  /** The script, or the manager's own command where it is one (`install`); undefined where none is named. */
  readonly script: string | undefined;
  /** The words behind it. */
  readonly rest: readonly string[];
}

interface Manager {
  /** Words in front of a script's name. */
  readonly run: readonly string[];
  /** Options that take the next word. */
  readonly valued: readonly string[];
}

const WORKSPACE = [
  "--filter",
  "-F",
  "--cwd",
  "-C",
  "--dir",
  "-w",
  "--workspace",
  "--prefix",
  "--config",
  "-c",
];
const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    run: ["run", "run-script", "rum", "urn"],
    valued: ["--prefix", "-C", "-w", "--workspace", "--userconfig", "--loglevel", "--registry", "--cache"],
  },
  // In pnpm `-w` is a switch.
  pnpm: {
    run: ["run", "run-script", "recursive", "multi"],
    valued: ["--filter", "-F", "-C", "--dir", "--reporter"],
  },
  yarn: { run: ["run"], valued: ["--cwd", "--mutex"] },
  bun: { run: ["run"], valued: ["--cwd", "--filter", "-F", "-c", "--config", "--env-file"] },
  deno: { run: ["task"], valued: WORKSPACE },
  turbo: { run: ["run"], valued: WORKSPACE },
  lerna: { run: ["run"], valued: ["--scope", "--ignore", "--concurrency"] },
  composer: { run: ["run", "run-script"], valued: ["--working-dir", "-d"] },
};
/** Commands that npm has a word of its own for. */
const LIFECYCLE = ["start", "stop", "restart", "test"];
const SHORT: Readonly<Record<string, string>> = {
  t: "test",
  tst: "test",
  i: "install",
  add: "install",
  in: "install",
};

/** `command` as a call of a script; undefined for other programs. */
export function asScriptCall({ name, words }: SimpleCommand): ScriptCall | undefined {
  if (name === undefined || !Object.hasOwn(MANAGERS, name)) return undefined;
  const { run, valued } = MANAGERS[name]!;
  const values = words.slice(1).map((word) => word.value ?? word.raw);
  let runs = false;
  for (let at = 0; at < values.length; at++) {
    const word = values[at]!;
    if (word === "--") continue;
    if (word.startsWith("-")) {
      if (valued.includes(word)) at++;
      continue;
    }
    const rest = values.slice(at + 1);
    if (!runs && name === "yarn" && word === "workspace") {
      at++;
      continue;
    }
    if (!runs && name === "yarn" && (word === "workspaces" || word === "foreach")) continue;
    if (!runs && run.includes(word)) {
      runs = true;
      continue;
    }
    if (runs) return { manager: name, script: word, rest };
    const own = Object.hasOwn(SHORT, word) && name !== "yarn" ? SHORT[word]! : word;
    // `npm dev` runs nothing; `deno serve` and `turbo dev` are judged by whoever asks.
    if (name === "npm" && !LIFECYCLE.includes(own) && !["install", "ci"].includes(own)) {
      return { manager: name, script: undefined, rest: [word, ...rest] };
    }
    return { manager: name, script: own, rest };
  }
  // `yarn` alone installs.
  return { manager: name, script: name === "yarn" && !runs ? "install" : undefined, rest: [] };
}

/** Whether `script` is `name` or a variant of it: `dev`, `dev:api`. */
export function isVariant(script: string | undefined, name: string): boolean {
  return script === name || script?.startsWith(`${name}:`) === true;
}

/** The words of `command` behind its program, unknown ones as written. */
export function argumentsOf({ words }: SimpleCommand): string[] {
  return words.slice(1).map((word) => word.value ?? word.raw);
}

/** `command` as it is shown: its first words, about sixty signs of them. */
export function shownWords({ words }: SimpleCommand): string {
  let shown = "";
  for (const word of words) {
    const next = shown === "" ? word.value ?? word.raw : `${shown} ${word.value ?? word.raw}`;
    if (next.length > 60 && shown !== "") break;
    shown = next;
  }
  return shown;
}
