import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";
import { CLAUDE } from "./sandbox.ts";
import { inSandbox, ourHandlers, type Sandbox, word } from "./sandbox.ts";

const COUNT = CLAUDE.registration.events.length;
const INSTALL = "install --harness claude-code";
const modeOf = (path: string) => Deno.statSync(path).mode! & 0o777;

function test(name: string, body: (box: Sandbox) => Promise<void>): void {
  Deno.test(`install: ${name}`, () => inSandbox(body));
}

test("a new file, private, with a full set", async (box) => {
  const { code, out, err } = await box.run(INSTALL);
  assertEquals([code, err], [0, ""]);
  assertEquals(ourHandlers(box.read(box.settings)).length, COUNT);
  assertEquals(modeOf(box.settings), 0o600);
  assertEquals(modeOf(`${box.home}/.claude`), 0o700);
  assertStringIncludes(out, `+++ ${box.settings}\n`);
  assertStringIncludes(out, "Cursor");
  assertStringIncludes(out, "read_config_from.claude");
  assert(/Restart or reload .*\n$/.test(out), out);
});

test("an entry is an absolute path without a shell, a launcher or a script", async (box) => {
  await box.run(INSTALL);
  for (const handler of ourHandlers(box.read(box.settings))) {
    assertEquals(handler["command"], box.executable);
    assertEquals(Object.keys(handler), ["type", "command", "args", "timeout"]);
    assert(Array.isArray(handler["args"]) && handler["args"][0] === "hook");
    assert(Number(handler["timeout"]) >= 10 && Number(handler["timeout"]) <= 600);
  }
});

test("from source, the entry runs this checkout", async (box) => {
  const deno = Deno.execPath();
  await box.run(INSTALL, { compiled: false, executable: deno, main: "/src/g/main.ts" });
  const { hooks } = JSON.parse(box.read(box.settings));
  assertEquals(hooks.Stop[0].hooks[0], {
    type: "command",
    command: deno,
    args: ["run", "-A", "--quiet", "/src/g/main.ts", "hook", "Stop", "stop"],
    timeout: 60,
  });
  const again = await box.json(INSTALL);
  assertEquals(again["changed"], true);
  assertEquals(ourHandlers(box.read(box.settings)).length, COUNT);
});

test("twice writes nothing", async (box) => {
  await box.run(INSTALL);
  const before = Deno.statSync(box.settings);
  const { code, out } = await box.run(INSTALL);
  assertEquals(code, 0);
  assertStringIncludes(out, "Nothing to do");
  assertEquals(Deno.statSync(box.settings).ino, before.ino);
  assertEquals([...Deno.readDirSync(box.backups)].length, 1);
});

test("from another place replaces the first set", async (box) => {
  const other = box.put("other/garfio", "#!/bin/sh\n", 0o755);
  await box.run(`${INSTALL} --executable ${word(other)}`);
  await box.run(INSTALL);
  const ours = ourHandlers(box.read(box.settings));
  assertEquals(ours.length, COUNT);
  assertEquals(new Set(ours.map(({ command }) => command)), new Set([box.executable]));
});

test("old timeouts are raised", async (box) => {
  box.put(
    box.settings,
    JSON.stringify({
      hooks: {
        Stop: [{ hooks: [{ type: "command", command: box.executable, args: ["hook", "Stop"], timeout: 5 }] }],
      },
    }),
  );
  await box.run(INSTALL);
  assertEquals(JSON.parse(box.read(box.settings)).hooks.Stop[0].hooks.length, 1);
  assertEquals(JSON.parse(box.read(box.settings)).hooks.Stop[0].hooks[0].timeout, 60);
});

test("a dry run shows the difference and writes nothing, in colours on a terminal", async (box) => {
  const plain = await box.run(`${INSTALL} --dry-run`);
  assertStringIncludes(plain.out, "\n+");
  assertEquals(plain.out.includes("\u001b"), false);
  const terminal = { isTerminal: true };
  assertStringIncludes((await box.run(`${INSTALL} --dry-run`, terminal)).out, "\u001b[32m+");
  const noColour = await box.run(`${INSTALL} --dry-run`, { ...terminal, env: { NO_COLOR: "1" } });
  assertEquals(noColour.out.includes("\u001b"), false);
  assertEquals([...Deno.readDirSync(box.home)], []);
});

test("--json prints one object", async (box) => {
  const report = await box.json(INSTALL);
  assertEquals([report["ok"], report["harness"], report["scope"], report["changed"]], [
    true,
    "claude-code",
    "user",
    true,
  ]);
  assertEquals(report["file"], box.settings);
  assertEquals((report["entries"] as unknown[]).length, COUNT);
  assert(Array.isArray(report["notes"]) && String(report["difference"]).startsWith("--- (no file)"));
});

test("the previous bytes are kept, newest ten", async (box) => {
  box.put(box.settings, '{"model":"x"}', 0o640);
  for (let number = 0; number < 12; number++) {
    const path = box.put(`v${number}/garfio`, "", 0o755);
    await box.run(`${INSTALL} --executable ${word(path)}`, {
      now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, number)),
    });
  }
  const sets = [...Deno.readDirSync(box.backups)].map(({ name }) => name).sort();
  assertEquals(sets.length, 10);
  assertEquals(sets[0], "20260101T000002Z-1");
  assertEquals(modeOf(`${box.backups}/${sets[0]}/before`), 0o600);
  assertEquals(modeOf(`${box.backups}/${sets[0]}`), 0o700);
  assertEquals(modeOf(box.settings), 0o640);
});

test("sets of one second have numbers", async (box) => {
  const now = () => new Date(Date.UTC(2026, 0, 1));
  for (const name of ["a", "b", "c"]) {
    await box.run(`${INSTALL} --executable ${word(box.put(`${name}/garfio`, "", 0o755))}`, { now });
  }
  assertEquals([...Deno.readDirSync(box.backups)].map(({ name }) => name).sort(), [
    "20260101T000000Z-1",
    "20260101T000000Z-2",
    "20260101T000000Z-3",
  ]);
});

test("without a place for the previous bytes nothing is changed", async (box) => {
  box.put(box.settings, "{}");
  box.put("home/.local/share/garfio", "in the way");
  const { code, err } = await box.run(INSTALL);
  assertEquals(code, 1);
  assertStringIncludes(err, "backup.failed");
  assertEquals(box.read(box.settings), "{}");
});

test("project scope: readable for others, says that the file holds a path of this machine", async (box) => {
  const { code, out } = await box.run(`${INSTALL} --scope project`);
  assertEquals(code, 0);
  const file = `${box.project}/.claude/settings.json`;
  assertEquals(modeOf(file), 0o644);
  assertEquals(ourHandlers(box.read(file)).length, COUNT);
  assertStringIncludes(out, "a path of this machine");
  assertEquals((await box.run(INSTALL)).out.includes("a path of this machine"), false);
});

test("project and local scope find the repository around the current folder, or take --project", async (box) => {
  const below = `${box.project}/src/deep`;
  Deno.mkdirSync(below, { recursive: true });
  assertEquals(
    (await box.json(`${INSTALL} --scope local --dry-run`, { cwd: below }))["file"],
    `${box.project}/.claude/settings.local.json`,
  );
  Deno.mkdirSync(`${box.root}/other`);
  assertEquals(
    (await box.json(`${INSTALL} --scope project --project ../other --dry-run`))["file"],
    `${box.root}/other/.claude/settings.json`,
  );
  const missing = await box.run(`${INSTALL} --scope project --project nowhere`);
  assertEquals(missing.code, 1);
  assertStringIncludes(missing.err, "project.missing");
});

test("with the home folder as project both scopes are one file and one set", async (box) => {
  await box.run(INSTALL);
  const second = await box.json(`${INSTALL} --scope project --project ${word(box.home)}`);
  assertEquals([second["file"], second["changed"]], [box.settings, false]);
  assertEquals((second["notes"] as string[]).some((note) => note.includes("as well: ")), false);
});

test("entries in another scope are told", async (box) => {
  await box.run(INSTALL);
  const { out } = await box.run(`${INSTALL} --scope local`);
  assertStringIncludes(out, `scope user as well: ${box.settings}`);
});

for (const character of ["$", "`", '"', "\\", "\n"]) {
  test(`a project with ${JSON.stringify(character)} in its path is refused`, async (box) => {
    const project = `${box.root}/a${character}b`;
    Deno.mkdirSync(project);
    const { code, err } = await box.run(`${INSTALL} --scope local`, { cwd: project });
    assertEquals(code, 1);
    assertStringIncludes(err, "path.characters");
    assertStringIncludes(err, JSON.stringify(project));
    assertEquals([...Deno.readDirSync(project)], []);
  });
}

test("an executable that is not there, or none, is refused", async (box) => {
  box.put("plain/garfio", "", 0o644);
  for (const path of [`${box.root}/gone/garfio`, `${box.root}/plain/garfio`]) {
    const { code, err } = await box.run(`${INSTALL} --executable ${word(path)}`);
    assertEquals(code, 1);
    assertStringIncludes(err, path);
  }
  assertEquals([...Deno.readDirSync(box.home)], []);
});

test("what cannot be edited is refused, unchanged, with the block to add by hand", async (box) => {
  for (
    const [bytes, code] of [
      ["{", "config.unparseable"],
      [new Uint8Array([0x7b, 0xff, 0x7d]), "config.unparseable"],
      ['{"hooks":[]}', "config.unexpected-shape"],
    ] as const
  ) {
    box.put(box.settings, bytes);
    const before = Deno.readFileSync(box.settings);
    const ran = await box.run(INSTALL);
    assertEquals(ran.code, 1);
    assertStringIncludes(ran.err, code);
    assertEquals(Deno.readFileSync(box.settings), before);
    const report = await box.json(INSTALL);
    assertEquals([report["ok"], report["code"]], [false, code]);
  }
  assertStringIncludes((await box.run(INSTALL)).err, '"SessionStart": [');
});

test("CRLF, BOM and comments are kept", async (box) => {
  box.put(box.settings, '\ufeff{\r\n  // keep: team default\r\n  "model": "x", /* pinned */\r\n}\r\n');
  await box.run(INSTALL);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(box.settings));
  assert(text.startsWith("\ufeff{\r\n  // keep: team default\r\n") && !/[^\r]\n/.test(text));
});

test("it is written through a link", async (box) => {
  box.put("dotfiles/settings.json", "{}", 0o600);
  Deno.mkdirSync(`${box.home}/.claude`);
  Deno.symlinkSync(`${box.root}/dotfiles/settings.json`, box.settings);
  await box.run(INSTALL);
  assertEquals(Deno.readLinkSync(box.settings), `${box.root}/dotfiles/settings.json`);
  assertEquals(ourHandlers(box.read("dotfiles/settings.json")).length, COUNT);
  await box.run("uninstall --harness claude-code");
  assertEquals(box.read("dotfiles/settings.json"), "{}");
});

test("it is written through a chain of relative links, and a linked folder; the mode is kept", async (box) => {
  box.put("home/dot/s2.json", "{}", 0o600);
  Deno.mkdirSync(`${box.home}/real`);
  Deno.symlinkSync("real", `${box.home}/.claude`);
  Deno.symlinkSync("s1.json", `${box.home}/real/settings.json`);
  Deno.symlinkSync("../dot/s2.json", `${box.home}/real/s1.json`);
  await box.run(INSTALL);
  assertEquals(Deno.readLinkSync(box.settings), "s1.json");
  assertEquals(Deno.readLinkSync(`${box.home}/real/s1.json`), "../dot/s2.json");
  assertEquals(ourHandlers(box.read("home/dot/s2.json")).length, COUNT);
  assertEquals(modeOf(`${box.home}/dot/s2.json`), 0o600);
});

test("a linked folder without a file gets one", async (box) => {
  Deno.mkdirSync(`${box.home}/real`);
  Deno.symlinkSync("real", `${box.home}/.claude`);
  assertEquals((await box.run(INSTALL)).code, 0);
  assertEquals(ourHandlers(box.read("home/real/settings.json")).length, COUNT);
});

test("a link to nothing, to itself, or a folder that is one, is refused with nothing changed", async (box) => {
  Deno.mkdirSync(`${box.home}/.claude`);
  for (const target of [`${box.root}/dotfiles/missing.json`, "settings.json"]) {
    Deno.symlinkSync(target, box.settings);
    const { code, err } = await box.run(INSTALL);
    assertEquals(code, 1);
    assertStringIncludes(err, "config.dangling-link");
    assertStringIncludes(err, target);
    assertEquals(Deno.readLinkSync(box.settings), target);
    Deno.removeSync(box.settings);
  }
  Deno.removeSync(`${box.home}/.claude`);
  Deno.symlinkSync("gone", `${box.home}/.claude`);
  assertStringIncludes((await box.run(INSTALL)).err, "config.dangling-link");
  assertEquals([...Deno.readDirSync(box.home)].map(({ name }) => name).sort(), [".claude", ".local"]);
});

test("what is no file is refused", async (box) => {
  Deno.mkdirSync(box.settings, { recursive: true });
  assertStringIncludes((await box.run(INSTALL)).err, "config.not-a-file");
});

test("a read-only file is refused with a clear error and no set left", async (box) => {
  box.put(box.settings, "{}", 0o444);
  const { code, err } = await box.run(INSTALL);
  assertEquals(code, 1);
  assertStringIncludes(err, "config.read-only");
  assertEquals(box.read(box.settings), "{}");
  assertEquals([...Deno.readDirSync(box.backups)], []);
});

Deno.test({
  name: "install: where no folder can be made, a clear error",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inSandbox(async (box) => {
      const { code, err } = await box.run(INSTALL, { env: { CLAUDE_CONFIG_DIR: "/proc/garfio" } });
      assertEquals(code, 1);
      assertStringIncludes(err, "config.read-only: /proc/garfio/settings.json cannot be written");
      assertEquals([...Deno.readDirSync(box.backups)], []);
    }),
});

test("without a home folder user scope is refused, project scope works", async (box) => {
  const env = { HOME: undefined };
  assertStringIncludes((await box.run(INSTALL, { env })).err, "home.missing");
  assertEquals((await box.run(`${INSTALL} --scope project`, { env })).code, 0);
});

test("many at the same time leave one set and a valid file", async (box) => {
  box.put(box.settings, '{\n  "model": "x"\n}\n');
  const paths = [0, 1, 2].map((number) => box.put(`p${number}/garfio`, "", 0o755));
  const runs = await Promise.all(paths.map((path) => box.run(`${INSTALL} --executable ${word(path)}`)));
  assertEquals(runs.map(({ code }) => code), [0, 0, 0]);
  const ours = ourHandlers(box.read(box.settings));
  assertEquals(ours.length, COUNT);
  assertEquals(new Set(ours.map(({ command }) => command)).size, 1);
  await box.run("uninstall --harness claude-code");
  assertEquals(box.read(box.settings), '{\n  "model": "x"\n}\n');
});

Deno.test({
  name: "install: run by root, the file stays its owner's",
  ignore: Deno.uid() !== 0,
  fn: () =>
    inSandbox(async (box) => {
      box.put(box.settings, "{}");
      Deno.chownSync(box.settings, 1234, 1234);
      await box.run(INSTALL);
      const { uid, gid } = Deno.statSync(box.settings);
      assertEquals([uid, gid], [1234, 1234]);
    }),
});

test("the profile decides which entries there are, and a change of profile is made good by another install", async (box) => {
  const env = (profile: string) => ({ env: { GARFIO_PROFILE: profile } });
  const groups = () =>
    Object.entries(JSON.parse(box.read(box.settings)).hooks as Record<string, { matcher?: string }[]>)
      .flatMap(([event, list]) => list.map(({ matcher }) => `${event} ${matcher ?? "-"}`));
  await box.run(INSTALL, env("standard"));
  const enforcing = groups();
  for (
    const row of [
      "UserPromptSubmit -",
      "PreToolUse Read|Grep|Glob",
      "PreToolUse mcp__.*",
      "PreToolUse MultiEdit",
    ]
  ) {
    assert(enforcing.includes(row), row);
  }
  const shell = ourHandlers(box.read(box.settings)).find(({ args }) =>
    (args as string[]).includes("no-verify")
  );
  assertEquals((shell?.["args"] as string[]).slice(0, 5), [
    "hook",
    "PreToolUse",
    "pretooluse-bash",
    "pretooluse-bash-plan-guard",
    "pretooluse-eval-guard",
  ]);
  assertEquals((await box.run("verify --harness claude-code", env("advisory"))).code, 1);
  await box.run(INSTALL, env("advisory"));
  assertEquals(groups().length, COUNT);
  assert(!box.read(box.settings).includes("no-verify"));
  assertEquals((await box.run("verify --harness claude-code", env("advisory"))).code, 0);
});

test("only in strict are types checked and linters run by an entry that the harness does not wait for", async (box) => {
  const env = (profile: string) => ({ env: { GARFIO_PROFILE: profile } });
  const listing = () =>
    ourHandlers(box.read(box.settings)).filter(({ args }) => (args as string[]).includes("typecheck"))
      .map(({ args, async }) => ({ event: (args as string[])[1], async }));
  await box.run(INSTALL, env("standard"));
  assertEquals(listing(), [{ event: "PostToolUse", async: undefined }, { event: "Stop", async: undefined }]);
  await box.run(INSTALL, env("strict"));
  assertEquals(listing(), [{ event: "PostToolUse", async: true }, { event: "Stop", async: undefined }]);
  assertEquals((await box.run("verify --harness claude-code", env("strict"))).code, 0);
  // Whatever the profile is now, every entry goes.
  await box.run("uninstall --harness claude-code", env("advisory"));
  assertThrows(() => box.read(box.settings), Deno.errors.NotFound);
});
