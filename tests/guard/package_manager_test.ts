/** Calls of package managers: what is foreign to the project, what it is called there, and names that look alike. */
import { findGuard } from "../../src/guard/registry.ts";
import type { Finding } from "../../src/guard/finding.ts";
import { nearTo } from "../../src/guard/package_manager/similar_name.ts";
import { packageName } from "../../src/guard/package_manager/name.ts";
import {
  POPULAR_NODE,
  POPULAR_PYTHON,
  REAL_NODE,
  REAL_PYTHON,
} from "../../src/guard/package_manager/popular.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bash, judged } from "../support/call.ts";
import { withScratch } from "../support/scratch.ts";

const GUARD = findGuard("package-manager")!;

async function judge(
  folder: string,
  command: string,
  files: Readonly<Record<string, string>>,
): Promise<Finding | undefined> {
  Deno.mkdirSync(`${folder}/.git`, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const file = `${folder}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
  return await judged(GUARD, { ...bash(command), root: folder });
}

const PNPM = { "package.json": "{}", "pnpm-lock.yaml": "" };
const NPM = { "package.json": "{}", "package-lock.json": "" };
const BUN = { "package.json": "{}", "bun.lock": "" };
const YARN = { "package.json": "{}", "yarn.lock": "" };
const BERRY = { ...YARN, ".yarnrc.yml": "nodeLinker: node-modules\n" };
const UV = { "pyproject.toml": "[project]\nname='x'\n", "uv.lock": "" };
const POETRY = { "poetry.lock": "" };

/** Refused, with the command to use instead. */
const FOREIGN: readonly [files: Readonly<Record<string, string>>, command: string, instead: string][] = [
  [PNPM, "npm ci", "pnpm install --frozen-lockfile"],
  [PNPM, "npm clean-install", "pnpm install --frozen-lockfile"],
  [PNPM, "npm i", "pnpm install"],
  [PNPM, "npm i zod", "pnpm add zod"],
  [PNPM, "npm install -D zod vitest", "pnpm add -D zod vitest"],
  [PNPM, "npm i --save-dev zod@3", "pnpm add -D zod@3"],
  [PNPM, "npm i -DE zod", "pnpm add -D -E zod"],
  [PNPM, "npm i zod -w packages/a", "pnpm --filter packages/a add zod"],
  [PNPM, "npm uninstall zod", "pnpm remove zod"],
  [PNPM, "npm update", "pnpm update"],
  [PNPM, "npm dedupe", "pnpm dedupe"],
  [PNPM, "npm audit fix", "pnpm audit --fix"],
  [PNPM, "cd src && npm i zod", "pnpm add zod"],
  [PNPM, "sudo npm i zod", "pnpm add zod"],
  [PNPM, "bash -c 'npm install zod'", "pnpm add zod"],
  [PNPM, "CI=1 npm ci && npm test", "pnpm install --frozen-lockfile"],
  [PNPM, "corepack npm@10 install", "pnpm install"],
  [PNPM, "npx -y npm@10 install", "pnpm install"],
  [PNPM, "yarn", "pnpm install"],
  [PNPM, "yarn --frozen-lockfile", "pnpm install --frozen-lockfile"],
  [PNPM, "yarn add -D zod", "pnpm add -D zod"],
  [PNPM, "npm --prefix sub install", "pnpm install"],
  [NPM, "pnpm i --frozen-lockfile", "npm ci"],
  [NPM, "pnpm add -D zod", "npm install -D zod"],
  [NPM, "bun add -d zod", "npm install -D zod"],
  [NPM, "yarn remove zod", "npm uninstall zod"],
  [NPM, "yarn workspace web add zod", "npm -w web install zod"],
  [BUN, "npm i -D zod", "bun add -d zod"],
  [BUN, "pnpm remove zod", "bun remove zod"],
  [YARN, "npm ci", "yarn install --frozen-lockfile"],
  [BERRY, "npm ci", "yarn install --immutable"],
  [YARN, "npm update zod", "yarn upgrade zod"],
  [BERRY, "npm update zod", "yarn up zod"],
  [UV, "pip install httpx", "uv add httpx"],
  [UV, "python -m pip install 'httpx>=0.27'", "uv add 'httpx>=0.27'"],
  [UV, "python3.12 -m pip install httpx", "uv add httpx"],
  [UV, "pip3 install httpx", "uv add httpx"],
  [UV, "poetry add --group dev pytest", "uv add --dev pytest"],
  [POETRY, "uv sync", "poetry install"],
  [POETRY, "pip uninstall httpx", "poetry remove httpx"],
  [POETRY, "pipenv install", "poetry install"],
];

for (const [files, command, instead] of FOREIGN) {
  Deno.test(`foreign manager: ${command} -> ${instead}`, () =>
    withScratch(async (folder) => {
      const finding = await judge(folder, command, files);
      assertEquals(finding?.values["instead"], instead);
      assertEquals(finding?.atMost, undefined);
    }));
}

const FITS: readonly [files: Readonly<Record<string, string>>, command: string][] = [
  [PNPM, "pnpm install"],
  [PNPM, "pnpm add -D zod"],
  [PNPM, "npm run build"],
  [PNPM, "npm test"],
  [PNPM, "npm publish"],
  [PNPM, "npm view zod versions --json"],
  [PNPM, "npm config get registry"],
  [PNPM, "npm pack --dry-run"],
  [PNPM, "npm install -g pnpm"],
  [PNPM, "npm i --location=global typescript"],
  [PNPM, "npm --global i typescript"],
  [PNPM, "npm install --dry-run"],
  [PNPM, "npm install --help"],
  [PNPM, "npm --version"],
  [PNPM, "npm audit"],
  [PNPM, "npm init -y"],
  [PNPM, "npm login"],
  [PNPM, "yarn --version"],
  [PNPM, "yarn global add serve"],
  [PNPM, "yarn build"],
  [PNPM, "bun run build"],
  [PNPM, "bun test"],
  [PNPM, "bun src/index.ts"],
  [PNPM, "bun --version"],
  [PNPM, "echo npm install"],
  [PNPM, "grep -rn 'npm install' docs"],
  [PNPM, "git commit -m 'docs: npm install'"],
  [PNPM, "cat <<'EOF' > README.md\nnpm install\nEOF"],
  // The project of the command is another one.
  [{ ...PNPM, "demo/package.json": "{}", "demo/package-lock.json": "" }, "cd demo && npm install"],
  [{ ...PNPM, "demo/package.json": "{}", "demo/package-lock.json": "" }, "npm --prefix demo install"],
  [{ ...PNPM, "demo/package.json": "{}", "demo/package-lock.json": "" }, "npm -C demo ci"],
  [PNPM, "cd /tmp && npm install left-pad"],
  [PNPM, 'cd "$DIR" && npm install'],
  [{ "package.json": "{}" }, "pnpm add zod"],
  [{}, "yarn add zod"],
  [UV, "uv sync"],
  [UV, "uv pip install httpx"],
  [UV, "pip install -r requirements.txt"],
  [UV, "pip install -e ."],
  [UV, "pip install ."],
  [UV, "pip install --upgrade pip"],
  [UV, "pip install uv"],
  [UV, "pip list"],
  [UV, "pip install --target build/lib httpx"],
  [UV, "pipx install ruff"],
  [UV, "python app.py"],
  [{ "uv.lock": "", "poetry.lock": "" }, "pip install httpx"],
  [{ "package.json": '{"devDependencies":{"vitest":"1"}}', "pnpm-lock.yaml": "" }, "npx vitest run"],
];

for (const [files, command] of FITS) {
  Deno.test(`no finding: ${command}`, () =>
    withScratch(async (folder) => assertEquals(await judge(folder, command, files), undefined)));
}

Deno.test("running a package of another manager is only mentioned", () =>
  withScratch(async (folder) => {
    const finding = await judge(folder, "npx create-vite my-app -- --template vue", PNPM);
    assertEquals(finding?.values["instead"], "pnpm dlx create-vite my-app -- --template vue");
    assertEquals(finding?.atMost, "advise");
  }));

const LOOKALIKES: readonly [command: string, name: string, popular: string][] = [
  ["npm install exprss", "exprss", "express"],
  ["npm i --save-dev reactt", "reactt", "react"],
  ["npm i lodahs", "lodahs", "lodash"],
  ["npm i zod crossenv", "crossenv", "cross-env"],
  ["npm i axois@1.2.3", "axois", "axios"],
  ["npm i -g typescirpt", "typescirpt", "typescript"],
  ["npm i http@npm:exprss@4", "exprss", "express"],
  ["pnpm add -D wepback", "wepback", "webpack"],
  ["yarn add momnet", "momnet", "moment"],
  ["bun add mongose", "mongose", "mongoose"],
  ["npx reac-native init", "reac-native", "react-native"],
  ["sudo npm install exprss", "exprss", "express"],
  ["sh -c 'npm install exprss'", "exprss", "express"],
  ["npm install \u0435xpress", "\u0435xpress", "express"],
  ["pip install reqests", "reqests", "requests"],
  ["pip install request", "request", "requests"],
  ["pip install python3-dateutil", "python3-dateutil", "python-dateutil"],
  ["pip install jeIlyfish", "jeilyfish", "jellyfish"],
  ["python -m pip install 'colourama==1.0'", "colourama", "colorama"],
  ["pip install Djago[argon2]", "djago", "django"],
  ["uv add pandsa", "pandsa", "pandas"],
  ["poetry add numpyy", "numpyy", "numpy"],
  ["uvx rufff", "rufff", "ruff"],
];

for (const [command, name, popular] of LOOKALIKES) {
  Deno.test(`look-alike: ${command}`, () =>
    withScratch(async (folder) => {
      const finding = await judge(folder, command, {});
      assertEquals([finding?.values["name"], finding?.values["popular"]], [name, popular]);
      assertEquals(finding?.atMost, "ask");
    }));
}

const HONEST = [
  "npm install express react-dom @types/expres lodash.merge",
  "npm install --prefix ./reactt express",
  "npm i @myorg/exprss",
  "npm i ./exprss",
  "npm i file:../exprss",
  "npm i git+https://github.com/x/exprss.git",
  "npm i github:someone/exprss",
  "npm i someone/exprss",
  "npm i exprss.tgz",
  "npm i preact nuxt mysql sqlite nest enquirer color cookies",
  "npm ci",
  "npm run exprss",
  "npm uninstall exprss",
  "npm view exprss",
  'npm i "$PACKAGE"',
  "npm i --registry https://exprss.example/ express",
  "pip install -r reqests.txt",
  "pip install ./reqests",
  "pip install psycopg psycopg-binary pycryptodomex scapy boto httpie",
  "pip install --index-url https://x/reqests numpy",
  "echo npm install exprss",
];

for (const command of HONEST) {
  Deno.test(`no look-alike: ${command}`, () =>
    withScratch(async (folder) => assertEquals(await judge(folder, command, {}), undefined)));
}

Deno.test("a name of the project's own manifest is known", () =>
  withScratch(async (folder) => {
    const files = {
      "package.json": '{"dependencies":{"exprss":"1"}}',
      "pkg/requirements.txt": "reqests==1\n",
    };
    assertEquals(await judge(folder, "npm install exprss@2", files), undefined);
    assertEquals(await judge(folder, "cd pkg && pip install reqests", files), undefined);
    assert(await judge(folder, "npm install loadsh", files) !== undefined);
  }));

Deno.test("a foreign manager and a look-alike are told together and refused", () =>
  withScratch(async (folder) => {
    const finding = await judge(folder, "npm install exprss", PNPM);
    assertEquals(finding?.atMost, undefined);
    assertEquals(finding?.values["popular"], "express");
    assertEquals(finding?.values["instead"], "pnpm add exprss");
  }));

Deno.test("no well-known name looks like another", () => {
  for (const [popular, real] of [[POPULAR_NODE, REAL_NODE], [POPULAR_PYTHON, REAL_PYTHON]] as const) {
    assertEquals(new Set(popular).size, popular.length);
    for (const name of popular) assertEquals(nearTo(name, popular, real), undefined);
  }
  assert(POPULAR_NODE.length > 300 && POPULAR_PYTHON.length > 150);
});

Deno.test("names in specifications", () => {
  assertEquals(packageName("react@18", "node"), "react");
  assertEquals(packageName("@scope/react", "node"), undefined);
  assertEquals(packageName("a@npm:react@1", "node"), "react");
  assertEquals(packageName("Foo_Bar[x]>=1", "python"), "foo-bar");
  assertEquals(packageName("foo @ https://x/y", "python"), undefined);
});
