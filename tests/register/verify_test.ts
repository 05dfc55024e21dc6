import { environmentOf } from "../../src/base/environment.ts";
import { targetsOf } from "../../src/register/install.ts";
import { offSwitches } from "../../src/register/surroundings.ts";
import { checkAnswer, sampleEvent } from "../../src/register/probe.ts";
import { runProgram } from "../../src/register/run_program.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { CLAUDE, inSandbox, type Ran, type Sandbox, word } from "./sandbox.ts";

const INSTALL = "install --harness claude-code";
const VERIFY = "verify --harness claude-code";

function test(name: string, body: (box: Sandbox) => Promise<void> | void): void {
  Deno.test(`verify: ${name}`, () => inSandbox(body));
}

/** Installs, changes the text of the file, verifies. */
async function after(box: Sandbox, change: (text: string) => string): Promise<Ran> {
  await box.run(INSTALL);
  box.put(box.settings, change(box.read(box.settings)));
  return await box.run(VERIFY);
}

function assertWrong(ran: Ran, ...parts: string[]): void {
  assertEquals(ran.code, 1, ran.out);
  for (const part of parts) assertStringIncludes(ran.out, part);
}

test("all is well after an install, and nothing is left behind", async (box) => {
  await box.run(INSTALL);
  const before = [...Deno.readDirSync(`${box.home}/.local/state`)].map(({ name }) => name);
  const { code, out, err } = await box.run(VERIFY);
  assertEquals([code, err], [0, ""], out);
  assertEquals(out.match(/ {2}ok \(\d+ ms\)/g)?.length, CLAUDE.registration.events.length);
  assertEquals([...Deno.readDirSync(`${box.home}/.local/state`)].map(({ name }) => name), before);
  assertEquals([...Deno.readDirSync(box.project)].map(({ name }) => name), [".git"]);
});

test("entries are run without a shell, in the project, with the harness's variable and an own state", async (box) => {
  const script = `#!/bin/sh
read -r line
printf '%s\\n' "$#|$1|$2|$PWD|$CLAUDE_PROJECT_DIR|$GARFIO_STATE_DIR|$line" >> "${box.root}/log"
`;
  const executable = box.put("opt/it's/garfio", script, 0o755);
  await box.run(`${INSTALL} --executable ${word(executable)}`);
  assertEquals((await box.run(VERIFY)).code, 0);
  const lines = box.read("log").trim().split("\n").map((line) => line.split("|"));
  assertEquals(lines.length, CLAUDE.registration.events.length);
  for (const [, hook, event, folder, project, state, payload] of lines) {
    assertEquals([hook, folder, project], ["hook", box.project, box.project]);
    assertEquals(JSON.parse(payload!).hook_event_name, event);
    assertEquals(state!.startsWith(box.home), false);
  }
});

test("no entry", async (box) => {
  assertWrong(await box.run(VERIFY), "missing", "Next: garfio install --harness claude-code --scope user");
  box.put(box.settings, '{"hooks":{}}');
  assertWrong(await box.run(VERIFY), "missing");
});

test("an executable that is gone", async (box) => {
  const path = box.put("Cellar-1.0/garfio", "", 0o755);
  await box.run(`${INSTALL} --executable ${word(path)}`);
  Deno.removeSync(path);
  assertWrong(await box.run(VERIFY), "dead", `${path} does not exist`, "Next: garfio install");
});

test("a project that moved", async (box) => {
  const entry = {
    type: "command",
    command: "/home/dev/old/place/garfio",
    args: ["hook", "Stop", "stop"],
    timeout: 60,
  };
  box.put(`${box.project}/.claude/settings.json`, JSON.stringify({ hooks: { Stop: [{ hooks: [entry] }] } }));
  const ran = await box.run(`${VERIFY} --scope project`);
  assertWrong(ran, "/home/dev/old/place/garfio", "Next: garfio install", `--project "${box.project}"`);
});

test("not executable, a folder, a relative path, a path of Windows", async (box) => {
  await box.run(INSTALL);
  Deno.chmodSync(box.executable, 0o644);
  assertWrong(await box.run(VERIFY), "is not executable");
  const command = JSON.stringify(box.executable);
  Deno.mkdirSync(`${box.root}/dir/garfio`, { recursive: true });
  const change = (path: string) => (text: string) => text.replaceAll(command, JSON.stringify(path));
  Deno.chmodSync(box.executable, 0o755);
  assertWrong(await after(box, change(`${box.root}/dir/garfio`)), "is not a file");
  assertWrong(await after(box, change("bin/garfio")), "bin/garfio is a relative path");
  const windows = "c:\\Users\\dev\\bin\\garfio.exe";
  assertWrong(await after(box, change(windows)), `${windows} is a Windows path in a hook file of Linux`);
});

test("an old timeout, old messages, other keys, shell form", async (box) => {
  assertWrong(
    await after(box, (text) => text.replace('"timeout": 60', '"timeout": 5')),
    "outdated",
    "timeout is 5, not 60",
  );
  assertWrong(
    await after(box, (text) => text.replace('"pretooluse-notebookedit"', '"old"')),
    "outdated",
    "other messages",
  );
  assertWrong(
    await after(box, (text) => text.replace('"timeout": 60', '"timeout": 60, "async": true')),
    "other settings",
  );
  const shell = JSON.stringify({
    hooks: {
      Stop: [{ hooks: [{ type: "command", command: `'${box.executable}' hook Stop stop`, timeout: 60 }] }],
    },
  });
  assertWrong(await after(box, () => shell), "outdated", "in another way");
});

test("a duplicate, and an entry at an event of old", async (box) => {
  const entry = { type: "command", command: box.executable, args: ["hook", "Stop"] };
  const with_ = (event: string) => (text: string) => {
    const settings = JSON.parse(text);
    (settings.hooks[event] ??= [{ hooks: [] }])[0].hooks.push(entry);
    return JSON.stringify(settings);
  };
  assertWrong(await after(box, with_("Stop")), "duplicate: there are 2 entries");
  assertWrong(await after(box, with_("SubagentStop")), "An old entry stands at SubagentStop", "Next:");
});

test("a switch of the harness that turns hooks off, in any scope", async (box) => {
  await box.run(INSTALL);
  const local = box.put(`${box.project}/.claude/settings.local.json`, '{"disableAllHooks": true}');
  const ran = await box.run(VERIFY);
  assertWrong(ran, `"disableAllHooks" in ${local} switches off every hook`);
  assertEquals(ran.out.includes("Next:"), false);
  box.put(local, '{"disableAllHooks": false}');
  assertEquals((await box.run(VERIFY)).code, 0);
});

test("the managed settings can turn our hooks off", (box) => {
  const path = box.put("managed.json", '{"allowManagedHooksOnly": true}');
  const registration = { ...CLAUDE.registration, managed: { linux: path } };
  const place = { env: environmentOf({ HOME: box.home }), os: "linux" as const, now: () => new Date() };
  const program = { command: box.executable, leading: [] };
  const harness = { ...CLAUDE, registration };
  const target = targetsOf({ harness, scope: "user", project: box.project, program, place })[0]!;
  assertEquals(offSwitches(target), [
    `"allowManagedHooksOnly" in ${path} lets only the hooks of the managed settings run.`,
  ]);
  box.put(box.settings, '{"allowManagedHooksOnly": true}');
  Deno.removeSync(path);
  assertEquals(offSwitches(target), []);
});

test("our own kill switch", async (box) => {
  await box.run(INSTALL);
  assertWrong(await box.run(VERIFY, { env: { GARFIO_HOOKS_DISABLE: "1" } }), "switched off");
  const file = box.put("home/.config/garfio/disabled", "");
  assertWrong(await box.run(VERIFY), file);
});

test("entries in two scopes are a note", async (box) => {
  await box.run(INSTALL);
  await box.run(`${INSTALL} --scope project`);
  const { code, out } = await box.run(VERIFY);
  assertEquals(code, 0);
  assertStringIncludes(
    out,
    `Note: Entries are in scope project as well: ${box.project}/.claude/settings.json`,
  );
});

test("comments are a note", async (box) => {
  const { code, out } = await after(box, (text) => `// mine\n${text}`);
  assertEquals(code, 0);
  assertStringIncludes(out, "Note: The file holds comments");
});

test("a BOM is not reported as broken", async (box) => {
  assertEquals((await after(box, (text) => `\ufeff${text}`)).code, 0);
});

test("a file that cannot be read is a problem", async (box) => {
  assertWrong(await after(box, () => "{"), "Problem: The file is left as it is");
});

const ANSWERS: readonly [string, string, string][] = [
  ["a failure", "echo sorry >&2; exit 3", "ended with exit code 3: sorry"],
  ["an exit code that refuses", "exit 2", "exit code 2"],
  ["plain text", "echo hello", "no JSON: hello"],
  ["two objects", "echo '{}{}'", "no JSON"],
  ["a list", "echo '[]'", "no object"],
  ["another event", `echo '{"hookSpecificOutput":{"hookEventName":"Other"}}'`, "for the event Other"],
  ["no event", `echo '{"hookSpecificOutput":{}}'`, "for no event"],
  ["broken UTF-8", "printf '\\377'", "not UTF-8"],
];

for (const [name, script, expected] of ANSWERS) {
  test(`an entry that answers with ${name}`, async (box) => {
    await box.run(INSTALL);
    box.put(box.executable, `#!/bin/sh\n${script}\n`);
    assertWrong(await box.run(VERIFY), `failed: `, expected);
  });
}

test("an entry of a project whose program lies in the project is not run", async (box) => {
  const inside = box.put(`${box.project}/bin/garfio`, `#!/bin/sh\ntouch "${box.root}/ran"\n`, 0o755);
  await box.run(`${INSTALL} --scope project --executable ${word(inside)}`);
  assertWrong(await box.run(`${VERIFY} --scope project`), "not-run");
  assertEquals([...Deno.readDirSync(box.root)].some(({ name }) => name === "ran"), false);
  const own = await box.run(`${VERIFY} --scope project`, { executable: inside });
  assertEquals(own.code, 0, own.out);
});

test("--json prints one object", async (box) => {
  await box.run(INSTALL);
  const good = await box.json(VERIFY);
  assertEquals([good["ok"], good["problems"], good["file"]], [true, [], box.settings]);
  assertEquals((good["entries"] as { state: string }[]).every(({ state }) => state === "ok"), true);
  box.put(box.settings, "{}");
  const bad = await box.json(VERIFY);
  assertEquals([bad["ok"], bad["next"]], [false, "garfio install --harness claude-code --scope user"]);
});

Deno.test("verify: a program that hangs is killed, and one whose child holds its output is not waited for", () =>
  inSandbox(async (box) => {
    const run = (script: string, milliseconds: number) =>
      runProgram({
        command: box.put("slow", `#!/bin/sh\n${script}\n`, 0o755),
        args: [],
        cwd: box.project,
        environment: { PATH: "/usr/bin:/bin" },
        stdin: "x".repeat(200_000),
        milliseconds,
      });
    assertEquals((await run("exec sleep 600", 200)).timedOut, true);
    const held = await run("echo '{}'; sleep 20 & exit 0", 10_000);
    assertEquals([held.code, held.timedOut, new TextDecoder().decode(held.stdout)], [0, false, "{}\n"]);
  }));

Deno.test("verify: each sample is an event of its row, with the project filled in", () => {
  for (const row of CLAUDE.registration.events) {
    const event = sampleEvent(CLAUDE.registration, row, "/my $& project");
    assertEquals([event["hook_event_name"], event["cwd"]], [row.event, "/my $& project"]);
    const matcher = row.matcher ?? "*";
    if (row.event === "PreToolUse") assert(matcher.split("|").includes(String(event["tool_name"])));
    assertEquals(JSON.stringify(event).includes("{project}"), false);
    assertEquals(checkAnswer(new Uint8Array(), CLAUDE, row), "");
  }
});
