/** Required checks: observed, bounded, never a loop. */
import type { JsonObject } from "../../src/base/json.ts";
import { ranCheck } from "../../src/knowledge/check_command.ts";
import { readShell } from "../../src/shell/read.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { approveAll } from "./approval.ts";
import { item, type Project, withProject } from "./project.ts";

const FILES = {
  ".garfio/knowledge/tests.md": item(
    "kind: rule\ntitle: Billing tests pass\npaths: [services/billing/**]\ncheck:\n  run: [pnpm, test, billing]",
  ),
  "services/billing/a.ts": "",
  "docs/a.md": "",
};

const edit = ({ event, root }: Project, path: string) =>
  event("PostToolUse", {
    tool_name: "Edit",
    tool_input: { file_path: `${root}/${path}`, old_string: "a", new_string: "b" },
    tool_response: { filePath: `${root}/${path}` },
  }, ["knowledge-check"]);

const run = (
  { event }: Project,
  command: string,
  response: unknown = { stdout: "ok", stderr: "", interrupted: false },
  more = {},
) =>
  event("PostToolUse", { tool_name: "Bash", tool_input: { command, ...more }, tool_response: response }, [
    "knowledge-check",
  ]);

async function stop({ event }: Project, active = false): Promise<JsonObject> {
  const stdout = await event("Stop", { stop_hook_active: active });
  return stdout === "" ? {} : JSON.parse(stdout);
}

Deno.test("an edit in the scope holds the turn until the command has succeeded", () =>
  withProject(FILES, async (project) => {
    await approveAll(project);
    await edit(project, "services/billing/a.ts");
    const held = await stop(project);
    assertEquals(held["decision"], "block");
    assertStringIncludes(String(held["reason"]), "`pnpm test billing`");
    assertEquals(await run(project, "pnpm test billing"), "");
    assertEquals(await stop(project, true), {});
    assertEquals(await stop(project), {});
    await edit(project, "services/billing/a.ts");
    assertEquals((await stop(project))["decision"], "block");
  }));

Deno.test("without approval, without an edit in scope, or with a changed command, nothing is held", () =>
  withProject(FILES, async (project) => {
    await edit(project, "services/billing/a.ts");
    assertEquals(await stop(project), {});
    await approveAll(project);
    await edit(project, "docs/a.md");
    assertEquals(await stop(project), {});
    await edit(project, "services/billing/a.ts");
    const file = ".garfio/knowledge/tests.md";
    project.write({ [file]: FILES[file].replace("billing]", "all]") });
    const said = await stop(project);
    assertEquals(said["decision"], undefined);
    // To weaken a check by editing it is something that the operator learns of, once.
    assertStringIncludes(String(said["systemMessage"]), "tests (check)");
    assertEquals(said["hookSpecificOutput"], undefined);
    assertEquals(await stop(project), {});
  }));

Deno.test("a turn is held three times at most, and not again while nothing happens", () =>
  withProject(FILES, async (project) => {
    await approveAll(project);
    await edit(project, "services/billing/a.ts");
    assertEquals((await stop(project))["decision"], "block");
    const letGo = await stop(project, true);
    assertEquals(letGo["decision"], undefined);
    assertStringIncludes(String(letGo["systemMessage"]), "Billing tests pass");
    assertEquals(letGo["hookSpecificOutput"], undefined);

    let holds = 0;
    for (let round = 0; round < 6; round++) {
      await edit(project, "services/billing/a.ts");
      if ((await stop(project, round > 0))["decision"] === "block") holds++;
    }
    assertEquals(holds, 3);
  }));

Deno.test("only a run that certainly succeeded counts", () =>
  withProject(FILES, async (project) => {
    await approveAll(project);
    const holds = async (command: string, response?: unknown, more?: object) => {
      await edit(project, "services/billing/a.ts");
      await run(project, command, response, more);
      return (await stop(project))["decision"] === "block";
    };
    assert(await holds("pnpm test billing || true"));
    assert(await holds("pnpm test billing", { exit_code: 1 }));
    assert(await holds("pnpm test billing", { stdout: "", interrupted: true }));
    assert(await holds("pnpm test billing", undefined, { run_in_background: true }));
    assert(await holds("cd docs && pnpm test billing"));
    assert(!await holds("cd services/billing && pnpm test billing"));
    assert(!await holds("pnpm test billing", { exit_code: 0 }));
    assert(!await holds("cd . && CI=1 pnpm test billing > out.log 2>&1"));
  }));

Deno.test("where the harness tells no result the check is only recommended to the operator", () =>
  withProject(FILES, async (project) => {
    await approveAll(project);
    await edit(project, "services/billing/a.ts");
    await run(project, "pnpm test billing", "some text");
    const said = await stop(project);
    assertEquals(said["decision"], undefined);
    assertStringIncludes(String(said["systemMessage"]), "Billing tests pass");
  }));

Deno.test("an edit of a sub-agent is an edit of the session", () =>
  withProject(FILES, async (project) => {
    await approveAll(project);
    await project.event("PostToolUse", {
      agent_id: "one",
      tool_name: "Write",
      tool_input: { file_path: `${project.root}/services/billing/b.ts`, content: "x" },
    }, ["knowledge-check"]);
    assertEquals((await stop(project))["decision"], "block");
  }));

Deno.test("the profile advisory and the kill switch never hold", () =>
  withProject(FILES, async (project) => {
    await approveAll(project);
    await edit(project, "services/billing/a.ts");
    Deno.writeTextFileSync(`${project.home}/.config/garfio/config.jsonc`, '{"profile":"advisory"}');
    assertEquals(await stop(project), {});
    Deno.removeSync(`${project.home}/.config/garfio/config.jsonc`);
    Deno.writeTextFileSync(`${project.home}/.config/garfio/disabled`, "");
    assertEquals(await stop(project), {});
  }));

const LINES: readonly (readonly [string, boolean])[] = [
  ["pnpm test billing", true],
  ["cd services && pnpm test billing", true],
  ["CI=1 pnpm test billing", true],
  ["export CI=1 && pnpm test billing", false],
  ["pnpm 'test' \"billing\"", true],
  ["pnpm test billing > out.log 2>&1", true],
  ["pnpm test billing # done", true],
  ["pnpm test billing &> out.log", true],
  ["pnpm test", false],
  ["pnpm test billing --watch", false],
  ["pnpm test billing || true", false],
  ["pnpm test billing; true", false],
  ["pnpm test billing | tee out.log", false],
  ["pnpm test billing &", false],
  ["true || pnpm test billing", false],
  ["false && pnpm test billing || true", false],
  ["! pnpm test billing", false],
  ["if pnpm test billing; then :; fi", false],
  ["(pnpm test billing) || true", false],
  ["echo pnpm test billing", false],
  ["# pnpm test billing", false],
  ["cd /elsewhere && pnpm test billing", false],
  ["timeout 5 pnpm test billing", false],
  ["bash -c 'pnpm test billing'", false],
  ["pnpm test billing\ntrue", false],
  ["true; pnpm test billing", false],
];
for (const [line, counts] of LINES) {
  Deno.test(`a run of the check: ${JSON.stringify(line)} ${counts ? "counts" : "does not count"}`, () => {
    const reading = readShell(line, "posix", {
      cwd: "/proj",
      home: "/h",
      env: () => undefined,
      os: "linux",
      deadline: Date.now() + 5_000,
    });
    assertEquals(
      ranCheck(reading, ["pnpm", "test", "billing"], (folder) => folder.startsWith("/proj")),
      counts,
    );
  });
}
