/** What runs after edits and at the end of a turn, with stand-ins for the tools. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { ALL, standIn, type TestProject, withProject } from "./project.ts";

/** A formatter that turns tabs into blanks and notes how it was called. */
const FORMATTER = standIn(
  `echo "$@" >> "$(dirname "$0")/../../calls"\nfor file; do case "$file" in /*) sed -i 's/\\t/  /g' "$file";; esac; done`,
);
const tsc = (...lines: string[]): string => standIn(lines.map((line) => `echo "${line}"`).join("\n"));

function prettier({ write }: TestProject): void {
  write(".prettierrc", "{}");
  write("node_modules/.bin/prettier", FORMATTER, 0o755);
  write("a.ts", "if (a) {\n\tb();\n}\n");
}

const calls = ({ read }: TestProject): string[] => {
  try {
    return read("calls").trim().split("\n");
  } catch {
    return [];
  }
};

Deno.test("nothing of the project is run before the operator has approved it", () =>
  withProject(async (project) => {
    prettier(project);
    project.write("tsconfig.json", "{}");
    project.write("node_modules/.bin/tsc", tsc("a.ts(1,1): error TS1: no"), 0o755);
    project.write("eslint.config.js", "");
    project.write("node_modules/.bin/eslint", standIn("touch ran"), 0o755);
    assertEquals((await project.edit("a.ts")).stdout, "");
    assertEquals((await project.hook("Stop", { stop_hook_active: false })).stdout, "");
    assertEquals(calls(project), []);
    assert(![...Deno.readDirSync(project.root)].some(({ name }) => name === "ran"));
  }));

Deno.test("in strict, an approved formatter runs after the edit and the model is told", () =>
  withProject(async (project) => {
    prettier(project);
    await project.approve();
    const { text, stderr } = await project.edit("a.ts");
    assertEquals(stderr, "");
    assertStringIncludes(text, "(prettier) has changed what you edited: a.ts");
    assertEquals(project.read("a.ts"), "if (a) {\n  b();\n}\n");
    assertEquals(calls(project), [`--write --log-level error --ignore-unknown ${project.root}/a.ts`]);
    assertEquals((await project.edit("a.ts")).stdout, "", "nothing has changed");
  }));

Deno.test("a changed program or configuration has to be approved again", () =>
  withProject(async (project) => {
    for (
      const change of [
        () => project.write(".prettierrc", '{"plugins":["./evil.js"]}'),
        () => project.write(".prettierrc.js", "throw 1"),
        () => project.write("node_modules/.bin/prettier", `${FORMATTER}\ntouch evil\n`, 0o755),
        () => {
          project.write("node_modules/prettier/bin/prettier.cjs", "//");
          project.write("node_modules/prettier/package.json", '{"version":"9"}');
        },
      ]
    ) {
      prettier(project);
      await project.approve();
      change();
      const before = calls(project).length;
      assertEquals((await project.edit("a.ts")).stdout, "");
      assertEquals(calls(project).length, before);
      const { tools } = JSON.parse((await project.command(["list"], "", true)).out);
      assertEquals([tools[0].approved, tools[0].changed], [false, true]);
    }
  }));

Deno.test("what was revoked, and an approval that others may write, does not count", () =>
  withProject(async (project) => {
    prettier(project);
    await project.approve();
    const file = `${project.folder}/home/.config/garfio/automation-approvals.json`;
    assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
    Deno.chmodSync(file, 0o666);
    assertEquals((await project.edit("a.ts")).stdout, "");
    Deno.chmodSync(file, 0o600);
    assertStringIncludes((await project.command(["revoke"], null)).out, "Revoked");
    assertEquals((await project.edit("a.ts")).stdout, "");
    assertEquals(calls(project), []);
  }));

Deno.test("approving asks a person at a terminal, and shows what would run", () =>
  withProject(async (project) => {
    prettier(project);
    const piped = await project.command(["approve"], null);
    assertEquals(piped.code, 1);
    assertStringIncludes(piped.err, "standard input is no terminal");
    const no = await project.command(["approve"], "no");
    assertEquals(no.code, 1);
    assertStringIncludes(no.out, `${project.root}/node_modules/.bin/prettier --write`);
    assertStringIncludes(no.out, ".prettierrc");
    project.env["CLAUDECODE"] = "1";
    assertStringIncludes((await project.command(["approve"])).err, "CLAUDECODE is set");
    assertEquals((await project.edit("a.ts")).stdout, "");
  }));

Deno.test("the tools of one file can be asked for", () =>
  withProject(async (project) => {
    prettier(project);
    const { out } = await project.command(["list", `${project.root}/a.ts`], "", true);
    const { tools } = JSON.parse(out);
    assertEquals(tools.length, 1);
    assertEquals([tools[0].automation, tools[0].tool, tools[0].approved], ["format", "prettier", false]);
  }));

Deno.test("in standard, edits wait and are worked on once at the end of the turn; only the operator hears of formats", () =>
  withProject(async (project) => {
    prettier(project);
    project.write("b.ts", "\tb();\n");
    project.write("tsconfig.json", "{}");
    project.write("node_modules/.bin/tsc", tsc("b.ts(1,2): error TS2304: Cannot find name 'b'."), 0o755);
    await project.approve();
    for (const path of ["a.ts", "b.ts", "a.ts", "gone.ts"]) {
      assertEquals((await project.edit(path)).stdout, "");
    }
    assertEquals(calls(project), []);
    assertEquals((await project.hook("Stop", { stop_hook_active: true })).stdout, "");
    assertEquals(calls(project), []);
    const { stdout } = await project.hook("Stop", { stop_hook_active: false });
    assertEquals(calls(project).length, 1);
    const answer = JSON.parse(stdout);
    assertEquals(answer.decision, undefined);
    assertStringIncludes(answer.systemMessage, "(prettier) has changed what was edited: a.ts, b.ts");
    const told: string = answer.hookSpecificOutput.additionalContext;
    assertStringIncludes(told, "(tsc) reports errors, 1 in all, in b.ts");
    assert(!told.includes("formatter"), told);
    assertEquals(
      (await project.hook("Stop", { stop_hook_active: false })).stdout,
      "",
      "nothing waits any more",
    );
  }, { GARFIO_PROFILE: "standard" }));

Deno.test("sessions do not share what waits", () =>
  withProject(async (project) => {
    prettier(project);
    await project.approve();
    await project.edit("a.ts");
    assertEquals((await project.hook("Stop", { session_id: "s-2" })).stdout, "");
    assertEquals(calls(project), []);
  }, { GARFIO_PROFILE: "standard" }));

for (const profile of ["advisory", "minimal"]) {
  Deno.test(`in ${profile} nothing runs`, () =>
    withProject(async (project) => {
      prettier(project);
      project.write("a.ts", "console.log(1)\n");
      await project.approve();
      assertEquals((await project.edit("a.ts")).stdout, "");
      assertEquals((await project.hook("Stop")).stdout, "");
      assertEquals(calls(project), []);
    }, { GARFIO_PROFILE: profile }));
}

Deno.test("the type check tells of the edited file only, by its path, in ten lines", () =>
  withProject(async (project) => {
    const many = Array.from(
      { length: 14 },
      (_, line) => `src/a.ts(${line + 1},1): error TS1: number ${line + 1}`,
    );
    project.write("tsconfig.json", "{}");
    project.write("src/a.ts", "");
    project.write("src/utils.ts", "");
    project.write("app/(group)/page.tsx", "");
    project.write(
      "node_modules/.bin/tsc",
      tsc(
        ...many,
        "src/b.ts(1,1): error TS1: other",
        "tests/utils.ts(1,1): error TS1: other",
        "app/(group)/page.tsx(2,3): error TS7: here",
      ),
      0o755,
    );
    await project.approve();
    const { text } = await project.edit("src/a.ts");
    assertStringIncludes(text, "(tsc) reports errors, 14 in all, in src/a.ts");
    assertStringIncludes(text, "4 of them are not shown");
    assertStringIncludes(text, "src/a.ts(10,1): error TS1: number 10");
    assert(!text.includes("number 11") && !text.includes("src/b.ts"), text);
    assertEquals((await project.edit("src/utils.ts")).stdout, "", "a file of the same name elsewhere");
    assertStringIncludes((await project.edit("app/(group)/page.tsx")).text, "app/(group)/page.tsx(2,3)");
  }));

Deno.test("without a compiler of the project types are not checked", () =>
  withProject(async (project) => {
    project.write("tsconfig.json", "{}");
    project.write("a.ts", "");
    project.write(`${project.folder}/bin/tsc`, tsc("a.ts(1,1): error TS1: no"), 0o755);
    const { out } = await project.command(["approve"]);
    assertStringIncludes(out, "tsc in . is not installed");
    assertEquals((await project.edit("a.ts")).stdout, "");
  }));

Deno.test("ESLint's JSON becomes lines of the edited file", () =>
  withProject(async (project) => {
    project.write("eslint.config.js", "");
    project.write("a.js", "");
    const json = JSON.stringify([
      {
        filePath: `${project.root}/a.js`,
        messages: [{ line: 3, column: 7, message: "'x' is unused.", ruleId: "no-unused-vars" }],
      },
      {
        filePath: `${project.root}/b.js`,
        messages: [{ line: 1, column: 1, message: "other", ruleId: "no" }],
      },
    ]);
    project.write("node_modules/.bin/eslint", standIn(`cat <<'END'\n${json}\nEND\nexit 1`), 0o755);
    await project.approve();
    const { text } = await project.edit("a.js");
    assertStringIncludes(text, "a.js:3:7 'x' is unused. (no-unused-vars)");
    assert(!text.includes("b.js"), text);
  }));

Deno.test("the syntax of data files is read without any approval", () =>
  withProject(async (project) => {
    project.write("a.json", '{\n  "a": 1,\n  "b" 2\n}\n');
    project.write("b.yaml", "a: 1\nb: [1, 2\nc: 3\n");
    project.write("c.toml", "a = 1\nb = \n");
    project.write("package.json", '{ "a": 1, } // no\n');
    project.write("tsconfig.json", '{ "a": 1, } // yes\n');
    project.write("good.yml", "a: !Ref b\n---\nc: 1\n");
    project.write("chart/templates/x.yaml", "{{- if .Values.a }}\na: 1\n{{- end }}\n");
    for (
      const [path, part] of [["a.json", "a.json:3"], ["b.yaml", "b.yaml:"], ["c.toml", "c.toml:2"], [
        "package.json",
        "package.json:1",
      ]] as const
    ) {
      assertStringIncludes((await project.edit(path)).text, part);
    }
    for (const path of ["tsconfig.json", "good.yml", "chart/templates/x.yaml"]) {
      assertEquals((await project.edit(path)).stdout, "", path);
    }
  }));

Deno.test("a tool that does not end is stopped, and its file is looked at again at the end of the turn", () =>
  withProject(async (project) => {
    project.write("tsconfig.json", "{}");
    project.write("a.ts", "");
    project.write(
      "node_modules/.bin/tsc",
      standIn(`if [ -e once ]; then echo "a.ts(1,1): error TS1: slow"; else touch once; sleep 600; fi`),
      0o755,
    );
    await project.approve();
    assertEquals((await project.edit("a.ts")).stdout, "");
    assertStringIncludes((await project.hook("Stop")).text, "error TS1: slow");
  }));

Deno.test("tools get no variables but those of a list, and nothing on standard input", () =>
  withProject(async (project) => {
    project.write(".prettierrc", "{}");
    project.write("a.ts", "");
    project.write("node_modules/.bin/prettier", standIn(`env > seen; cat >> seen`), 0o755);
    await project.approve();
    await project.edit("a.ts");
    const seen = project.read("seen");
    for (const part of ["s3cret", "NODE_OPTIONS", project.root + "/tools"]) {
      assert(!seen.includes(part), seen);
    }
    assertStringIncludes(seen, "PATH=");
    assertStringIncludes(seen, "npm_config_offline=true");
  }, { GITHUB_TOKEN: "s3cret", ANTHROPIC_API_KEY: "s3cret", NODE_OPTIONS: "--require /tmp/evil.js" }));

Deno.test("files outside the project, links out of it, packages and names like options are safe", () =>
  withProject(async (project) => {
    prettier(project);
    project.write(`${project.folder}/outside.ts`, "\tx\n");
    Deno.symlinkSync(`${project.folder}/outside.ts`, `${project.root}/link.ts`);
    project.write("node_modules/x/index.ts", "\tx\n");
    project.write("--version; touch evil.ts", "\tx\n");
    await project.approve();
    for (const path of [`${project.folder}/outside.ts`, "link.ts", "node_modules/x/index.ts"]) {
      assertEquals((await project.edit(path)).stdout, "", path);
    }
    assertEquals(calls(project), []);
    await project.edit("--version; touch evil.ts");
    assertEquals(project.read("--version; touch evil.ts"), "  x\n");
    assertEquals(calls(project), [
      `--write --log-level error --ignore-unknown ${project.root}/--version; touch evil.ts`,
    ]);
  }));

Deno.test("a guard's refusal or question keeps automations from running", () =>
  withProject(async (project) => {
    prettier(project);
    await project.approve();
    project.write(
      `${project.folder}/home/.config/garfio/config.jsonc`,
      JSON.stringify({
        rules: [{ id: "no", event: "PostToolUse", match: { tool: "Edit" }, action: "deny", message: "No." }],
      }),
    );
    await project.edit("a.ts", ["custom-rules", ...ALL]);
    await project.edit("a.ts", [...ALL, "custom-rules"]);
    assertEquals(calls(project), []);
  }));

Deno.test("a tool that fails is silent", () =>
  withProject(async (project) => {
    prettier(project);
    project.write("node_modules/.bin/prettier", standIn("echo broken >&2; exit 2"), 0o755);
    await project.approve();
    const { stdout, stderr } = await project.edit("a.ts");
    assertEquals([stdout, stderr], ["", ""]);
  }));

Deno.test("without a place for state, what works at once still does", () =>
  withProject(async (project) => {
    project.write("a.ts", "console.log(1)\n");
    const { text, stderr } = await project.edit("a.ts");
    assertStringIncludes(text, "a.ts, line 1");
    assertEquals(stderr, "");
    assertEquals((await project.hook("Stop")).stderr, "");
  }, { GARFIO_PROFILE: "standard", GARFIO_STATE_DIR: "/proc/nothing-here" }));
