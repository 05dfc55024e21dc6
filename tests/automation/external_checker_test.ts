/** The operator's own checker: what it gets, what its answers do, and what happens when it fails. */
import { checkConfiguration } from "../../src/policy/configuration_file.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { standIn, type TestProject, withProject } from "./project.ts";

const STANDARD = { GARFIO_PROFILE: "standard" };
const ID = ["external-checker"];

function checker({ write, folder }: TestProject, script: string, more: Record<string, unknown> = {}): string {
  const program = `${folder}/bin/checker`;
  write(program, standIn(script), 0o755);
  configure({ write, folder }, { command: [program, "--json"], ...more });
  return program;
}

function configure(
  { write, folder }: Pick<TestProject, "write" | "folder">,
  value: Record<string, unknown>,
): void {
  write(`${folder}/home/.config/garfio/config.jsonc`, JSON.stringify({ externalChecker: value }));
}

const bash = ({ hook }: TestProject, command = "echo hi") =>
  hook("PreToolUse", { tool_name: "Bash", tool_input: { command } }, ID);

Deno.test("without configuration nothing is asked, and a project cannot name a checker", () =>
  withProject(async (project) => {
    assertEquals((await bash(project)).stdout, "");
    const program = checker(project, `touch "$(dirname "$0")/ran"; echo '{"decision":"deny"}'`);
    Deno.removeSync(`${project.folder}/home/.config/garfio/config.jsonc`);
    project.write(".garfio/config.jsonc", JSON.stringify({ externalChecker: { command: [program] } }));
    assertEquals((await bash(project)).stdout, "");
    assert(![...Deno.readDirSync(`${project.folder}/bin`)].some(({ name }) => name === "ran"));
  }, STANDARD));

for (const decision of ["allow", "advise", "ask", "deny"]) {
  Deno.test(`the answer ${decision}`, () =>
    withProject(async (project) => {
      checker(project, `cat > /dev/null; echo '{"decision":"${decision}","reason":"It says so."}'`);
      const { stdout } = await bash(project);
      if (decision === "allow") {
        assertEquals(stdout, "");
        return;
      }
      const answer = JSON.parse(stdout).hookSpecificOutput;
      assertEquals(answer.permissionDecision, decision === "advise" ? undefined : decision);
      assertStringIncludes(
        answer.additionalContext ?? answer.permissionDecisionReason,
        "which says: It says so.",
      );
    }, STANDARD));
}

Deno.test("in advisory a refusal is advice", () =>
  withProject(async (project) => {
    checker(project, `echo '{"decision":"deny","reason":"No"}'`);
    const { stdout } = await bash(project);
    assertEquals(JSON.parse(stdout).hookSpecificOutput.permissionDecision, undefined);
    assertStringIncludes(stdout, "No");
  }, { GARFIO_PROFILE: "advisory" }));

Deno.test("the checker gets the event without secrets, no variables of the session, and its arguments", () =>
  withProject(async (project) => {
    const seen = `${project.folder}/seen`;
    checker(
      project,
      `cat > ${seen}; env > ${seen}.env; echo "$@" > ${seen}.args; echo '{"decision":"allow"}'`,
    );
    const key = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`;
    await project.hook("PreToolUse", {
      tool_name: "Write",
      tool_input: {
        file_path: "a.txt",
        content: `token = "${key}"\n`,
        headers: { password: "hunter2-Xy9!kQ7z" },
      },
    }, ID);
    const text = Deno.readTextFileSync(seen);
    const event = JSON.parse(text);
    assertEquals([event.event, event.tool, event.project], ["PreToolUse", "Write", project.root]);
    assert(!text.includes(key) && !text.includes("hunter2"), text);
    assertStringIncludes(text, "[redacted]");
    assert(!Deno.readTextFileSync(`${seen}.env`).includes("s3cret"));
    assertEquals(Deno.readTextFileSync(`${seen}.args`).trim(), "--json");
  }, { ...STANDARD, API_TOKEN: "s3cret" }));

const FAILURES: readonly [name: string, script: string][] = [
  ["no answer in time", "sleep 20"],
  ["an answer that is no JSON", "echo yes"],
  ["an answer without a decision", "echo '{}'"],
  ["a failing exit code", `echo '{"decision":"allow"}'; exit 3`],
];
for (const [name, script] of FAILURES) {
  Deno.test(`${name}: open is silent with a line for the operator, closed refuses`, () =>
    withProject(async (project) => {
      checker(project, script, { timeout: 300 });
      const open = await bash(project);
      assertEquals(open.stdout, "");
      assertStringIncludes(open.stderr, "external-checker: ");
      checker(project, script, { timeout: 300, onFailure: "closed" });
      const { stdout } = await bash(project);
      assertEquals(JSON.parse(stdout).hookSpecificOutput.permissionDecision, "deny");
      assertStringIncludes(stdout, "The check could not be made");
    }, STANDARD));
}

Deno.test("a checker in the project, or one that others may write, is not run", () =>
  withProject(async (project) => {
    const program = checker(project, `echo '{"decision":"deny"}'`);
    Deno.chmodSync(program, 0o777);
    assertStringIncludes((await bash(project)).stderr, "may be written by others");
    project.write("checker", standIn(`echo '{"decision":"deny"}'`), 0o755);
    configure(project, { command: [`${project.root}/checker`] });
    assertStringIncludes((await bash(project)).stderr, "lies in the project");
  }, STANDARD));

Deno.test("a call that a guard has refused is not shown to the checker", () =>
  withProject(async (project) => {
    const ran = `${project.folder}/ran`;
    checker(project, `touch ${ran}; echo '{"decision":"allow"}'`);
    const run = (command: string) =>
      project.hook("PreToolUse", { tool_name: "Bash", tool_input: { command } }, [...ID, "no-verify"]);
    await run("git commit --no-verify -m x");
    assert(![...Deno.readDirSync(project.folder)].some(({ name }) => name === "ran"));
    await run("git status");
    Deno.statSync(ran);
  }, STANDARD));

const withCurl = (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
  try {
    return Deno.statSync(`${folder}/curl`).isFile;
  } catch {
    return false;
  }
});

Deno.test(
  "an endpoint on this machine is asked, and a redirect is not followed",
  { ignore: !withCurl },
  () =>
    withProject(async (project) => {
      let redirects = false;
      const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
        if (redirects) {
          return new Response(null, { status: 302, headers: { location: "https://example.com/" } });
        }
        const { tool } = await request.json();
        return Response.json({ decision: "ask", reason: `about ${tool}` });
      });
      configure(project, { url: `http://127.0.0.1:${server.addr.port}/check` });
      assertStringIncludes((await bash(project)).stdout, "about Bash");
      redirects = true;
      assertEquals((await bash(project)).stdout, "");
      await server.shutdown();
    }, STANDARD),
);

Deno.test("only what can be meant is taken as a checker", () => {
  const read = (externalChecker: unknown) => checkConfiguration({ externalChecker }, "f");
  assertEquals(read({ command: ["/usr/bin/check"] }).checker, {
    command: ["/usr/bin/check"],
    url: undefined,
    events: ["PreToolUse"],
    timeout: 3_000,
    onFailure: "open",
  });
  assertEquals(read({ url: "https://example.com/x", onFailure: "closed" }).checker?.onFailure, "closed");
  for (
    const wrong of [
      "x",
      {},
      { command: ["check"] },
      { command: "/usr/bin/check --x" },
      { command: ["/a"], url: "https://example.com" },
      { url: "http://example.com/" },
      { url: "http://localhost.example.com/" },
      { url: "https://user:word@example.com/" },
      { url: "file:///x" },
      { command: ["/a"], timeout: 60_000 },
      { command: ["/a"], events: ["Stop"] },
      { command: ["/a"], onFailure: "maybe" },
      { command: ["/a"], comand: ["/b"] },
    ]
  ) {
    const { checker, problems } = read(wrong);
    assertEquals([checker, problems.length], [undefined, 1], JSON.stringify(wrong));
  }
});
