/** Which harnesses a machine shows, and what it shows of them. */
import { environmentOf } from "../../src/base/environment.ts";
import type { Os } from "../../src/base/platform.ts";
import { isPresent, presenceOf } from "../../src/register/detect.ts";
import { programsOnPath, versionOf } from "../../src/register/found_program.ts";
import { loadHarness } from "../../src/register/registration.ts";
import { assertEquals } from "../support/assert.ts";
import { ASSETS, inSandbox, type Sandbox } from "./sandbox.ts";

function place(box: Sandbox, env: Record<string, string> = {}, os: Os = "linux") {
  return { env: environmentOf({ HOME: box.home, PATH: "", ...env }), os, now: () => new Date() };
}

Deno.test("detect: nothing is there on an empty machine", () =>
  inSandbox((box) => {
    for (const id of ["claude-code", "codex", "kiro", "opencode"]) {
      const presence = presenceOf(loadHarness(ASSETS, id), box.project, place(box));
      assertEquals([isPresent(presence), presence.unreadable], [false, []], id);
    }
  }));

Deno.test("detect: a program on PATH, a folder, or entries of ours each show a harness", () =>
  inSandbox(async (box) => {
    const codex = loadHarness(ASSETS, "codex");
    box.put(
      "node/lib/node_modules/@openai/codex/package.json",
      '{"name":"@openai/codex","version":"0.171.0"}',
    );
    const program = box.put("node/lib/node_modules/@openai/codex/bin/codex", "", 0o755);
    Deno.mkdirSync(`${box.root}/bin`);
    Deno.symlinkSync(program, `${box.root}/bin/codex`);
    const onPath = presenceOf(codex, box.project, place(box, { PATH: `relative:${box.root}/bin:/nowhere` }));
    assertEquals([onPath.program, onPath.version], [`${box.root}/bin/codex`, "0.171.0"]);
    Deno.mkdirSync(`${box.home}/.codex`);
    assertEquals(presenceOf(codex, box.project, place(box)).folders, [`${box.home}/.codex`]);
    await box.run("install --harness codex");
    assertEquals(presenceOf(codex, box.project, place(box)).registered, ["user"]);
  }));

Deno.test("detect: the home folder as the project is one file, not two", () =>
  inSandbox(async (box) => {
    Deno.mkdirSync(`${box.home}/.git`);
    await box.run("install --harness claude-code --scope user", { cwd: box.home });
    const claude = loadHarness(ASSETS, "claude-code");
    assertEquals(presenceOf(claude, box.home, place(box)).registered, ["user"]);
  }));

Deno.test("detect: on Windows a program has one of the known endings", () =>
  inSandbox((box) => {
    const env = environmentOf({ PATH: `${box.root};C:\\nowhere`, PATHEXT: ".EXE;.CMD" });
    assertEquals(programsOnPath("garfio", { env, os: "windows" }), []);
  }));

const VERSIONS: readonly [string, string | undefined][] = [
  ["share/claude/versions/2.1.332", "2.1.332"],
  ["share/claude/versions/2.1.332/claude", "2.1.332"],
  ["apps/garfio/1.0.0-beta.2/garfio", "1.0.0-beta.2"],
  ["usr/bin/claude", undefined],
];
for (const [path, version] of VERSIONS) {
  Deno.test(`detect: the version of ${path}`, () =>
    inSandbox((box) => assertEquals(versionOf(box.put(path, ""), place(box)), version)));
}
