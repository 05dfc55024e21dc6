/**
 * The way of a user: the executable is archived as a release, served on loopback, installed by `install.sh` (on Windows
 * `install.ps1`) into a home of its own, registers itself, and answers an event as the harness would start it.
 *
 * With `GARFIO_EXECUTABLE` that is the executable; else a script that starts the checkout stands in.
 */
import { TEST_EVENT } from "../../scripts/release/packaging.ts";
import { VERSION } from "../../src/base/version.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { PROGRAM } from "../support/executable.ts";
import { withScratch } from "../support/scratch.ts";
import { EXECUTABLE, type Ran, runWith, standIn, TARGET, withRelease } from "../release/served.ts";

const given = Deno.env.get("GARFIO_EXECUTABLE");
const windows = Deno.build.os === "windows";
const ROOT = new URL("../../", import.meta.url);
const pathOf = (name: string): string => new URL(name, ROOT).pathname.replace(/^\/(?=[A-Za-z]:)/, "");

/** The bytes to archive. */
function program(): Uint8Array {
  if (given !== undefined) return Deno.readFileSync(given);
  const words = PROGRAM.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return new TextEncoder().encode(`#!/bin/sh\nexec ${words} "$@"\n`);
}

/** The variables of a user whose home is `home`; on Windows those that a program needs are kept. */
function variables(home: string): Record<string, string> {
  const kept = windows
    ? [
      "PATH",
      "SystemRoot",
      "SystemDrive",
      "ComSpec",
      "PATHEXT",
      "PROCESSOR_ARCHITECTURE",
      "PSModulePath",
      "windir",
    ]
    : ["PATH"];
  const found = kept.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  // The checkout finds its packages where they are.
  const denoDir = Deno.env.get("DENO_DIR") ??
    `${
      Deno.env.get("XDG_CACHE_HOME") ??
        `${Deno.env.get("HOME")}/${Deno.build.os === "darwin" ? "Library/Caches" : ".cache"}`
    }/deno`;
  return {
    ...Object.fromEntries(found),
    ...(given === undefined ? { DENO_DIR: denoDir } : {}),
    ...(windows
      ? { USERPROFILE: home, LOCALAPPDATA: `${home}\\AppData\\Local`, APPDATA: `${home}\\AppData\\Roaming` }
      : { HOME: home }),
    TMPDIR: home,
    TEMP: home,
    TMP: home,
  };
}

/** Runs the installer; returns what it said and where the executable is. */
async function install(home: string, base: string): Promise<{ ran: Ran; installed: string }> {
  const env = { ...variables(home), GARFIO_BASE_URL: base };
  if (windows) {
    const args = ["-NoProfile", "-ExecutionPolicy", "Bypass", "-File", pathOf("install.ps1")];
    return {
      ran: await runWith("powershell", args, env, home),
      installed: `${home}\\AppData\\Local\\garfio\\bin\\garfio.exe`,
    };
  }
  return {
    ran: await runWith("sh", [pathOf("install.sh")], env, home),
    installed: `${home}/.local/bin/${EXECUTABLE}`,
  };
}

interface Entry {
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string; readonly args: readonly string[] }[];
}

Deno.test({
  name: "release: archived, installed from a server, registered, and a real event answered",
  ignore: windows && given === undefined,
  fn: () =>
    withScratch((home) =>
      withRelease(
        async ({ base }) => {
          const { ran, installed } = await install(home, base);
          assertEquals([ran.code, ran.err], [0, ""]);
          assertStringIncludes(ran.out, `Installed garfio ${VERSION} for ${TARGET}: ${installed}`);
          const again = await install(home, base);
          assertStringIncludes(again.ran.out, "Nothing to do");

          const env = variables(home);
          const version = JSON.parse((await runWith(installed, ["--version", "--json"], env)).out);
          assertEquals([version.version, version.target], [VERSION, TARGET]);

          const executable = given === undefined ? ["--executable", installed] : [];
          const registered = await runWith(
            installed,
            ["install", "--harness", "claude-code", ...executable],
            env,
            home,
          );
          assertEquals([registered.code, registered.err], [0, ""]);
          const settings = JSON.parse(Deno.readTextFileSync(`${home}/.claude/settings.json`));
          const entry = (settings.hooks.PreToolUse as Entry[]).find(({ matcher }) =>
            matcher?.includes("Bash")
          );
          const [{ command, args }] = entry!.hooks as [Entry["hooks"][number]];
          assertEquals(command, installed);

          const child = new Deno.Command(command, {
            args: [...args],
            clearEnv: true,
            env,
            cwd: home,
            stdin: "piped",
            stdout: "piped",
            stderr: "piped",
          }).spawn();
          const writer = child.stdin.getWriter();
          await writer.write(new TextEncoder().encode(`${TEST_EVENT}\n`));
          await writer.close();
          const { code, stdout } = await child.output();
          assertEquals(code, 0);
          const answer = JSON.parse(new TextDecoder().decode(stdout));
          assertEquals(answer.hookSpecificOutput.hookEventName, "PreToolUse");
          assertStringIncludes(JSON.stringify(answer), "Co-Authored-By");

          const check = await runWith(installed, ["upgrade", "--check", "--base-url", base], env, home);
          assertEquals([check.code, check.err], [0, ""]);
          assertStringIncludes(check.out, `Nothing to do: this is ${VERSION}`);
        },
        VERSION,
        program(),
      )
    ),
});

Deno.test({
  name: "release: the executable replaces itself by a newer one while it is run",
  ignore: given === undefined || windows,
  fn: () =>
    withScratch((home) =>
      withRelease(
        async ({ base }) => {
          const installed = `${home}/garfio`;
          Deno.copyFileSync(given!, installed);
          Deno.chmodSync(installed, 0o755);
          // A hook that waits for its event holds the old file.
          const hook = new Deno.Command(installed, {
            args: ["hook", "PreToolUse", "pretooluse-bash"],
            clearEnv: true,
            env: variables(home),
            cwd: home,
            stdin: "piped",
            stdout: "piped",
            stderr: "piped",
          }).spawn();
          const ran = await runWith(
            installed,
            ["upgrade", "--skip-attestation", "--base-url", base],
            variables(home),
            home,
          );
          assertEquals([ran.code, ran.err], [0, ""]);
          assertStringIncludes(ran.out, `is now 9.8.7; it was ${VERSION}`);
          assertEquals((await runWith(installed, ["--version"], {})).out, "garfio 9.8.7 stand-in\n");
          const writer = hook.stdin.getWriter();
          await writer.write(new TextEncoder().encode(`${TEST_EVENT}\n`));
          await writer.close();
          const { code, stdout } = await hook.output();
          assertEquals(code, 0);
          assert(new TextDecoder().decode(stdout).includes("Co-Authored-By"));
        },
        "9.8.7",
        standIn("9.8.7"),
      )
    ),
});
