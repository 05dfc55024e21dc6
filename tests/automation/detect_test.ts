/** Which formatter is for a file, by nothing but the files of the project. */
import { nearestUse } from "../../src/automation/detect.ts";
import { findProgram } from "../../src/automation/program.ts";
import { CHECKERS } from "../../src/automation/tools/checkers.ts";
import { FORMATTERS } from "../../src/automation/tools/formatters.ts";
import { environmentOf } from "../../src/base/environment.ts";
import { dirName } from "../../src/base/path.ts";
import { assertEquals } from "../support/assert.ts";
import { withProject } from "./project.ts";

type Row = readonly [
  file: string,
  formatter: string,
  ...files: readonly (string | readonly [string, string])[],
];

/** The names under which Prettier looks for its configuration. */
const PRETTIER = [
  ".prettierrc",
  ".prettierrc.json",
  ".prettierrc.yml",
  ".prettierrc.yaml",
  ".prettierrc.json5",
  ".prettierrc.js",
  ".prettierrc.cjs",
  ".prettierrc.mjs",
  ".prettierrc.ts",
  ".prettierrc.cts",
  ".prettierrc.mts",
  ".prettierrc.toml",
  "prettier.config.js",
  "prettier.config.cjs",
  "prettier.config.mjs",
  "prettier.config.ts",
  "prettier.config.cts",
  "prettier.config.mts",
];

const ROWS: readonly Row[] = [
  ...PRETTIER.map((name): Row => ["src/a.ts", "prettier", "package.json", name]),
  ...PRETTIER.map((name): Row => ["src/a.ts", "biome", "biome.json", name]),
  ...["biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc"].map((name): Row => ["a.ts", "biome", name]),
  ...["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs"].flatMap((name): Row[] => [
    [`a.${name}`, "biome", "biome.json"],
    [`a.${name}`, "prettier", ".prettierrc"],
    [`a.${name}`, "deno", "deno.json"],
  ]),
  ...["py", "rs", "md", "sh", "json", "css"].map((
    name,
  ): Row => [`a.${name}`, "none", "biome.json", ".prettierrc"]),
  ...[1, 3, 4, 5, 12].map((depth): Row => [
    `${Array.from({ length: depth }, (_, level) => `d${level}/`).join("")}a.ts`,
    "biome",
    "biome.jsonc",
  ]),
  ["a.ts", "prettier", ["package.json", '{"prettier":{}}']],
  ["a.ts", "prettier", ["package.json", "{"], ".prettierrc"],
  ["a.ts", "none", ["package.json", '{"name":"x"}']],
  ["a.ts", "none", "package.json", "eslint.config.js"],
  ["packages/a/src/x.ts", "prettier", ".prettierrc"],
  // A manifest on the way does not end the search, a nearer configuration does.
  ["packages/a/x.ts", "biome", "biome.json", "packages/a/package.json"],
  ["packages/a/x.ts", "prettier", "biome.json", "packages/a/.prettierrc"],
  ["a.ts", "deno", "deno.jsonc"],
  ["a.ts", "prettier", "deno.json", ".prettierrc"],
  ["a.ts", "dprint", "dprint.json", "deno.json"],
  ["a.py", "ruff", "ruff.toml"],
  ["a.py", "black", ["pyproject.toml", "[tool.ruff]\nline-length = 90\n[tool.black]\n"]],
  ["a.py", "ruff", ["pyproject.toml", "[tool.black]\n[tool.ruff.format]\n"]],
  ["a.py", "none", ["pyproject.toml", '[project]\nname = "x"\n']],
  ["a.go", "gofmt", "go.mod"],
  ["src/a.rs", "rustfmt", "Cargo.toml"],
  ["a.sh", "shfmt", [".editorconfig", "[*.sh]\nindent_size = 2\n"]],
  ["a.sh", "none", [".editorconfig", "[*]\nindent_size = 2\n"]],
  ["a.cpp", "clang-format", ".clang-format"],
  ["a.php", "php-cs-fixer", ".php-cs-fixer.dist.php"],
  ["A.java", "google-java-format", ["build.gradle.kts", "spotless { java { googleJavaFormat() } }"]],
  ["A.java", "none", "build.gradle"],
  ["a.kt", "ktlint", ["build.gradle.kts", 'id("org.jlleitschuh.gradle.ktlint")']],
  ["a.ex", "mix", ".formatter.exs"],
  ["a.lua", "stylua", "stylua.toml"],
  ["a.zig", "zig", "build.zig"],
];

for (const [file, formatter, ...files] of ROWS) {
  const names = files.map((one) => typeof one === "string" ? one : one.join(" "));
  Deno.test(`${file} with ${names.join(", ")}: ${formatter}`, () =>
    withProject(({ root, write }) => {
      for (const one of files) {
        if (typeof one === "string") write(one, "present");
        else write(...one);
      }
      write(file, "");
      const use = nearestUse(FORMATTERS, `${root}/${file}`, { root, os: "linux" });
      assertEquals(use?.tool.id ?? "none", formatter);
      return Promise.resolve();
    }));
}

Deno.test("the program of the project comes first; a script of node is never taken from elsewhere", () =>
  withProject(({ root, write, folder, env }) => {
    const project = { root, os: "linux" as const };
    const place = { env: environmentOf(env), os: "linux" as const };
    const programOf = (file: string) => {
      const use = nearestUse(FORMATTERS, `${root}/${file}`, project)!;
      return findProgram(use.tool, use.folder, project, place)?.path;
    };
    write(".prettierrc", "{}");
    write("sub/biome.json", "{}");
    write(`${folder}/bin/prettier`, "", 0o755);
    write(`${folder}/bin/biome`, "", 0o755);
    assertEquals(programOf("a.ts"), undefined);
    assertEquals(programOf("sub/a.ts"), `${folder}/bin/biome`);
    write("node_modules/.bin/prettier", "", 0o755);
    write("node_modules/.bin/biome", "", 0o644);
    assertEquals(programOf("a.ts"), `${root}/node_modules/.bin/prettier`);
    assertEquals(programOf("sub/a.ts"), `${folder}/bin/biome`, "what cannot be started is no program");
    Deno.chmodSync(`${root}/node_modules/.bin/biome`, 0o755);
    assertEquals(programOf("sub/a.ts"), `${root}/node_modules/.bin/biome`);
    return Promise.resolve();
  }));

Deno.test("a folder of the project on the search path is not looked at", () =>
  withProject(({ root, write, env }) => {
    write("go.mod", "module x");
    write("tools/gofmt", "", 0o755);
    const project = { root, os: "linux" as const };
    const use = nearestUse(FORMATTERS, `${root}/a.go`, project)!;
    const search = (path: string) =>
      findProgram(use.tool, use.folder, project, { env: environmentOf({ ...env, PATH: path }), os: "linux" });
    assertEquals(search(`${root}/tools:tools:.`), undefined);
    Deno.mkdirSync(`${dirName(root, "linux")}/links`);
    Deno.symlinkSync(`${root}/tools/gofmt`, `${dirName(root, "linux")}/links/gofmt`);
    assertEquals(search(`${dirName(root, "linux")}/links`), undefined);
    return Promise.resolve();
  }));

Deno.test("types are checked by the nearest project, at most up to the root", () =>
  withProject(({ root, write }) => {
    write("tsconfig.json", "{}");
    write("packages/a/tsconfig.json", "{}");
    write("packages/b/pyproject.toml", "[tool.mypy]\n");
    const folderOf = (file: string) => {
      const use = nearestUse(CHECKERS, `${root}/${file}`, { root, os: "linux" });
      return use === undefined ? "none" : `${use.tool.id} ${use.folder.slice(root.length)}`;
    };
    assertEquals(folderOf("packages/a/src/x.ts"), "tsc /packages/a");
    assertEquals(folderOf("packages/b/src/x.ts"), "tsc ");
    assertEquals(folderOf("packages/b/src/x.py"), "mypy /packages/b");
    assertEquals(folderOf("x.js"), "none");
    assertEquals(folderOf("../outside.ts"), "none");
    return Promise.resolve();
  }));
