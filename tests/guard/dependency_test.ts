/** Which writes touch the files of a package manager. */
import { dependencyFile, ECOSYSTEMS } from "../../src/guard/dependency_files.ts";
import { assertEquals } from "../support/assert.ts";
import { edit, judged, patch, write } from "../support/call.ts";
import { findGuard } from "../../src/guard/registry.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

const dependencyGuard = findGuard("pretooluse-dependency-guard")!;

Deno.test("dependency files: every name of the table is found, whatever its folder", () => {
  for (const { name: ecosystem, manifests, locks } of ECOSYSTEMS) {
    for (const [kind, names] of [["manifest", manifests], ["lock file", locks]] as const) {
      for (const name of names) {
        const file = name.replace("*", "-dev");
        for (const path of [file, `/proj/app/${file}`, `C:\\work\\${file.replaceAll("/", "\\")}`]) {
          assertEquals(dependencyFile(path), { ecosystem, kind }, path);
        }
      }
    }
  }
});

Deno.test("dependency files: names without a fixed form", () => {
  const expected: Record<string, string | undefined> = {
    "requirements.txt": "manifest",
    "requirements_test.txt": "manifest",
    "dev-requirements.txt": "manifest",
    "constraints-3.12.txt": "manifest",
    "requirements/prod.txt": "manifest",
    "deep/requirements/prod.in": "manifest",
    "App.csproj": "manifest",
    "app.CSPROJ": "manifest",
    "NuGet.Config": "manifest",
    "my.gemspec": "manifest",
    "package.json.bak": undefined,
    "my-package.json": undefined,
    "docs/package.json.md": undefined,
    "src/requirements.ts": undefined,
    "requirements/prod/readme.txt": undefined,
    "notes.txt": undefined,
    "Cargo.toml.d/notes.txt": undefined,
    "src/yarn.lock.ts": undefined,
    "Package.JSON": undefined,
    "tsconfig.json": undefined,
    "package.json/index.ts": undefined,
    "": undefined,
  };
  for (const [path, kind] of Object.entries(expected)) assertEquals(dependencyFile(path)?.kind, kind, path);
});

Deno.test("dependency guard: shows packages, never the rest of a line", async () => {
  const lines = async (path: string, text: string) =>
    (await judged(dependencyGuard, write(`/nowhere/${path}`, text)))?.values["lines"];
  assertEquals(
    await lines(
      "package.json",
      '{\n "name": "x", "version": "1.0.0",\n "dependencies": { "a": "^1.2.0", "@b/c": "latest" }\n}',
    ),
    "a ^1.2.0 | @b/c latest",
  );
  assertEquals(
    await lines("requirements.txt", "# pinned\na==1\nb[x]>=2 ; python_version > '3'\n-e .\n"),
    "a ==1 | b[x] >=2",
  );
  assertEquals(
    await lines("Cargo.toml", '[package]\nversion = "1.0"\n[dependencies]\nserde = { version = "1" }\n'),
    "serde 1",
  );
  assertEquals(
    await lines("go.mod", "module m\n\ngo 1.24\nrequire (\n\tx.test/a v1.2.3\n)\n"),
    "x.test/a v1.2.3",
  );
  assertEquals(await lines(".npmrc", "//registry.x.test/:_authToken=npm_000000000000\n"), undefined);
  assertEquals(await lines("package-lock.json", '{"a": "^1.0.0"}'), undefined);
  assertEquals(await lines("requirements.txt", "a==1\nb==2\nc==3\nd==4\n"), "a ==1 | b ==2 | c ==3");
});

Deno.test("dependency guard: an edit shows what it changes", async () => {
  const finding = await judged(
    dependencyGuard,
    edit("/p/package.json", '"a": "1.0.0",\n"b": "2.0.0"', '"a": "1.0.0",\n"b": "*"'),
  );
  assertEquals(finding?.values, {
    path: "/p/package.json",
    kind: "manifest",
    ecosystem: "npm",
    lines: "b *",
    more: undefined,
  });
});

Deno.test("dependency guard: a patch counts the further files", async () => {
  const finding = await judged(
    dependencyGuard,
    patch({ "a.py": "x", "go.mod": "x", "go.sum": "y", "b/go.sum": "z" }),
  );
  assertEquals([finding?.values["path"], finding?.values["more"]], ["go.mod", 2]);
});

Deno.test("dependency guard: reading, other files and odd shapes are silent", async () => {
  for (
    const call of [
      { tool: "Read", input: { file_path: "/p/package.json" } },
      write("/p/docs/setup.md", "Edit package.json."),
      { tool: "Write" },
      { tool: "Write", input: { file_path: 3 } },
      { tool: "apply_patch", input: { command: 1 } },
    ]
  ) assertEquals(await judged(dependencyGuard, call), undefined);
});

Deno.test("dependency guard: a long file takes time that grows with its length", async () => {
  const rows: [string, string, number][] = [
    ["/p/package.json", '"a" : "^', 400_000],
    ["/p/requirements.txt", `${"a".repeat(290)}\n`, 10_000],
  ];
  for (const [path, part, most] of rows) {
    await assertGrowsWithSize(most, (size) => judged(dependencyGuard, write(path, part.repeat(size))), path);
  }
});
