/** The files in which package managers keep what a project depends on. */
import { baseName } from "../base/path.ts";

/** What a dependency file is. */
export interface DependencyFile {
  readonly ecosystem: string;
  readonly kind: "manifest" | "lock file";
}

interface Ecosystem {
  readonly name: string;
  /** Base names; `*` stands for any characters, `folder/` in front for the folder that must hold the file. */
  readonly manifests: readonly string[];
  readonly locks: readonly string[];
  /** The tool itself takes the names in any case. */
  readonly anyCase?: boolean;
}

/** Every name that counts, by ecosystem. The scope paragraph of the message lists the same names. */
export const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    name: "npm",
    manifests: ["package.json", "pnpm-workspace.yaml", ".npmrc", ".yarnrc.yml", "bunfig.toml"],
    locks: [
      "package-lock.json",
      "npm-shrinkwrap.json",
      "pnpm-lock.yaml",
      "yarn.lock",
      "bun.lock",
      "bun.lockb",
    ],
  },
  {
    name: "Deno",
    manifests: ["deno.json", "deno.jsonc", "jsr.json", "import_map.json"],
    locks: ["deno.lock"],
  },
  {
    name: "Python",
    manifests: [
      "pyproject.toml",
      "requirements*.txt",
      "requirements*.in",
      "*-requirements.txt",
      "requirements/*.txt",
      "requirements/*.in",
      "constraints*.txt",
      "setup.py",
      "setup.cfg",
      "Pipfile",
      "environment.yml",
      "pixi.toml",
    ],
    locks: [
      "uv.lock",
      "poetry.lock",
      "pdm.lock",
      "Pipfile.lock",
      "pylock.toml",
      "pylock.*.toml",
      "pixi.lock",
      "conda-lock.yml",
    ],
  },
  { name: "Rust", manifests: ["Cargo.toml"], locks: ["Cargo.lock"] },
  { name: "Go", manifests: ["go.mod", "go.work"], locks: ["go.sum", "go.work.sum"] },
  {
    name: "JVM",
    manifests: [
      "pom.xml",
      "build.gradle",
      "build.gradle.kts",
      "settings.gradle",
      "settings.gradle.kts",
      "libs.versions.toml",
      "build.sbt",
    ],
    locks: ["gradle.lockfile", "verification-metadata.xml"],
  },
  { name: "Composer", manifests: ["composer.json"], locks: ["composer.lock"] },
  {
    name: "RubyGems",
    manifests: ["Gemfile", "gems.rb", "*.gemspec"],
    locks: ["Gemfile.lock", "gems.locked"],
  },
  {
    name: "NuGet",
    manifests: [
      "*.csproj",
      "*.fsproj",
      "*.vbproj",
      "packages.config",
      "Directory.Packages.props",
      "nuget.config",
      "paket.dependencies",
    ],
    locks: ["packages.lock.json", "paket.lock"],
    anyCase: true,
  },
  { name: "Hex", manifests: ["mix.exs", "rebar.config"], locks: ["mix.lock", "rebar.lock"] },
  { name: "Dart", manifests: ["pubspec.yaml"], locks: ["pubspec.lock"] },
  {
    name: "Apple",
    manifests: ["Package.swift", "Podfile", "Cartfile"],
    locks: ["Package.resolved", "Podfile.lock", "Cartfile.resolved"],
  },
  { name: "Nix", manifests: ["flake.nix"], locks: ["flake.lock"] },
  { name: "Helm", manifests: ["Chart.yaml"], locks: ["Chart.lock"] },
];

/** Whether `name` in a folder called `folder` is what `pattern` describes; a pattern has one `*` at most. */
function matches(pattern: string, name: string, folder: string): boolean {
  const slash = pattern.indexOf("/");
  if (slash >= 0) {
    return folder === pattern.slice(0, slash) && matches(pattern.slice(slash + 1), name, folder);
  }
  const star = pattern.indexOf("*");
  if (star < 0) return name === pattern;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  return name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}

/** What dependency file `path` is, judged by its name alone; `/` and `\` both separate. */
export function dependencyFile(path: string): DependencyFile | undefined {
  const name = baseName(path);
  const folder = baseName(path.slice(0, path.length - name.length));
  for (const ecosystem of ECOSYSTEMS) {
    const fold = (text: string) => ecosystem.anyCase === true ? text.toLowerCase() : text;
    const fits = (pattern: string) => matches(fold(pattern), fold(name), fold(folder));
    if (ecosystem.locks.some(fits)) return { ecosystem: ecosystem.name, kind: "lock file" };
    if (ecosystem.manifests.some(fits)) return { ecosystem: ecosystem.name, kind: "manifest" };
  }
  return undefined;
}

/** Whether `path` is a file that a package manager writes. */
export function isLockFile(path: string): boolean {
  return dependencyFile(path)?.kind === "lock file" || baseName(path).endsWith(".lock");
}
