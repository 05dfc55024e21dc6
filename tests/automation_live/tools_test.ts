/**
 * Real tools from the npm registry, installed once into a throw-away folder: what they are called with, what they put
 * out, and that a project's own are not run before they were approved. `deno task test:automation`.
 */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { type TestProject, withProject } from "../automation/project.ts";

const PACKAGES = [
  "@biomejs/biome@2",
  "prettier@3",
  "eslint@9",
  "typescript@5",
  "oxlint@1",
  "stylelint@16",
  "markdownlint-cli2@0.18",
  "markdownlint-cli@0.45",
];

let installed: Promise<string> | undefined;

/** The folder with the packages; the caller's search path has the `node` that runs them. */
function install(): Promise<string> {
  return installed ??= (async () => {
    const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "garfio-tools-" }));
    globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
    Deno.writeTextFileSync(`${folder}/package.json`, '{"private":true}');
    const { success, stderr } = await new Deno.Command("npm", {
      args: ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", ...PACKAGES],
      cwd: folder,
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return folder;
  })();
}

const PATH = Deno.env.get("PATH") ?? "/usr/bin:/bin";

/** A project with the packages in its `node_modules`. */
async function withTools(body: (project: TestProject) => Promise<void>, profile = "strict"): Promise<void> {
  const tools = await install();
  await withProject(async (project) => {
    const { success } = await new Deno.Command("cp", {
      args: ["-a", `${tools}/node_modules`, `${project.root}/node_modules`],
    }).output();
    assert(success);
    await body(project);
  }, { GARFIO_PROFILE: profile, PATH });
}

Deno.test("Prettier formats after the edit", () =>
  withTools(async (project) => {
    project.write(".prettierrc", '{"semi":false}');
    project.write("src/a.ts", "const  a = {b:1};\n");
    assertEquals((await project.edit("src/a.ts")).stdout, "");
    assertEquals(project.read("src/a.ts"), "const  a = {b:1};\n");
    await project.approve();
    assertStringIncludes(
      (await project.edit("src/a.ts")).text,
      "(prettier) has changed what you edited: src/a.ts",
    );
    assertEquals(project.read("src/a.ts"), "const a = { b: 1 }\n");
    project.write(".prettierignore", "src/ignored.ts\n");
    project.write("src/ignored.ts", "const  a=1\n");
    assertEquals((await project.edit("src/ignored.ts")).stdout, "");
    project.write("src/broken.ts", "const = {\n");
    assertEquals((await project.edit("src/broken.ts", ["format"])).stdout, "");
  }));

Deno.test("Biome formats and lints, one file at a time", () =>
  withTools(async (project) => {
    project.write("biome.json", '{"formatter":{"indentStyle":"space"}}');
    project.write("src/a.ts", "export function f(a: number) {\n\tif (a == 1) { debugger }\n}\n");
    project.write("src/b.ts", "debugger;\n");
    await project.approve();
    const { text } = await project.edit("src/a.ts");
    assertStringIncludes(text, "(biome) has changed what you edited: src/a.ts");
    assertStringIncludes(text, "lint/suspicious/noDebugger");
    assertStringIncludes(text, "src/a.ts:");
    assert(!text.includes("src/b.ts"), text);
    assertStringIncludes(project.read("src/a.ts"), "  if (a == 1) {\n");
  }));

Deno.test("TypeScript checks by project and tells of the edited file only", () =>
  withTools(async (project) => {
    project.write(
      "tsconfig.json",
      '{"compilerOptions":{"strict":true,"types":[],"module":"esnext","moduleResolution":"bundler"},"include":["src"]}',
    );
    project.write("src/a.ts", 'import { b } from "./b";\nexport const a: number = b;\n');
    project.write("src/b.ts", 'export const b = "x";\nexport const c: number = "y";\n');
    await project.approve();
    const { text } = await project.edit("src/a.ts");
    assertStringIncludes(text, "(tsc) reports errors, 1 in all, in src/a.ts");
    assertStringIncludes(text, "src/a.ts(2,14): error TS2322");
    assert(!text.includes("src/b.ts("), text);
    project.write("src/a.ts", "export const a = 1;\n");
    assertEquals((await project.edit("src/a.ts")).stdout, "");
  }));

Deno.test("TypeScript with a configuration that only refers to others", () =>
  withTools(async (project) => {
    project.write(
      "tsconfig.json",
      '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] } // no more',
    );
    project.write("tsconfig.app.json", '{"compilerOptions":{"strict":true,"types":[]},"include":["src"]}');
    project.write("src/a.ts", 'export const a: number = "x";\n');
    await project.approve();
    assertStringIncludes((await project.edit("src/a.ts")).text, "error TS2322");
  }));

Deno.test("ESLint, oxlint, Stylelint and markdownlint tell of the edited file", () =>
  withTools(async (project) => {
    project.write("eslint.config.mjs", 'export default [{ rules: { "no-unused-vars": "error" } }];\n');
    project.write(".oxlintrc.json", '{"rules":{"no-debugger":"error"}}');
    project.write(".stylelintrc.json", '{"rules":{"color-no-invalid-hex":true}}');
    project.write(".markdownlint.json", '{"MD041":true}');
    project.write("a.js", "const unused = 1;\ndebugger;\n");
    project.write("a.css", "a { color: #ggg; }\n");
    project.write("a.md", "no heading\n");
    await project.approve();
    const js = (await project.edit("a.js", ["quality"])).text;
    assertStringIncludes(js, "(no-unused-vars)");
    assert(/a\.js:2:\d+: .*debugger/i.test(js), js);
    assertStringIncludes((await project.edit("a.css", ["quality"])).text, "color-no-invalid-hex");
    const md = (await project.edit("a.md", ["quality"])).text;
    assertStringIncludes(md, "found by markdownlint, markdownlint-cli2");
    assertStringIncludes(md, "MD041");
  }));

Deno.test("in standard everything waits for the end of the turn", () =>
  withTools(async (project) => {
    project.write(".prettierrc", "{}");
    project.write("tsconfig.json", '{"compilerOptions":{"types":[]}}');
    project.write("a.ts", "export const  a: number = '';\n");
    await project.approve();
    assertEquals((await project.edit("a.ts")).stdout, "");
    const { stdout } = await project.hook("Stop", { stop_hook_active: false });
    assertStringIncludes(JSON.parse(stdout).systemMessage, "(prettier) has changed what was edited: a.ts");
    assertStringIncludes(JSON.parse(stdout).hookSpecificOutput.additionalContext, "a.ts(1,14): error TS2322");
  }, "standard"));

Deno.test("a project that ships an evil prettier, or an evil configuration, runs neither", () =>
  withTools(async (project) => {
    const evil = `${project.folder}/evil`;
    const ran = (): boolean => [...Deno.readDirSync(project.folder)].some(({ name }) => name === "evil");
    project.write(
      ".prettierrc.mjs",
      `import { writeFileSync } from "node:fs"; writeFileSync("${evil}", ""); export default {};\n`,
    );
    project.write(
      "eslint.config.mjs",
      `import { writeFileSync } from "node:fs"; writeFileSync("${evil}", ""); export default [];\n`,
    );
    project.write("a.ts", "const  a = 1\n");
    await project.edit("a.ts");
    await project.hook("Stop", { stop_hook_active: false });
    assert(!ran(), "a configuration that nobody has approved");

    project.write(".prettierrc.mjs", "export default {};\n");
    project.write("eslint.config.mjs", "export default [];\n");
    await project.approve();
    assertStringIncludes((await project.edit("a.ts")).text, "(prettier) has changed");
    const program = `${project.root}/node_modules/.bin/prettier`;
    Deno.removeSync(program);
    project.write(program, `#!/bin/sh\ntouch ${evil}\n`, 0o755);
    project.write("a.ts", "const  a = 1\n");
    await project.edit("a.ts");
    assert(!ran(), "a program that was put in place of the approved one");
  }));
