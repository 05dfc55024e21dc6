/** A cheap look, before anything is loaded: whether a text could name a file that the guard protects. */

/** Parts of the names of all files in `rule_files.ts`, in lower case. */
export const MARKS: readonly string[] =
  ("lint prettier biome rome ruff shellcheck spell stan phpcs php-cs psalm rubocop swiftformat detekt checkstyle " +
    "scalafmt scalafix clang- clippy rustfmt mypy pyright pyre ty.toml flake8 isort yapf pycode pydoc bandit hadolint " +
    "jshint jscs dprint knip cspell credo formatter.exs luacheck stylua selene taplo typos deny.toml gitleaks semgrep " +
    "secretlint spectral vale tsconfig jsconfig editorconfig oxfmt oxlint sqlfluff husky githooks lefthook pre-commit " +
    "overcommit staged simple-git ktlint sonar workflows gitlab-ci circleci jenkinsfile azure-pipelines travis " +
    "buildkite bitbucket-pipelines golangci mdlrc baseline drone woodpecker appveyor cirrus").split(" ");

/** Whether `text`, a path or a command line, could name such a file. */
export function mayNameRules(text: string): boolean {
  const lower = text.toLowerCase();
  return MARKS.some((mark) => lower.includes(mark));
}
