/** Whether a project keeps to conventional commits, told by the tools that would check or read them. */
import { isFile } from "../../base/is_file.ts";
import { join } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";
import { readSmall } from "../../base/read_small.ts";

const FILES = new Set([
  ".commitlintrc",
  ".commitlintrc.json",
  ".commitlintrc.yaml",
  ".commitlintrc.yml",
  ".commitlintrc.js",
  ".commitlintrc.cjs",
  ".commitlintrc.ts",
  "commitlint.config.js",
  "commitlint.config.cjs",
  "commitlint.config.mjs",
  "commitlint.config.ts",
  ".czrc",
  ".cz.json",
  ".cz.toml",
  "cz.toml",
  "cog.toml",
  ".releaserc",
  ".releaserc.json",
  ".versionrc",
  ".versionrc.json",
  "release-please-config.json",
]);

/** Whether one of these tools is set up at `root`. */
export function usesConventionalCommits(root: string, os: Os): boolean {
  return hasFile(root, os) ||
    /"(?:commitlint|@commitlint\/cli|semantic-release|standard-version|commitizen)"\s*:/.test(
      readSmall(join(root, "package.json", os), 1024 * 1024) ?? "",
    ) ||
    /^\[tool\.(?:commitizen|semantic_release)\b/m.test(
      readSmall(join(root, "pyproject.toml", os), 1024 * 1024) ?? "",
    );
}

/** One look at the folder costs far less than one at each of the names. */
function hasFile(root: string, os: Os): boolean {
  try {
    for (const { name } of Deno.readDirSync(root)) {
      if (FILES.has(name) && isFile(join(root, name, os))) return true;
    }
  } catch {
    // A folder that cannot be read tells nothing.
  }
  return false;
}
