/** Which names are files of rules, and when a change of one counts. */
import { mayNameRules } from "../../src/guard/config_protection/marks.ts";
import { ruleFileOf } from "../../src/guard/config_protection/rule_files.ts";
import { findGuard } from "../../src/guard/registry.ts";
import type { Os } from "../../src/base/platform.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bash, type CallDescription, edit, judged, patch, write } from "../support/call.ts";
import { withScratch } from "../support/scratch.ts";

const GUARD = findGuard("config-protection")!;

const PROTECTED = `
  .eslintrc .eslintrc.js .eslintrc.yml .eslintrc.base.json eslint.config.mts eslint.config.base.mjs .eslintignore
  .prettierrc .prettierrc.toml .prettierrc.json5 .prettierrc.mjs prettier.config.ts .prettierignore biome.json
  .biome.jsonc rome.json .oxlintrc.json oxlint.config.ts .stylelintrc.js stylelint.config.mjs .stylelintignore
  .markdownlint.jsonc .markdownlintrc .markdownlint-cli2.yaml .markdownlint-cli2.mjs .mdlrc tslint.json .jshintrc
  tsconfig.json tsconfig.build.json tsconfig-base.json jsconfig.json dprint.json knip.ts cspell.config.yaml ruff.toml
  .ruff.toml .flake8 .pylintrc pylintrc .isort.cfg mypy.ini pyrightconfig.json ty.toml .bandit .shellcheckrc
  .yamllint.yml .hadolint.yaml .ansible-lint .sqlfluff .golangci.yml .golangci.toml rustfmt.toml .rustfmt.toml
  clippy.toml deny.toml .rubocop.yml .rubocop_todo.yml phpstan.neon.dist phpcs.xml .php-cs-fixer.dist.php psalm.xml
  .swiftlint.yml .swiftformat detekt.yml checkstyle.xml .scalafmt.conf .clang-format .clang-tidy .credo.exs .formatter.exs
  .luacheckrc stylua.toml selene.toml taplo.toml _typos.toml .gitleaks.toml .secretlintrc.json .secrets.baseline
  .semgrepignore .spectral.yaml .vale.ini .tflint.hcl sonar-project.properties .editorconfig commitlint.config.js
  .commitlintrc.json lefthook.yml .lefthook.toml .pre-commit-config.yaml .overcommit.yml .lintstagedrc
  lint-staged.config.js .simple-git-hooks.cjs .husky/pre-commit .husky/_/husky.sh .githooks/pre-push
  .github/workflows/ci.yml .gitlab-ci.yml Jenkinsfile azure-pipelines.yml .circleci/config.yml .travis.yml
`.trim().split(/\s+/);

const FREE = `
  eslintrc.ts src/eslintrc.ts docs/eslint.config.js.md eslint-helper.ts .eslintrc.md package.json pyproject.toml setup.cfg
  tox.ini Cargo.toml deno.json vite.config.ts vitest.config.ts jest.config.js webpack.config.js tsconfig.md
  mytsconfig.json biome.ts prettier.ts lint.sh rules.json src/ruff.py husky.md .husky.md .husky/README.md
  .github/workflows/README.md .github/dependabot.yml node_modules/x/.eslintrc.json tests/fixtures/.eslintrc.json
  clippy.rs typos.md lefthook.md config.yml .env .gitignore Makefile
`.trim().split(/\s+/);

Deno.test("config-protection: names of files of rules, each of which the cheap look lets through", () => {
  for (const name of PROTECTED) {
    assert(ruleFileOf(`/proj/${name}`, "linux") !== undefined, `${name} is not protected`);
    assert(mayNameRules(`/proj/${name}`), `nothing is loaded for ${name}`);
    assert(
      ruleFileOf(`C:\\proj\\${name.replaceAll("/", "\\")}`, "windows") !== undefined,
      `${name} on Windows`,
    );
  }
});

Deno.test("config-protection: names that only look alike", () => {
  for (const name of FREE) assertEquals(ruleFileOf(`/proj/${name}`, "linux"), undefined, name);
});

Deno.test("config-protection: letters count as the file system takes them", () => {
  const isKnown = (os: Os) => ruleFileOf("/proj/.ESLINTRC.JSON", os) !== undefined;
  assertEquals([isKnown("linux"), isKnown("darwin"), isKnown("windows")], [false, true, true]);
});

async function verdict(root: string, description: CallDescription): Promise<string> {
  const finding = await judged(GUARD, { root, ...description });
  return finding === undefined ? "pass" : finding.atMost ?? "deny";
}

Deno.test("config-protection: only what is there counts, a link that leads nowhere too", () =>
  withScratch(async (root) => {
    assertEquals(await verdict(root, write("biome.json", "{}")), "pass");
    assertEquals(await verdict(root, write("new/pkg/.prettierrc", "{}")), "pass");
    Deno.symlinkSync(`${root}/nowhere`, `${root}/biome.json`);
    assertEquals(await verdict(root, write("biome.json", "{}")), "deny");
    Deno.writeTextFileSync(`${root}/ruff.toml`, "");
    assertEquals(await verdict(root, edit("src/../ruff.toml", "a", "b")), "deny");
    // A name that is too long cannot be looked at.
    assertEquals(await verdict(root, write(`${"x".repeat(300)}/.eslintrc.js`, "{}")), "deny");
  }));

Deno.test("config-protection: every tool that changes files", () =>
  withScratch(async (root) => {
    Deno.writeTextFileSync(`${root}/biome.json`, "{}");
    assertEquals(await verdict(root, patch({ "biome.json": "{}" })), "deny");
    const gone = "*** Begin Patch\n*** Delete File: biome.json\n*** End Patch\n";
    assertEquals(await verdict(root, { tool: "apply_patch", input: { command: gone } }), "ask");
    assertEquals(
      await verdict(root, { tool: "MultiEdit", input: { file_path: "biome.json", edits: [] } }),
      "deny",
    );
    assertEquals(
      await verdict(root, { tool: "NotebookEdit", input: { notebook_path: "biome.json", new_source: "{}" } }),
      "deny",
    );
  }));

const SHELL: Readonly<Record<string, readonly string[]>> = {
  deny: [
    "echo {} > biome.json",
    "echo x >> .eslintignore",
    "printf x | tee -a .eslintignore",
    "cat > biome.json <<'END'\n{}\nEND",
    "sed -i s/error/off/ .eslintrc.json",
    "sed -i.bak -e s/a/b/ ./.eslintrc.json",
    "perl -pi -e 's/error/off/' .eslintrc.json",
    "cp /dev/null biome.json",
    "cp other.json biome.json",
    "mv other.json biome.json",
    "truncate -s 0 biome.json",
    "f=biome.json; echo {} > $f",
    "bash -c 'echo {} > biome.json'",
    "cd . && echo {} > biome.json",
    "jq '.rules = {}' .eslintrc.json > t && mv t .eslintrc.json",
  ],
  ask: [
    "rm biome.json",
    "git rm biome.json",
    "mv biome.json biome.off",
    "git mv biome.json biome.off",
    "rm -rf .husky",
    `node -e "require('fs').writeFileSync('biome.json', '{}')"`,
    `python3 -c "p = 'biome.json'; open(p, 'w').write('{}')"`,
    "python3 - <<'END'\nfrom pathlib import Path\nPath('biome.json').write_text('{}')\nEND",
  ],
  pass: [
    "cat biome.json",
    "git checkout -- biome.json",
    "git restore biome.json",
    "git add biome.json",
    "git diff biome.json",
    "cp biome.json copy.json",
    "npx eslint -c .eslintrc.json src",
    "npx tsc -p tsconfig.json > out.txt",
    "echo '> biome.json'",
    "grep error .eslintrc.json > found.txt",
    "echo {} > prettier.config.mjs",
    `node -e "console.log(JSON.parse(require('fs').readFileSync('biome.json')))"`,
    `python3 -c "import json; json.dump(json.load(open('biome.json')), open('out.json', 'w'))"`,
  ],
};

for (const [expected, lines] of Object.entries(SHELL)) {
  for (const line of lines) {
    Deno.test(`config-protection: ${expected}: ${line}`, () =>
      withScratch(async (root) => {
        Deno.mkdirSync(`${root}/.husky`);
        for (
          const name of ["biome.json", ".eslintrc.json", ".eslintignore", "other.json", ".husky/pre-commit"]
        ) {
          Deno.writeTextFileSync(`${root}/${name}`, "{}\n");
        }
        assertEquals(await verdict(root, bash(line)), expected);
      }));
  }
}
