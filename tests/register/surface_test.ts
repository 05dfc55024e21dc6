import { environmentOf } from "../../src/base/environment.ts";
import type { Os } from "../../src/base/platform.ts";
import { hookArguments } from "../../src/register/entry.ts";
import { Refusal } from "../../src/register/refusal.ts";
import { loadHarness, type Scope } from "../../src/register/registration.ts";
import { surfaceOf, surfacePath } from "../../src/register/surface.ts";
import { assertEquals, assertThrows } from "../support/assert.ts";
import { ASSETS, CLAUDE } from "./sandbox.ts";

const WINDOWS_HOME = "C:\\Users\\Test User";

const PATHS: readonly [Scope, Os, Record<string, string>, string, string][] = [
  ["user", "linux", { HOME: "/home/dev" }, "/p", "/home/dev/.claude/settings.json"],
  ["user", "darwin", { HOME: "/Users/dev" }, "/p", "/Users/dev/.claude/settings.json"],
  ["user", "linux", { HOME: "/home/dev", CLAUDE_CONFIG_DIR: "/etc/c" }, "/p", "/etc/c/settings.json"],
  ["user", "linux", { CLAUDE_CONFIG_DIR: "/etc/c" }, "/p", "/etc/c/settings.json"],
  ["user", "linux", { HOME: "/home/dev", CLAUDE_CONFIG_DIR: " " }, "/p", "/home/dev/.claude/settings.json"],
  ["user", "windows", { USERPROFILE: WINDOWS_HOME }, "D:\\p", `${WINDOWS_HOME}\\.claude\\settings.json`],
  [
    "user",
    "windows",
    { CLAUDE_CONFIG_DIR: "D:/c", USERPROFILE: WINDOWS_HOME },
    "D:\\p",
    "D:\\c\\settings.json",
  ],
  ["project", "linux", { CLAUDE_CONFIG_DIR: "/etc/c" }, "/my project", "/my project/.claude/settings.json"],
  ["project", "windows", {}, "D:\\my project", "D:\\my project\\.claude\\settings.json"],
  ["local", "linux", {}, "/p", "/p/.claude/settings.local.json"],
  ["local", "darwin", { HOME: "/Users/dev" }, "/p", "/p/.claude/settings.local.json"],
];

for (const [scope, os, env, project, expected] of PATHS) {
  Deno.test(`surface: ${scope} on ${os} with ${JSON.stringify(env)} is ${expected}`, () => {
    const surface = surfaceOf(CLAUDE.registration, scope);
    assertEquals(surfacePath(surface, project, { env: environmentOf(env), os }), expected);
  });
}

Deno.test("surface: no home folder, or a relative one, is refused with what to do", () => {
  const surface = surfaceOf(CLAUDE.registration, "user");
  const path = (env: Record<string, string>) => () =>
    surfacePath(surface, "/p", { env: environmentOf(env), os: "linux" });
  assertThrows(path({}), Refusal, "HOME");
  assertThrows(path({ HOME: "relative" }), Refusal, "HOME");
  assertThrows(path({ HOME: "/h", CLAUDE_CONFIG_DIR: "relative" }), Refusal, "CLAUDE_CONFIG_DIR");
});

Deno.test("registration: another name of a harness is the same harness; an unknown one is refused", () => {
  assertEquals(loadHarness(ASSETS, "claude").id, "claude-code");
  for (const name of ["nothing", "../claude-code", "", "claude-code.registration"]) {
    assertThrows(() => loadHarness(ASSETS, name), Refusal, "no harness");
  }
});

Deno.test("registration: each listed message is there", () => {
  const listed = CLAUDE.registration.events.flatMap(({ messages }) => messages);
  const present = new Set(
    [...Deno.readDirSync(`${ASSETS}/messages`)].map(({ name }) => name.replace(/\.md$/, "")),
  );
  assertEquals([...new Set(listed)].filter((id) => !present.has(id)), []);
});

Deno.test("registration: events, matchers and timeouts of Claude Code", () => {
  const rows = CLAUDE.registration.events.map((row) =>
    [row.matcher, row.timeout, ...hookArguments(CLAUDE, row)].join(" ")
  );
  assertEquals(rows, [
    "* 30 hook SessionStart",
    "Write 10 hook PreToolUse pretooluse-write pretooluse-write-header-guard pretooluse-write-plan-guard pretooluse-dependency-guard pretooluse-eval-guard",
    "Edit 10 hook PreToolUse pretooluse-edit pretooluse-edit-header-guard pretooluse-write-plan-guard pretooluse-dependency-guard pretooluse-eval-guard",
    "NotebookEdit 10 hook PreToolUse pretooluse-notebookedit pretooluse-write-plan-guard",
    "Bash|PowerShell 10 hook PreToolUse pretooluse-bash pretooluse-bash-plan-guard pretooluse-eval-guard",
    "AskUserQuestion 10 hook PreToolUse pretooluse-askuserquestion-recommended",
    "* 10 hook PostToolUse posttooluse-proactive-compaction",
    " 60 hook Stop stop",
  ]);
});
