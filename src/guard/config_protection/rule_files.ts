/**
 * The files in which a project says what its code is checked against. Only files that hold nothing else: what mixes
 * rules with other things (`package.json`, `pyproject.toml`, `setup.cfg`, `Cargo.toml`) is changed every day.
 */
import { segments } from "../../base/path.ts";
import { ignoresCase, type Os } from "../../base/platform.ts";

/** What kind of rules a file holds. */
export interface RuleFile {
  /** Whose rules, for the message. */
  readonly tool: string;
  /** `pipeline`: files that are changed for many good reasons; only some changes of them count. */
  readonly kind: "rules" | "hooks" | "pipeline";
}

const SCRIPT = "[cm]?[jt]s";
const DATA = "(?:json[c5]?|ya?ml|toml)";

/** A tool that follows the custom of `.xrc`, `.xrc.json`, `x.config.js`, with a middle part for shared bases. */
const custom = (name: string): string =>
  `\\.${name}rc(?:\\.(?:${SCRIPT}|${DATA}))?|\\.?${name}\\.config(?:\\.[\\w-]+)*\\.(?:${SCRIPT}|${DATA})`;

/** Patterns of whole base names. */
const NAMES: readonly (readonly [tool: string, pattern: string])[] = [
  ["ESLint", `${custom("eslint")}|\\.eslintrc(?:\\.[\\w-]+)*\\.(?:${SCRIPT}|${DATA})|\\.eslintignore`],
  ["Prettier", `${custom("prettier")}|\\.prettierignore`],
  ["Biome", "\\.?(?:biome|rome)\\.jsonc?"],
  ["Oxlint", `\\.?ox(?:lint|fmt)rc\\.jsonc?|ox(?:lint|fmt)\\.config\\.${SCRIPT}`],
  ["Stylelint", `${custom("stylelint")}|\\.stylelintignore`],
  ["markdownlint", `\\.markdownlint(?:rc|ignore|-cli2)?(?:\\.(?:${SCRIPT}|${DATA}))?|\\.mdlrc`],
  ["commitlint", `${custom("commitlint")}`],
  ["TSLint, JSHint and JSCS", "tslint\\.json|\\.jshint(?:rc|ignore)|\\.jscsrc|\\.htmlhintrc"],
  ["TypeScript", "(?:tsconfig|jsconfig)(?:[._-][\\w.-]+)?\\.json"],
  ["dprint", "\\.?dprint\\.jsonc?"],
  ["Knip", `\\.?knip\\.(?:jsonc?|${SCRIPT})`],
  ["CSpell", `\\.?cspell(?:\\.config)?\\.(?:${SCRIPT}|${DATA})`],
  ["Ruff", "\\.?ruff\\.toml"],
  [
    "Flake8, Pylint and isort",
    "\\.flake8|\\.?pylintrc(?:\\.toml)?|\\.isort\\.cfg|\\.style\\.yapf|\\.pycodestyle|\\.pydocstyle",
  ],
  [
    "Python's type checkers",
    "\\.?mypy\\.ini|pyrightconfig\\.json|pyrefly\\.toml|\\.pyre_configuration|ty\\.toml",
  ],
  ["Bandit", "\\.bandit(?:\\.ya?ml)?|bandit\\.ya?ml"],
  ["ShellCheck", "\\.?shellcheckrc"],
  ["yamllint", "\\.yamllint(?:\\.ya?ml)?"],
  ["Hadolint", "\\.?hadolint\\.ya?ml"],
  ["ansible-lint", "\\.ansible-lint(?:\\.ya?ml|-ignore)?"],
  ["SQLFluff", "\\.sqlfluff(?:ignore)?"],
  ["golangci-lint", "\\.golangci\\.(?:ya?ml|toml|json)"],
  ["rustfmt and Clippy", "\\.?(?:rustfmt|clippy)\\.toml|deny\\.toml"],
  ["RuboCop", "\\.rubocop(?:_todo)?\\.ya?ml"],
  [
    "PHP's checkers",
    "phpstan(?:-baseline)?\\.(?:neon|php)(?:\\.dist)?|\\.?phpcs\\.xml(?:\\.dist)?|\\.php-cs-fixer(?:\\.dist)?\\.php|psalm(?:-baseline)?\\.xml(?:\\.dist)?",
  ],
  ["SwiftLint and SwiftFormat", "\\.swiftlint\\.ya?ml|\\.swiftformat"],
  [
    "Kotlin's and Java's checkers",
    "detekt(?:-config)?\\.ya?ml|checkstyle(?:-suppressions)?\\.xml|ktlint\\.ya?ml",
  ],
  ["Scala's checkers", "\\.scalafmt\\.conf|\\.scalafix\\.conf|scalastyle-config\\.xml"],
  ["clang", "\\.clang-(?:format|tidy)(?:-ignore)?"],
  ["Elixir's checkers", "\\.credo\\.exs|\\.formatter\\.exs"],
  ["Lua's checkers", "\\.luacheckrc|\\.?stylua\\.toml|selene\\.toml"],
  ["Taplo", "\\.?taplo\\.toml"],
  ["typos", "[._]?typos\\.toml"],
  [
    "the scanner for secrets",
    "\\.gitleaks\\.toml|\\.gitleaksignore|\\.secretlintrc(?:\\.[\\w]+)?|\\.secretlintignore|\\.secrets\\.baseline",
  ],
  ["Semgrep", "\\.?semgrep\\.ya?ml|\\.semgrepignore"],
  ["Spectral", "\\.spectral\\.(?:ya?ml|json|js)"],
  ["Vale", "\\.vale\\.ini"],
  ["TFLint", "\\.tflint\\.hcl"],
  ["SonarQube", "sonar-project\\.properties"],
  ["editors and formatters", "\\.editorconfig"],
];

const HOOKS: readonly (readonly [tool: string, pattern: string])[] = [
  ["Lefthook", "\\.?lefthook(?:-local)?\\.(?:ya?ml|toml|json)"],
  ["pre-commit", "\\.pre-commit-config\\.ya?ml"],
  ["Overcommit", "\\.overcommit\\.ya?ml"],
  ["lint-staged", custom("lint-?staged").replace("\\.lint-?stagedrc", "\\.lintstagedrc")],
  ["simple-git-hooks", `\\.?simple-git-hooks\\.(?:${SCRIPT}|json)`],
];

const PIPELINES =
  "\\.gitlab-ci\\.ya?ml|jenkinsfile|azure-pipelines\\.ya?ml|\\.travis\\.ya?ml|bitbucket-pipelines\\.ya?ml|\\.drone\\.ya?ml|\\.?appveyor\\.ya?ml|\\.cirrus\\.ya?ml";

/** Folders all of whose files count, by their last names. */
const FOLDERS: readonly (readonly [names: readonly string[], file: RuleFile])[] = [
  [[".husky"], { tool: "Husky", kind: "hooks" }],
  [[".githooks"], { tool: "the git hooks", kind: "hooks" }],
  [[".github", "workflows"], { tool: "the checks on the server", kind: "pipeline" }],
  [[".circleci"], { tool: "the checks on the server", kind: "pipeline" }],
  [[".buildkite"], { tool: "the checks on the server", kind: "pipeline" }],
  [[".woodpecker"], { tool: "the checks on the server", kind: "pipeline" }],
];

/** Folders whose files are somebody else's, or only there to be tried on. */
const NOT_OURS = new Set(["node_modules", "fixtures", "__fixtures__", "testdata", "__snapshots__"]);

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const TABLE: readonly (readonly [RegExp, RuleFile])[] = [
  ...NAMES.map(([tool, pattern]) => [whole(pattern), { tool, kind: "rules" }] as const),
  ...HOOKS.map(([tool, pattern]) => [whole(pattern), { tool, kind: "hooks" }] as const),
  [whole(PIPELINES), { tool: "the checks on the server", kind: "pipeline" }],
];

/** What rules `path` holds, judged by its name only; undefined for every other file. */
export function ruleFileOf(path: string, os: Os): RuleFile | undefined {
  // Tools send Windows paths on every system.
  const names = segments(path.replaceAll("\\", "/"), os);
  const name = names.at(-1);
  if (name === undefined || names.some((one) => NOT_OURS.has(one))) return undefined;
  for (const [folder, file] of FOLDERS) {
    const at = names.findIndex((_, index) => folder.every((one, offset) => names[index + offset] === one));
    if (at >= 0 && !isDocument(name)) return file;
  }
  const known = ignoresCase(os) ? name : name.replace(/^Jenkinsfile$/, "jenkinsfile");
  return TABLE.find(([pattern]) => pattern.test(known))?.[1];
}

function isDocument(name: string): boolean {
  return /\.(?:md|txt|rst)$/i.test(name);
}
