/**
 * The main job on real events, in a temporary home and project: registers Garfio for Claude Code, then runs the very
 * entries that were written on events recorded from the real client, and shows what the model would receive.
 *
 *     deno task demo
 *
 * Uses `dist/garfio` where it exists, else this checkout. Nothing of yours is touched.
 */
import { isObject } from "../src/base/json.ts";
import { thisOs } from "../src/base/platform.ts";

const root = new URL("../", import.meta.url).pathname.replace(/\/$/, "");
const compiled = `${root}/dist/garfio${thisOs() === "windows" ? ".exe" : ""}`;
const colour = Deno.stdout.isTerminal() && Deno.env.get("NO_COLOR") === undefined;
const paint = (code: number, text: string): string => colour ? `\x1b[${code}m${text}\x1b[0m` : text;

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

async function start(command: string, args: readonly string[], stdin: string, place: Place): Promise<Ran> {
  const started = performance.now();
  const child = new Deno.Command(command, {
    args: [...args],
    cwd: place.project,
    env: place.env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
    milliseconds: Math.round(performance.now() - started),
  };
}

interface Place {
  readonly project: string;
  readonly env: Record<string, string>;
}

/** One recorded event and what the demonstration changes in it. */
interface Scene {
  readonly title: string;
  readonly fixture: string;
  readonly input?: Record<string, unknown>;
  readonly matched: string;
  /** What must be in the answer, so that a silent demonstration is a failed one. */
  readonly shows: string;
}

const scenes = (project: string): Scene[] => [
  {
    title: "A session starts",
    fixture: "SessionStart-startup",
    matched: "startup",
    shows: "additionalContext",
  },
  {
    title: "git commit, with a machine credited as author",
    fixture: "PreToolUse-Bash",
    input: { command: 'git commit -m "Fix the login" -m "Co-Authored-By: Claude <noreply@anthropic.com>"' },
    matched: "Bash",
    shows: "git commit",
  },
  {
    title: "A dependency manifest is written",
    fixture: "PreToolUse-Write",
    input: {
      file_path: `${project}/package.json`,
      content: '{ "dependencies": { "left-pad": "^1.3.0" } }\n',
    },
    matched: "Write",
    shows: "package.json",
  },
  {
    title: "An edit brings in an evaluation primitive",
    fixture: "PreToolUse-Edit",
    input: { file_path: `${project}/src/run.py`, old_string: "parse(reply)", new_string: "eval(reply)" },
    matched: "Edit",
    shows: "eval",
  },
  {
    title: "A question without a recommended option",
    fixture: "PreToolUse-AskUserQuestion",
    matched: "AskUserQuestion",
    shows: "(Recommended)",
  },
  {
    title: "The session goes on after a compaction",
    fixture: "SessionStart-compact",
    matched: "compact",
    shows: "additionalContext",
  },
  {
    title: "An ordinary command: nothing to say",
    fixture: "PreToolUse-Bash",
    input: { command: "git status" },
    matched: "Bash",
    shows: "",
  },
];

/** The entries of the settings file that the client would start for `event` and `matched`. */
function matchingEntries(
  settings: unknown,
  event: string,
  matched: string,
): { command: string; args: string[] }[] {
  const hooks = isObject(settings) && isObject(settings["hooks"]) ? settings["hooks"] : {};
  const groups = Array.isArray(hooks[event])
    ? hooks[event] as { matcher?: string; hooks: { command: string; args: string[] }[] }[]
    : [];
  return groups
    .filter(({ matcher = "*" }) => matcher === "" || matcher === "*" || matcher.split("|").includes(matched))
    .flatMap((group) => group.hooks);
}

function payloadOf(scene: Scene, place: Place): Record<string, unknown> {
  const text = Deno.readTextFileSync(`${root}/tests/fixtures/claude-code/${scene.fixture}.json`);
  const payload = JSON.parse(
    text.replaceAll("/home/dev/project", place.project).replaceAll("/home/dev", place.env["HOME"]!),
  );
  return scene.input === undefined
    ? payload
    : { ...payload, tool_input: { ...payload.tool_input, ...scene.input } };
}

function show(stdout: string): void {
  const answer = stdout === "" ? undefined : JSON.parse(stdout);
  if (answer === undefined) {
    console.log(paint(2, "    (silence: the call goes on as the harness decides)"));
    return;
  }
  const specific = answer.hookSpecificOutput ?? {};
  const texts = [specific.permissionDecisionReason, specific.additionalContext].filter((text) =>
    text !== undefined
  );
  for (const line of texts.join("\n\n").split("\n")) console.log(`    ${paint(36, line)}`);
  if (answer.systemMessage !== undefined) console.log(`    to the operator: ${answer.systemMessage}`);
}

const base = await Deno.realPath(await Deno.makeTempDir({ prefix: "garfio-demo-" }));
try {
  const project = `${base}/project`;
  const home = `${base}/home`;
  await Deno.mkdir(`${project}/.git`, { recursive: true });
  await Deno.mkdir(`${project}/src`);
  await Deno.mkdir(`${home}/.claude`, { recursive: true });
  await Deno.writeTextFile(
    `${home}/.claude/settings.json`,
    '{\n  // yours, and it stays\n  "model": "opus"\n}\n',
  );
  const env: Record<string, string> = { HOME: home, CLAUDE_PROJECT_DIR: project };
  for (const name of ["PATH", "SystemRoot", "TEMP", "NO_COLOR"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  env["DENO_DIR"] = Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;
  const place: Place = { project, env };
  const isCompiled = await Deno.stat(compiled).then(({ isFile }) => isFile, () => false);
  const program: [string, ...string[]] = isCompiled
    ? [compiled]
    : [Deno.execPath(), "run", "-A", "--quiet", `--config=${root}/deno.json`, `${root}/main.ts`];
  console.log(`Garfio from ${isCompiled ? "dist/garfio" : "this checkout"}, in ${base}\n`);

  const total = scenes(project).length + 1;
  console.log(paint(1, `[1/${total}] garfio install --harness claude-code`));
  const installed = await start(
    program[0],
    [...program.slice(1), "install", "--harness", "claude-code"],
    "",
    place,
  );
  console.log(installed.stdout.replace(/^/gm, "    ").trimEnd());
  if (installed.code !== 0) throw new Error(`install failed: ${installed.stderr}`);
  const settings = JSON.parse(
    (await Deno.readTextFile(`${home}/.claude/settings.json`)).replace(/^\s*\/\/.*$/gm, ""),
  );

  for (const [index, scene] of scenes(project).entries()) {
    const payload = payloadOf(scene, place);
    const event = String(payload["hook_event_name"]);
    const entries = matchingEntries(settings, event, scene.matched);
    if (entries.length !== 1) {
      throw new Error(`${entries.length} entries for ${event} ${scene.matched}, not one`);
    }
    const ran = await start(entries[0]!.command, entries[0]!.args, `${JSON.stringify(payload)}\n`, place);
    console.log(
      `\n${paint(1, `[${index + 2}/${total}] ${scene.title}`)}  ${
        paint(2, `${event} ${scene.matched}, ${ran.milliseconds} ms`)
      }`,
    );
    show(ran.stdout.trim());
    if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.stderr}`);
    if (scene.shows === "" ? ran.stdout !== "" : !ran.stdout.includes(scene.shows)) {
      throw new Error(`the answer does not show ${JSON.stringify(scene.shows)}: ${ran.stdout}${ran.stderr}`);
    }
  }
  console.log(`\nDone. ${base} is removed again.`);
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : error}`);
  Deno.exitCode = 1;
} finally {
  await Deno.remove(base, { recursive: true });
}
