/** Debug output in scripts: after an edit and at the end of a turn. */
import { logLines } from "../../src/automation/log_lines.ts";
import { assertEquals, assertStringIncludes } from "../support/assert.ts";
import { type TestProject, withProject } from "./project.ts";

const STANDARD = { GARFIO_PROFILE: "standard" };
const LOG = "console.log(1)\n";

const texts: readonly [text: string, lines: readonly number[]][] = [
  ["const a = 1\n", []],
  ["console.error(1)\nconsole.info(2)\n", []],
  ["// console.log(1)\n/* console.log(2)\n console.log(3) */\n", []],
  ["a();\nconsole.log(1)\n", [2]],
  ["console\n  .log(1)\n", [1]],
  ["console?.log?.(1)\n", [1]],
  ["const a = \"console.log(1)\";\nconst b = 'console.log(2)';\n", []],
  ["const a = `\nconsole.log(1)\n${console.log(2)}\n`;\nconsole.log(3)\n", [3, 5]],
  ["const a = `${`x${{}}` + { a: 1 }}`; console.log(1)\n", [1]],
  ['const a = /"/;\nconsole.log(1)\n', [2]],
  ["const a = b / c; const d = '/';\nconsole.log(1)\n", [2]],
  ["<p>don't</p>\n{console.log(1)}\n", [2]],
  ["const url = 'http://x'; console.log(url)\n", [1]],
  ["myconsole.log(1); console.logger(2)\n", []],
  ["console.log(1); console.log(2)\n", [1]],
];
for (const [text, lines] of texts) {
  Deno.test(`lines of ${JSON.stringify(text)}`, () => assertEquals(logLines(text), [...lines]));
}

const told = async ({ edit }: TestProject, path = "src/a.ts") => (await edit(path, ["console-log"])).text;

Deno.test("an edited script is told of with its lines, five at most, in standard too", () =>
  withProject(async (project) => {
    project.write("src/a.ts", LOG);
    assertStringIncludes(await told(project), "a script: src/a.ts, line 1.");
    assertEquals(await told(project), "", "not again");
    project.write("src/a.ts", LOG.repeat(6));
    assertStringIncludes(await told(project), "line 1, 2, 3, 4, 5 and 1 more.");
    for (const text of ["console.error(1)\n", "// console.log(1)\n", "const a = 1\n"]) {
      project.write("src/a.ts", text);
      assertEquals(await told(project), "");
    }
    project.write("src/a.py", LOG);
    assertEquals(await told(project, "src/a.py"), "");
  }, STANDARD));

async function git(folder: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("git", {
    args: ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", ...args],
    cwd: folder,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

const atEnd = async ({ hook }: TestProject, more = {}) =>
  (await hook("Stop", { stop_hook_active: false, ...more }, ["console-log"])).text;

for (const version of [2, 4]) {
  Deno.test(`at the end of a turn, what git does not have counts, new files included (index ${version})`, () =>
    withProject(async (project) => {
      const { root, write } = project;
      Deno.removeSync(`${root}/.git`);
      await git(root, "init", "-q");
      assertEquals(await atEnd(project), "");
      const exempt = ["src/a.test.ts", "scripts/x.ts", "vite.config.ts", "__mocks__/m.ts", "tests/b.ts"];
      for (const path of [...exempt, "src/a.ts", "src/b.ts", "src/deep/c.ts"]) write(path, "const a = 1\n");
      write("src/old.ts", LOG);
      write(".gitignore", "generated/\n*.gen.ts\n");
      await git(root, "add", ".");
      await git(root, "update-index", "--index-version", String(version));
      await git(root, "commit", "-q", "-m", "x");
      assertEquals(await atEnd(project), "");
      for (const path of exempt) write(path, LOG);
      for (const path of ["generated/a.ts", "src/x.gen.ts", "node_modules/x/index.js"]) write(path, LOG);
      // Written anew with what it held: no change.
      write("src/old.ts", LOG);
      Deno.utimeSync(`${root}/src/old.ts`, new Date(), new Date(Date.now() - 60_000));
      assertEquals(await atEnd(project), "");
      write("src/new.ts", LOG);
      assertStringIncludes(await atEnd(project), "src/new.ts, line 1.");
      assertEquals(await atEnd(project), "", "told once");
      write("src/a.ts", `const a = 1\n${LOG}`);
      write("src/deep/c.ts", LOG);
      assertEquals(await atEnd(project, { stop_hook_active: true }), "");
      const both = await atEnd(project);
      assertStringIncludes(both, "src/a.ts:2");
      assertStringIncludes(both, "src/deep/c.ts:1");
    }, STANDARD));
}
