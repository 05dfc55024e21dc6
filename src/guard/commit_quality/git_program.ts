/**
 * Runs `git` to read what would be committed. Only where the operator allows it: the configuration of a repository
 * can name programs, and an agent can write that configuration. So everything that could start one is switched off
 * here: hooks, the file system monitor, external and textual differences, filters, pagers, fetching from a remote.
 */
import type { Environment } from "../../base/environment.ts";
import { isAbsolute, isInside, join } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";

/** What a run needs to know. */
export interface GitSurroundings {
  readonly env: Environment;
  readonly os: Os;
  /** Where it runs. */
  readonly cwd: string;
  /** No program inside it is taken for git. */
  readonly root: string;
  /** Milliseconds for everything together. */
  readonly time: number;
}

/** Runs git; the result is its standard output, or undefined where it fails, is late or says too much. */
export type RunGit = (args: readonly string[]) => Promise<string | undefined>;

const MOST_BYTES = 4 * 1024 * 1024;
const PASSED_ON = [
  "HOME",
  "USERPROFILE",
  "XDG_CONFIG_HOME",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "LOCALAPPDATA",
  "APPDATA",
];
const QUIET = [
  "--no-pager",
  "--no-optional-locks",
  "-c",
  "core.fsmonitor=",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.quotePath=true",
  "-c",
  "diff.external=",
  "-c",
  "safe.bareRepository=explicit",
  "-c",
  "protocol.allow=never",
];

/** The means to run git, or undefined where there is none outside the project. */
export function gitRunner(surroundings: GitSurroundings): RunGit | undefined {
  const program = findGit(surroundings);
  if (program === undefined) return undefined;
  const deadline = Date.now() + surroundings.time;
  let filters: Promise<readonly string[] | undefined> | undefined;
  const run = (args: readonly string[]) => runOnce(program, args, surroundings, deadline);
  return async (args) => {
    filters ??= filtersOff(run);
    const off = await filters;
    return off === undefined ? undefined : await run([...QUIET, ...off, ...args]);
  };
}

/** A working tree is read through the filters that the configuration names; each is named and emptied. */
async function filtersOff(run: RunGit): Promise<readonly string[] | undefined> {
  // Exit code 1 means that there are none, and is not told apart from a failure; the marker is always there.
  const out = await run([
    ...QUIET,
    "-c",
    "filter.garfio.clean=",
    "config",
    "--null",
    "--name-only",
    "--get-regexp",
    "^filter\\.",
  ]);
  if (out === undefined) return undefined;
  const names = new Set(out.split("\0").flatMap((key) => /^filter\.([^]+)\.[^.]+$/.exec(key)?.[1] ?? []));
  return [...names].slice(0, 64).flatMap((name) => [
    "-c",
    `filter.${name}.clean=`,
    "-c",
    `filter.${name}.smudge=`,
    "-c",
    `filter.${name}.process=`,
    "-c",
    `filter.${name}.required=false`,
  ]);
}

/** The first `git` on the search path whose folder is absolute and outside the project. */
function findGit({ env, os, root }: GitSurroundings): string | undefined {
  const name = os === "windows" ? "git.exe" : "git";
  for (const folder of (env("PATH") ?? "").split(os === "windows" ? ";" : ":")) {
    if (!isAbsolute(folder, os) || isInside(folder, root, os)) continue;
    const path = join(folder, name, os);
    try {
      if (Deno.statSync(path).isFile) return path;
    } catch {
      // Not there.
    }
  }
  return undefined;
}

async function runOnce(
  program: string,
  args: readonly string[],
  { env, cwd }: GitSurroundings,
  deadline: number,
): Promise<string | undefined> {
  const left = deadline - Date.now();
  if (left <= 0) return undefined;
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: {
      ...Object.fromEntries(PASSED_ON.flatMap((name) => env(name) === undefined ? [] : [[name, env(name)!]])),
      LC_ALL: "C",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      GIT_NO_REPLACE_OBJECTS: "1",
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(kill, left);
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of child.stdout) {
      size += chunk.length;
      if (size > MOST_BYTES) {
        kill();
        break;
      }
      chunks.push(chunk);
    }
    const { success } = await child.status;
    return success ? new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer()) : undefined;
  } finally {
    clearTimeout(timer);
  }
}
