/** The package manager of a project, told from its files: one line per case in `package_manager_cases.jsonl`. */
import { environmentOf } from "../../src/base/environment.ts";
import { nodeManagerOf, pythonManagerOf } from "../../src/policy/package_manager.ts";
import { assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

interface Case {
  readonly name: string;
  readonly cwd: string;
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly manager: string;
  readonly source: string;
  readonly because: string;
}

const text = Deno.readTextFileSync(new URL("package_manager_cases.jsonl", import.meta.url));
const CASES = text.trim().split("\n").map((line) => JSON.parse(line) as Case);

function put(folder: string, files: Readonly<Record<string, string>>): void {
  Deno.mkdirSync(`${folder}/proj/.git`, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const file = `${folder}${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, content);
  }
}

for (const { name, cwd, files, env, manager, source, because } of CASES) {
  Deno.test(`package manager: ${name}: ${because}`, () =>
    withScratch((folder) => {
      put(folder, files);
      Deno.mkdirSync(`${folder}${cwd}`, { recursive: true });
      const place = {
        folder: folder + cwd,
        root: `${folder}/proj`,
        os: "linux" as const,
        env: environmentOf(env),
      };
      const found = nodeManagerOf(place);
      assertEquals([found.name, found.source], [manager, source]);
    }));
}

const NODE_CASES: readonly [files: Record<string, string>, cwd: string, manager: string, source: string][] = [
  [
    { "/proj/package.json": '{"devEngines":{"packageManager":{"name":"pnpm"}}}' },
    "/proj",
    "pnpm",
    "package.json",
  ],
  [
    { "/proj/package.json": '{"devEngines":{"packageManager":[{"name":"yarn","version":"^4"}]}}' },
    "/proj",
    "yarn",
    "package.json",
  ],
  // The nearest folder that says something wins.
  [
    { "/proj/pnpm-lock.yaml": "", "/proj/a/package.json": "{}", "/proj/a/yarn.lock": "" },
    "/proj/a",
    "yarn",
    "lock-file",
  ],
  // Above the root nothing counts.
  [{ "/yarn.lock": "", "/proj/package.json": "{}" }, "/proj", "npm", "default"],
  [{ "/proj/package.json": '{"packageManager":17}', "/proj/bun.lock": "" }, "/proj", "bun", "lock-file"],
  [
    { "/proj/package.json": '{"packageManager":"cnpm@9"}', "/proj/bun.lock": "" },
    "/proj",
    "bun",
    "lock-file",
  ],
  [{ "/proj/package.json": "[]" }, "/proj", "npm", "default"],
];

for (const [files, cwd, manager, source] of NODE_CASES) {
  Deno.test(`package manager of ${JSON.stringify(files)} in ${cwd}`, () =>
    withScratch((folder) => {
      put(folder, files);
      const found = nodeManagerOf({
        folder: folder + cwd,
        root: `${folder}/proj`,
        os: "linux",
        env: environmentOf({}),
      });
      assertEquals([found.name, found.source], [manager, source]);
    }));
}

const PYTHON_CASES: readonly [files: Record<string, string>, manager: string][] = [
  [{ "/proj/uv.lock": "" }, "uv"],
  [{ "/proj/poetry.lock": "", "/proj/pyproject.toml": "[tool.uv]\n" }, "poetry"],
  [{ "/proj/pyproject.toml": "[tool.poetry]\nname='x'\n" }, "poetry"],
  [{ "/proj/pyproject.toml": "[project]\nname='x'\n" }, "none"],
  [{ "/proj/Pipfile": "" }, "pipenv"],
  [{ "/proj/pdm.lock": "", "/proj/uv.lock": "" }, "none"],
  [{ "/proj/requirements.txt": "" }, "none"],
];

for (const [files, manager] of PYTHON_CASES) {
  Deno.test(`Python package manager of ${JSON.stringify(files)}`, () =>
    withScratch((folder) => {
      put(folder, files);
      const place = {
        folder: `${folder}/proj`,
        root: `${folder}/proj`,
        os: "linux" as const,
        env: environmentOf({}),
      };
      assertEquals(pythonManagerOf(place).name, manager);
    }));
}
