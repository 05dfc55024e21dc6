/** A throw-away home and project with an executable that stands in for ours, and the commands run in them. */
import { environmentOf } from "../../src/base/environment.ts";
import type { Os } from "../../src/base/platform.ts";
import type { Io } from "../../src/cli/io.ts";
import { runCommand } from "../../src/cli/main.ts";
import type { EditJob } from "../../src/register/json_shape.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { type Harness, loadHarness } from "../../src/register/registration.ts";

/** The folder that holds `contracts/`. */
export const ASSETS = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

export const CLAUDE: Harness = loadHarness(ASSETS, "claude-code");

/** The job of editing settings for Claude Code, with an executable at `command`. */
export function jobFor(command: string): EditJob {
  return {
    harness: CLAUDE,
    surface: CLAUDE.registration.surfaces.user!,
    place: { os: "linux" },
    planned: plannedEntries(CLAUDE, CLAUDE.registration.surfaces.user!, { command, leading: [] }, "linux"),
  };
}

/** Answers like ours: with a context for the event that it is called for, where the client reads one. */
const STAND_IN = `#!/bin/sh
read -r line
case "$2" in PreCompact | SessionEnd | PreSkillShellCommand) exit 0 ;; esac
printf '{"hookSpecificOutput":{"hookEventName":"%s","additionalContext":"said"}}\\n' "$2"
`;

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The folders of one test. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly executable: string;
  /** The settings of the scope `user`. */
  readonly settings: string;
  readonly backups: string;
  /** Writes a file below the root, with its folders; `mode` if given. */
  readonly put: (path: string, text: string | Uint8Array, mode?: number) => string;
  readonly read: (path: string) => string;
  /** Runs `garfio …` with the given surroundings. */
  readonly run: (args: string, surroundings?: Partial<Surroundings>) => Promise<Ran>;
  /** Runs it with `--json` and reads the object. */
  readonly json: (args: string, surroundings?: Partial<Surroundings>) => Promise<Record<string, unknown>>;
}

/** What a run can have otherwise than usual. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: Os;
  readonly cwd: string;
  readonly isTerminal: boolean;
  readonly executable: string;
  readonly compiled: boolean;
  readonly main: string;
  readonly now: () => Date;
}

/** Runs `body` in a sandbox and removes it. */
export async function inSandbox(body: (box: Sandbox) => Promise<void> | void): Promise<void> {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "garfio register " }));
  try {
    await body(makeSandbox(root));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function makeSandbox(root: string): Sandbox {
  const put: Sandbox["put"] = (path, text, mode) => {
    const full = path.startsWith("/") ? path : `${root}/${path}`;
    Deno.mkdirSync(full.slice(0, full.lastIndexOf("/")), { recursive: true });
    if (typeof text === "string") Deno.writeTextFileSync(full, text);
    else Deno.writeFileSync(full, text);
    if (mode !== undefined) Deno.chmodSync(full, mode);
    return full;
  };
  const home = `${root}/home`;
  const project = `${root}/my project`;
  Deno.mkdirSync(home);
  Deno.mkdirSync(`${project}/.git`, { recursive: true });
  const executable = put("opt/bin dir/garfio", STAND_IN, 0o755);
  const run: Sandbox["run"] = async (args, other = {}) => {
    let out = "";
    let err = "";
    // The gentlest profile has the smallest set of entries; tests of the others say so.
    const variables = { HOME: home, PATH: "/usr/bin:/bin", GARFIO_PROFILE: "advisory", ...other.env };
    const io: Io = {
      write: (text) => out += text,
      error: (text) => err += text,
      isTerminal: other.isTerminal ?? false,
      env: environmentOf(variables),
      environment: () =>
        Object.fromEntries(
          Object.entries(variables).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
        ),
      os: other.os ?? "linux",
      cwd: other.cwd ?? project,
      now: other.now ?? (() => new Date()),
      assets: ASSETS,
      self: {
        path: other.executable ?? executable,
        compiled: other.compiled ?? true,
        main: other.main ?? `${ASSETS}/main.ts`,
      },
    };
    const code = await runCommand(args.split(" ").map((word) => word.replaceAll("\u00a0", " ")), io);
    return { code, out, err };
  };
  return {
    root,
    home,
    project,
    executable,
    settings: `${home}/.claude/settings.json`,
    backups: `${home}/.local/share/garfio/backups/claude-code`,
    put,
    read: (path) => Deno.readTextFileSync(path.startsWith("/") ? path : `${root}/${path}`),
    run,
    json: async (args, other) => {
      const { out } = await run(`${args} --json`, other);
      return JSON.parse(out);
    },
  };
}

/** A word of a command line that holds blanks, for {@link Sandbox.run}. */
export function word(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** The handlers of `settings` that run a program named garfio. */
export function ourHandlers(settings: string): Record<string, unknown>[] {
  const hooks: Record<string, { hooks: Record<string, unknown>[] }[]> = JSON.parse(settings).hooks ?? {};
  return Object.values(hooks).flat().flatMap((group) => group.hooks).filter((handler) =>
    /(?:^|\/)garfio$/.test(String(handler["command"]))
  );
}
