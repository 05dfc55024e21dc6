/** Keeps a project to its own package manager, and asks about names that only look like well-known packages. */
import { findGitRoot } from "../../base/git_root.ts";
import { isInside, resolve } from "../../base/path.ts";
import {
  type ManagerPlace,
  nodeManagerOf,
  type ProjectManager,
  pythonManagerOf,
} from "../../policy/package_manager.ts";
import type { Call } from "../call.ts";
import type { Finding } from "../finding.ts";
import { nodeEquivalent, pythonEquivalent } from "./equivalent.ts";
import { findLookalike } from "./similar_name.ts";
import { isInManifest } from "./manifest.ts";
import { asPackageUse, type PackageUse } from "./use.ts";

/** Tools that install themselves or the ground they stand on; a project's manager is not meant for them. */
const GROUND =
  /^(?:pip|setuptools|wheel|build|poetry|pdm|pipenv|uv|pipx|virtualenv|tox|nox|twine|hatch)(?:[<>=~![].*)?$/i;

/** The first use of a foreign manager, with the first look-alike; a mere hint only where there is neither. */
export async function judgePackages(call: Call): Promise<Finding | undefined> {
  const reading = await call.shell();
  let foreign: Finding | undefined;
  let hint: Finding | undefined;
  let lookalike: Finding | undefined;
  for (const command of reading?.commands ?? []) {
    call.checkTime();
    const use = asPackageUse(command);
    if (use === undefined) continue;
    const found = foreignManager(call, use);
    if (found?.atMost === undefined) foreign ??= found;
    else hint ??= found;
    lookalike ??= lookalikeIn(call, use);
  }
  if (foreign === undefined) return lookalike ?? hint;
  return lookalike === undefined
    ? foreign
    : { ...foreign, values: { ...foreign.values, ...lookalike.values } };
}

/** Where the project of `use` is; undefined where that is not known. */
function placeOf(call: Call, { command, folder }: PackageUse): ManagerPlace | undefined {
  if (command.cwd === undefined) return undefined;
  const at = folder === undefined ? command.cwd : resolve(command.cwd, folder, call.os);
  const root = isInside(at, call.root(), call.os) ? call.root() : findGitRoot(at, call.os) ?? at;
  return { folder: at, root, os: call.os, env: call.env };
}

function foreignManager(call: Call, use: PackageUse): Finding | undefined {
  if (use.global && use.deed !== "run-package") return undefined;
  const place = placeOf(call, use);
  if (place === undefined) return undefined;
  const finding = (manager: ProjectManager<string>, instead: string): Finding => ({
    values: {
      used: usedWords(use),
      manager: manager.name,
      source: manager.evidence ?? manager.source,
      instead,
    },
    range: use.command.range,
    rule: `${use.manager}/${use.deed}`,
    // Running a package leaves the project as it is.
    ...(use.deed === "run-package" ? { atMost: "advise" as const } : {}),
  });
  if (use.family === "node") {
    const manager = nodeManagerOf(place);
    if (manager.name === use.manager || manager.source === "default" || manager.source === "none") {
      return undefined;
    }
    if (use.deed === "run-package" && use.packages.some((name) => isInManifest(name, "node", place))) {
      return undefined;
    }
    const instead = nodeEquivalent(use, manager);
    // Yarn 1 takes npx for that, as everybody does.
    return instead.split(" ")[0] === use.command.words[0]?.value ? undefined : finding(manager, instead);
  }
  const manager = pythonManagerOf(place);
  if (manager.name === "none" || manager.name === use.manager || use.deed === "run-package") return undefined;
  if (use.manager === "pip" && use.packages.every((name) => GROUND.test(name) || isPlace(name))) {
    return undefined;
  }
  return finding(manager, pythonEquivalent(use, manager.name));
}

/** A folder, archive or address. */
const isPlace = (name: string): boolean => /^[.~/]|[/\\]|\.(?:whl|gz|zip)$/.test(name);

/** The call in a few words: the program and its deed as they stand. */
function usedWords({ command }: PackageUse): string {
  return command.words.slice(0, 3).map((word) => word.value ?? word.raw).join(" ");
}

function lookalikeIn(call: Call, use: PackageUse): Finding | undefined {
  if (use.deed !== "add" && use.deed !== "run-package") return undefined;
  const found = findLookalike(use, placeOf(call, use));
  if (found === undefined) return undefined;
  return {
    values: { name: found.name, popular: found.popular },
    atMost: "ask",
    range: use.command.range,
    rule: `look-alike/${use.family}`,
  };
}
