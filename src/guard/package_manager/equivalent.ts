/** The command of one package manager that does what the command of another would. */
import type { NodeManager, ProjectManager, PythonManager } from "../../policy/package_manager.ts";
import type { PackageUse } from "./use.ts";

const KINDS: Readonly<Record<NodeManager, Readonly<Record<PackageUse["kind"], string>>>> = {
  npm: { normal: "", dev: "-D", optional: "-O", peer: "--save-peer" },
  pnpm: { normal: "", dev: "-D", optional: "-O", peer: "--save-peer" },
  yarn: { normal: "", dev: "-D", optional: "-O", peer: "-P" },
  bun: { normal: "", dev: "-d", optional: "--optional", peer: "--peer" },
};

const text = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");
/** As it may be typed again. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./^~-]+$/.test(word) ? word : `'${word.replaceAll("'", "")}'`;

/** What `use` is called with the manager of a JavaScript project. */
export function nodeEquivalent(use: PackageUse, { name, modernYarn }: ProjectManager<NodeManager>): string {
  const manager: NodeManager = name === "none" ? "npm" : name;
  const packages = use.packages.map(quoted).join(" ");
  const program = inWorkspace(manager, use.workspace);
  switch (use.deed) {
    case "install":
      return `${manager} install`;
    case "install-locked":
      return {
        npm: "npm ci",
        pnpm: "pnpm install --frozen-lockfile",
        yarn: modernYarn ? "yarn install --immutable" : "yarn install --frozen-lockfile",
        bun: "bun install --frozen-lockfile",
      }[manager];
    case "add": {
      const exact = use.exact ? (manager === "bun" || manager === "yarn" ? "--exact" : "-E") : "";
      return text(program, manager === "npm" ? "install" : "add", KINDS[manager][use.kind], exact, packages);
    }
    case "remove":
      return text(program, manager === "npm" ? "uninstall" : "remove", packages);
    case "update":
      return text(program, manager === "yarn" ? (modernYarn ? "up" : "upgrade") : "update", packages);
    case "dedupe":
      return manager === "bun" ? "bun install" : `${manager} dedupe`;
    case "audit-fix":
      return {
        npm: "npm audit fix",
        pnpm: "pnpm audit --fix",
        yarn: modernYarn ? "yarn npm audit" : "yarn audit",
        bun: "bun audit",
      }[manager];
    case "run-package": {
      // Yarn 1 has no command for it.
      const runner =
        { npm: "npx", pnpm: "pnpm dlx", yarn: modernYarn ? "yarn dlx" : "npx", bun: "bunx" }[manager];
      return text(runner, packages, use.rest.map(quoted).join(" "));
    }
  }
}

function inWorkspace(manager: NodeManager, workspace: string | undefined): string {
  if (workspace === undefined) return manager;
  if (manager === "yarn") return `yarn workspace ${quoted(workspace)}`;
  return manager === "npm" ? `npm -w ${quoted(workspace)}` : `${manager} --filter ${quoted(workspace)}`;
}

const LOCKED: Readonly<Record<PythonManager, string>> = {
  uv: "uv sync --locked",
  poetry: "poetry install",
  pdm: "pdm sync",
  pipenv: "pipenv sync",
};

/** What `use` is called with the manager of a Python project. */
export function pythonEquivalent(use: PackageUse, manager: PythonManager): string {
  const packages = use.packages.map(quoted).join(" ");
  switch (use.deed) {
    case "install-locked":
      return LOCKED[manager];
    case "add": {
      const dev = use.kind !== "dev"
        ? ""
        : { uv: "--dev", poetry: "--group dev", pdm: "-d", pipenv: "--dev" }[manager];
      return text(manager, manager === "pipenv" ? "install" : "add", dev, packages);
    }
    case "remove":
      return text(manager, manager === "pipenv" ? "uninstall" : "remove", packages);
    case "update":
    case "dedupe":
    case "audit-fix":
      return manager === "uv" ? "uv lock --upgrade" : `${manager} update`;
    case "run-package":
      return manager === "uv" ? text("uvx", packages) : text("pipx run", packages);
    case "install":
      return manager === "uv" ? "uv sync" : `${manager} install`;
  }
}
