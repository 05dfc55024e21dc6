/** What kind of project this is, told from the files at its root. No program is started. */
import { isObject } from "../../base/json.ts";
import { isAbsolute, join, resolveLinks } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";
import { readSmall } from "../../base/read_small.ts";
import { oneLine } from "../../base/text.ts";
import { nodeManagerOf, pythonManagerOf } from "../../policy/package_manager.ts";
import type { Moment } from "../moment.ts";
import { namesIn } from "../start/files.ts";

/** Files at the root and what they say. A name that begins with `*` is an ending. */
const MARKS: readonly (readonly [kind: string, ...files: string[]])[] = [
  ["Deno", "deno.json", "deno.jsonc"],
  ["Python", "pyproject.toml", "requirements.txt", "setup.py", "setup.cfg", "Pipfile"],
  ["Go", "go.mod", "go.work"],
  ["Rust", "Cargo.toml"],
  ["Java or Kotlin (Maven)", "pom.xml"],
  ["Java or Kotlin (Gradle)", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"],
  ["Ruby", "Gemfile", "*.gemspec"],
  ["PHP", "composer.json"],
  [".NET", "*.sln", "*.slnx", "*.csproj", "*.fsproj", "global.json"],
  ["Swift", "Package.swift", "*.xcodeproj"],
  ["Elixir", "mix.exs"],
  ["Dart", "pubspec.yaml"],
  ["C or C++", "CMakeLists.txt", "meson.build", "configure.ac"],
  ["Zig", "build.zig"],
  ["Haskell", "stack.yaml", "*.cabal"],
  ["Terraform", "main.tf", "terraform.tf", "versions.tf"],
];

/** Packages that give a JavaScript project its name, the more telling ones first. */
const FRAMEWORKS: readonly (readonly [pack: string, name: string])[] = [
  ["next", "Next.js"],
  ["nuxt", "Nuxt"],
  ["@remix-run/react", "Remix"],
  ["@sveltejs/kit", "SvelteKit"],
  ["astro", "Astro"],
  ["gatsby", "Gatsby"],
  ["expo", "Expo"],
  ["react-native", "React Native"],
  ["electron", "Electron"],
  ["@angular/core", "Angular"],
  ["@nestjs/core", "NestJS"],
  ["vue", "Vue"],
  ["svelte", "Svelte"],
  ["solid-js", "Solid"],
  ["react", "React"],
  ["fastify", "Fastify"],
  ["hono", "Hono"],
  ["express", "Express"],
];
const PYTHON_FRAMEWORKS = [["django", "Django"], ["fastapi", "FastAPI"], ["flask", "Flask"]] as const;

/** The kinds of project at `root`, most telling first; a repository may hold several. */
export function projectKinds(root: string, os: Os): string[] {
  const names = [...namesIn(root, "file"), ...namesIn(root, "folder")];
  const has = (file: string) =>
    file.startsWith("*") ? names.some((name) => name.endsWith(file.slice(1))) : names.includes(file);
  const kinds = MARKS.filter(([, ...files]) => files.some(has)).map(([kind]) =>
    kind === "Python" ? pythonKind(root, os) : kind
  );
  if (has("package.json")) {
    const kind = nodeKind(root, os, has("tsconfig.json"));
    // Deno's projects may carry a package.json for their editors.
    if (kinds[0] === "Deno") kinds.splice(1, 0, kind);
    else kinds.unshift(kind);
  }
  return kinds;
}

function nodeKind(root: string, os: Os, hasTypes: boolean): string {
  let packs: string[] = [];
  try {
    const manifest: unknown = JSON.parse(readSmall(join(root, "package.json", os), 1024 * 1024) ?? "{}");
    if (isObject(manifest)) {
      packs = ["dependencies", "devDependencies", "peerDependencies"].flatMap((key) =>
        isObject(manifest[key]) ? Object.keys(manifest[key]) : []
      );
    }
  } catch {
    // A broken manifest still says that it is such a project.
  }
  const language = hasTypes || packs.includes("typescript") ? "TypeScript" : "JavaScript";
  const framework = FRAMEWORKS.find(([pack]) => packs.includes(pack))?.[1];
  return framework === undefined ? language : `${language} with ${framework}`;
}

function pythonKind(root: string, os: Os): string {
  const text = ["pyproject.toml", "requirements.txt"].map((file) =>
    readSmall(join(root, file, os), 256 * 1024) ?? ""
  ).join("\n").toLowerCase();
  const framework = PYTHON_FRAMEWORKS.find(([pack]) =>
    new RegExp(`(?:^|["'\\s])${pack}(?:$|[\\s"'=<>~!;\\[])`, "m").test(text)
  )?.[1];
  return framework === undefined ? "Python" : `Python with ${framework}`;
}

/** The branch that is checked out at `root`, or the commit where there is none; read from git's own files. */
export function branchOf(root: string, os: Os): string | undefined {
  const entry = join(root, ".git", os);
  // A worktree or a submodule has a file that says where its folder is.
  const elsewhere = /^gitdir: ([^\n\r]+)/.exec(readSmall(entry, 4_096) ?? "")?.[1];
  const folder = elsewhere === undefined
    ? entry
    : isAbsolute(elsewhere, os)
    ? elsewhere
    : join(root, elsewhere, os);
  const head = readSmall(join(folder, "HEAD", os), 4_096)?.trim() ?? "";
  const branch = /^ref: refs\/heads\/(\S+)$/.exec(head)?.[1];
  if (branch !== undefined) return oneLine(branch, 120);
  return /^[0-9a-f]{40,64}$/.test(head) ? `none, at commit ${head.slice(0, 12)}` : undefined;
}

/** One line about the project, with what is known; undefined where nothing is. */
export function projectLine({ root, event, place, os }: Moment): string | undefined {
  const kinds = projectKinds(root, os);
  const where = { folder: resolveLinks(event.cwd, os), root, os, env: place.env };
  const managers = [nodeManagerOf(where), pythonManagerOf(where)].filter(({ name }) => name !== "none").map((
    { name, evidence },
  ) => evidence === undefined ? name : `${name} (${evidence})`);
  const branch = branchOf(root, os);
  const facts = [
    kinds.length === 0 ? undefined : `Project: ${kinds.slice(0, 4).join(", ")}.`,
    managers.length === 0 ? undefined : `Package manager: ${managers.join(", ")}.`,
    branch === undefined ? undefined : `Branch: ${branch}.`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? undefined : facts.join(" ");
}
