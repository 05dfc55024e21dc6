/** `garfio plugin export`. */
import { VERSION } from "../../src/base/version.ts";
import { claudeCodePlugin } from "../../src/cli/plugin/claude_code.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ASSETS, inSandbox } from "../register/sandbox.ts";
import { runWith } from "../release/served.ts";

const EXPORT = "plugin export --harness claude-code";

Deno.test("plugin: a folder that Claude Code takes", () =>
  inSandbox(async ({ run, project, read, root }) => {
    const { code, out, err } = await run(`${EXPORT} plugin`);
    assertEquals([code, err], [0, ""]);
    assertStringIncludes(out, "claude --plugin-dir");
    const folder = `${project}/plugin`;
    const manifest = JSON.parse(read(`${folder}/.claude-plugin/plugin.json`));
    assertEquals([manifest.name, manifest.version, manifest.license], ["garfio", VERSION, "MIT"]);
    assert(/^[a-z0-9-]+$/.test(manifest.name) && /^\d+\.\d+\.\d+/.test(manifest.version));
    // The standard file is found by itself.
    assert(!("hooks" in manifest));
    const file = JSON.parse(read(`${folder}/hooks/hooks.json`));
    assertEquals(Object.keys(file), ["description", "hooks"]);
    for (const groups of Object.values(file.hooks) as Group[][]) {
      for (const group of groups) {
        assertEquals(Object.keys(group).filter((key) => !["matcher", "hooks"].includes(key)), []);
        for (const hook of group.hooks) {
          assertEquals(
            Object.keys(hook).filter((key) => !["type", "command", "args", "timeout"].includes(key)),
            [],
          );
          assert(hook.type === "command" && typeof hook.command === "string" && Number(hook.timeout) > 0);
        }
      }
    }
    assert(!JSON.stringify(file).includes(root), "no path of this machine");
    assertStringIncludes(read(`${folder}/README.md`), "garfio install --harness claude-code");
  }));

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly Record<string, unknown>[];
}

Deno.test("plugin: its entries are those of a registration, in exec form, of every guard", () => {
  const harness = loadHarness(ASSETS, "claude-code", "standard");
  const { hooks } = JSON.parse(claudeCodePlugin(harness).get("hooks/hooks.json")!);
  const found = Object.entries(hooks as Record<string, Group[]>).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks }) => hooks.map((handler) => ({ event, matcher, handler })))
  );
  const exec = found.filter(({ handler }) => "args" in handler);
  assertEquals(exec.length, found.length - 1);
  const planned = plannedEntries(
    harness,
    harness.registration.surfaces.user!,
    { command: "garfio", leading: [] },
    "linux",
  );
  const key = (entry: unknown): string => JSON.stringify(entry);
  assertEquals(
    exec.map(key).sort(),
    planned.map(({ event, matcher, handler }) => key({ event, matcher, handler })).sort(),
  );
});

Deno.test({
  name: "plugin: where garfio is missing, the start of a session says how to get it; else nothing",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inSandbox(async ({ put, root }) => {
      const { hooks } = JSON.parse(
        claudeCodePlugin(loadHarness(ASSETS, "claude-code")).get("hooks/hooks.json")!,
      );
      const notice = hooks.SessionStart[0];
      assertEquals(notice.matcher, "startup");
      const line = notice.hooks[0].command;
      const missing = await runWith("sh", ["-c", line], { PATH: "/usr/bin:/bin" });
      assertEquals(missing.code, 0);
      assertStringIncludes(JSON.parse(missing.out).systemMessage, "Garfio is not on PATH");
      put("tools/garfio", "#!/bin/sh\nexit 0\n", 0o755);
      const there = await runWith("sh", ["-c", line], { PATH: `${root}/tools:/usr/bin:/bin` });
      assertEquals(there, { code: 0, out: "", err: "" });
    }),
});

Deno.test("plugin: written again it is the same; a folder of somebody else is left alone", () =>
  inSandbox(async ({ run, project, put, read }) => {
    for (let time = 0; time < 2; time++) assertEquals((await run(`${EXPORT} plugin --json`)).code, 0);
    assertEquals([...Deno.readDirSync(`${project}/plugin`)].length, 3);
    put(`${project}/other/file`, "mine");
    put(`${project}/theirs/.claude-plugin/plugin.json`, '{"name":"theirs"}');
    for (const folder of ["other", "theirs", "other/file"]) {
      const { code, err } = await run(`${EXPORT} ${folder}`);
      assertEquals(code, 1);
      assertStringIncludes(err, folder);
    }
    assertEquals(read(`${project}/other/file`), "mine");
  }));

Deno.test("plugin: what is missing or not known is said", () =>
  inSandbox(async ({ run }) => {
    for (
      const [args, part] of [
        ["plugin", "Say what to do"],
        ["plugin import x", "Say what to do"],
        ["plugin export --harness claude-code", "into which folder"],
        ["plugin export x", "--harness ID, one of claude-code"],
        ["plugin export --harness cursor x", "--harness takes claude-code"],
      ] as const
    ) {
      const { code, err } = await run(args);
      assertEquals(code, 1);
      assertStringIncludes(err, part);
    }
  }));

Deno.test("plugin: Codex gets nothing at the root of its hooks file that would make it drop the file", () =>
  inSandbox(async ({ run, project, read }) => {
    const { code, out } = await run("plugin export --harness codex plugin");
    assertEquals(code, 0, out);
    assertEquals(JSON.parse(read(`${project}/plugin/.codex-plugin/plugin.json`)).name, "garfio");
    const file = JSON.parse(read(`${project}/plugin/hooks/hooks.json`));
    assertEquals(Object.keys(file), ["description", "hooks"]);
    for (const { hooks } of Object.values(file.hooks).flat() as Group[]) {
      for (const hook of hooks) {
        assertEquals(hook["type"], "command");
        assertStringIncludes(String(hook["commandWindows"]), "garfio hook --contract codex ");
      }
    }
  }));

Deno.test("plugin: a missing program keeps Gemini CLI from no call", () =>
  inSandbox(async ({ run, project, read, root }) => {
    assertEquals((await run("plugin export --harness gemini-cli plugin")).code, 0);
    assertEquals(JSON.parse(read(`${project}/plugin/gemini-extension.json`)).name, "garfio");
    const { hooks } = JSON.parse(read(`${project}/plugin/hooks/hooks.json`));
    for (const { hooks: handlers } of Object.values(hooks).flat() as Group[]) {
      for (const { command } of handlers) {
        const ran = await runWith("/bin/bash", ["-c", String(command)], { PATH: root });
        assertEquals([ran.code, ran.out], [0, ""]);
      }
    }
  }));
