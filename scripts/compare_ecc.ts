/**
 * Garfio beside the hooks of a checkout of ECC: per event the processes that are started, CPU time and wall time, as
 * ratios measured in one interleaved run.
 *
 *     deno task compare:ecc <checkout> [--rounds <n>] [--json]
 *
 * The checkout's own `hooks/hooks.json` says which commands an event starts; they run as the harness would start them,
 * all of an event at once, with a throw-away home. Ours are the entries that `garfio install` would write, run by
 * `dist/garfio` (`GARFIO_EXECUTABLE`). Times on shared machines are noisy: only the ratios mean something.
 */
import { isObject } from "../src/base/json.ts";
import { plannedEntries } from "../src/register/entry.ts";
import { surfaceOf } from "../src/register/surface.ts";
import { matchesTools } from "../src/register/registered.ts";
import { loadHarness } from "../src/register/registration.ts";
import { type Cost, countProcesses, makeGround, measure, type Side, type Start } from "./compare/cost.ts";

const root = new URL("../", import.meta.url).pathname.replace(/\/$/, "");

/** An event that is compared. */
export interface Occasion {
  readonly title: string;
  readonly event: string;
  readonly tool?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const CODE = "export const add = (a: number, b: number): number => a + b;\n";

/** The events, with payloads about files below `project`. */
export function occasions(project: string): Occasion[] {
  const file = `${project}/src/add.ts`;
  return [
    {
      title: "PreToolUse Bash",
      event: "PreToolUse",
      tool: "Bash",
      payload: { tool_input: { command: "git status --short", description: "See what has changed" } },
    },
    {
      title: "PreToolUse Write",
      event: "PreToolUse",
      tool: "Write",
      payload: { tool_input: { file_path: file, content: CODE } },
    },
    {
      title: "PostToolUse Edit",
      event: "PostToolUse",
      tool: "Edit",
      payload: {
        tool_input: { file_path: file, old_string: "a + b", new_string: "b + a" },
        tool_response: { filePath: file, success: true },
      },
    },
    { title: "SessionStart", event: "SessionStart", payload: { source: "startup" } },
  ];
}

/**
 * The commands that the hooks file of a checkout registers for an event.
 *
 * @throws Error where there is no such file, or it has another form
 */
export function theirCommands(checkout: string, { event, tool }: Occasion): Start[] {
  const path = `${checkout}/hooks/hooks.json`;
  let value: unknown;
  try {
    value = JSON.parse(Deno.readTextFileSync(path));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const hooks = isObject(value) && isObject(value["hooks"]) ? value["hooks"] : undefined;
  if (hooks === undefined) throw new Error(`${path} has no object "hooks"`);
  const groups = hooks[event];
  return (Array.isArray(groups) ? groups : []).filter(isObject).flatMap((group) => {
    const { matcher, hooks: handlers } = group;
    const fits = matchesTools(
      typeof matcher === "string" ? matcher : undefined,
      tool === undefined ? [] : [tool],
    );
    return fits && Array.isArray(handlers) ? handlers.filter(isObject).flatMap((one) => startOf(one)) : [];
  });
}

/** A handler as the harness starts it: with a list of arguments directly, else by a shell. */
function startOf({ command, args }: Readonly<Record<string, unknown>>): Start[] {
  if (typeof command !== "string") return [];
  return Array.isArray(args)
    ? [{ command, args: args.map(String) }]
    : [{ command: "/bin/sh", args: ["-c", command] }];
}

/** What `garfio install` registers for an event, with the profile `standard`. */
export function ourCommands(executable: string, { event, tool }: Occasion): Start[] {
  const harness = loadHarness(root, "claude-code", "standard");
  const surface = surfaceOf(harness.registration, harness.registration.defaultScope);
  return plannedEntries(harness, surface, { command: executable, leading: [] }, "linux")
    .filter((entry) => entry.event === event && matchesTools(entry.matcher, tool === undefined ? [] : [tool]))
    .map(({ handler }) => ({
      command: String(handler["command"]),
      args: (handler["args"] as unknown[]).map(String),
    }));
}

/** One row of the result. */
export interface Row {
  readonly title: string;
  readonly ours: Cost;
  readonly theirs: Cost;
}

/** Compares every event, in turns. */
export async function compare(checkout: string, executable: string, rounds: number): Promise<Row[]> {
  const ground = makeGround();
  try {
    const rows: Row[] = [];
    for (const occasion of occasions(ground.project)) {
      const side = (starts: readonly Start[], env: Record<string, string>): Side => ({
        starts,
        env: { ...ground.env, ...env },
        cwd: ground.project,
        stdin: JSON.stringify({
          session_id: "compare",
          transcript_path: ground.transcript,
          cwd: ground.project,
          permission_mode: "default",
          hook_event_name: occasion.event,
          ...(occasion.tool === undefined ? {} : { tool_name: occasion.tool, tool_use_id: "toolu_1" }),
          ...occasion.payload,
        }),
      });
      const theirs = side(theirCommands(checkout, occasion), {
        CLAUDE_PLUGIN_ROOT: checkout,
        ECC_HOOK_PROFILE: "standard",
      });
      const ours = side(ourCommands(executable, occasion), { GARFIO_PROFILE: "standard" });
      if (theirs.starts.length === 0) throw new Error(`${checkout} registers nothing for ${occasion.title}`);
      const [cost, other] = await measure([ours, theirs], rounds);
      rows.push({
        title: occasion.title,
        ours: { ...cost!, processes: await countProcesses(ours) },
        theirs: { ...other!, processes: await countProcesses(theirs) },
      });
    }
    return rows;
  } finally {
    ground.remove();
  }
}

function print(rows: readonly Row[]): void {
  console.log("event              processes      CPU ms          wall ms         CPU ratio  wall ratio");
  for (const { title, ours, theirs } of rows) {
    const pair = (a: number | undefined, b: number | undefined, digits = 0) =>
      `${a?.toFixed(digits) ?? "?"} / ${b?.toFixed(digits) ?? "?"}`.padEnd(14);
    console.log(
      `${title.padEnd(18)} ${pair(ours.processes, theirs.processes)} ${pair(ours.cpu, theirs.cpu)}  ` +
        `${pair(ours.wall, theirs.wall)}  ${(ours.cpu / theirs.cpu).toFixed(3).padEnd(9)}  ` +
        (ours.wall / theirs.wall).toFixed(3),
    );
  }
  console.log(
    "Ours / theirs. Processes are counted in a run of their own; CPU time includes what they start.",
  );
}

/** Runs the script; the result is the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const bare = args.filter((arg, index) => !arg.startsWith("--") && args[index - 1] !== "--rounds");
  const [checkout] = bare;
  if (checkout === undefined) {
    console.error("compare:ecc: say where a checkout of ECC is: deno task compare:ecc <checkout>");
    return 1;
  }
  const executable = Deno.env.get("GARFIO_EXECUTABLE") ?? `${root}/dist/garfio`;
  try {
    Deno.statSync(executable);
  } catch {
    console.error(`compare:ecc: ${executable} is missing; run "deno task compile" first`);
    return 1;
  }
  const given = args.indexOf("--rounds") < 0 ? 10 : Number(args[args.indexOf("--rounds") + 1]);
  if (!Number.isInteger(given) || given < 1) {
    console.error("compare:ecc: --rounds takes a whole number above zero");
    return 1;
  }
  try {
    const rows = await compare(Deno.realPathSync(checkout), executable, given);
    if (args.includes("--json")) console.log(JSON.stringify({ rounds: given, rows }, null, 2));
    else print(rows);
    return 0;
  } catch (error) {
    console.error(`compare:ecc: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
