/** Calls of package managers in a command line: which manager, what it would do, and to which packages. */
import type { ShellWord, SimpleCommand } from "../../shell/reading.ts";

/** What a call does to the project. `run-package` fetches a package and runs it; the project stays as it is. */
export type Deed =
  | "install"
  | "install-locked"
  | "add"
  | "remove"
  | "update"
  | "dedupe"
  | "audit-fix"
  | "run-package";

export type Family = "node" | "python";

/** One call of a package manager. */
export interface PackageUse {
  readonly family: Family;
  /** The manager that the call is written for: `npm`, `pnpm`, `pip` … */
  readonly manager: string;
  readonly deed: Deed;
  /** The packages that it names, as they stand. Words that are not known are left out. */
  readonly packages: readonly string[];
  readonly kind: "normal" | "dev" | "optional" | "peer";
  readonly exact: boolean;
  /** Outside the project: for the whole machine, or as a tool. */
  readonly global: boolean;
  readonly workspace: string | undefined;
  /** The folder that an option names. */
  readonly folder: string | undefined;
  /** For `run-package`: the words behind the package. */
  readonly rest: readonly string[];
  readonly command: SimpleCommand;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** npm has taken in many slips of the pen as aliases. */
const DEEDS: Readonly<Record<string, Readonly<Partial<Record<Deed, ReadonlySet<string>>>>>> = {
  npm: {
    "install-locked": words(
      "ci ic clean-install install-clean isntall-clean cit install-ci-test clean-install-test sit",
    ),
    add: words("install i add in ins inst insta instal isnt isnta isntal isntall install-test it"),
    remove: words("uninstall unlink remove rm r un"),
    update: words("update up upgrade udpate"),
    dedupe: words("dedupe ddp"),
    "run-package": words("exec x"),
  },
  pnpm: {
    "install-locked": words("ci clean-install ic install-clean"),
    install: words("install i"),
    add: words("add"),
    remove: words("remove rm uninstall un uni"),
    update: words("update up upgrade"),
    dedupe: words("dedupe"),
    "run-package": words("dlx"),
  },
  yarn: {
    install: words("install"),
    add: words("add"),
    remove: words("remove"),
    update: words("upgrade up upgrade-interactive"),
    dedupe: words("dedupe"),
    "run-package": words("dlx"),
  },
  bun: {
    "install-locked": words("ci"),
    install: words("install i"),
    add: words("add a"),
    remove: words("remove rm"),
    update: words("update"),
    "run-package": words("x"),
  },
  pip: { add: words("install"), remove: words("uninstall") },
  uv: {
    install: words("sync"),
    add: words("add"),
    remove: words("remove"),
    update: words("lock"),
  },
  poetry: {
    install: words("install sync"),
    add: words("add"),
    remove: words("remove"),
    update: words("update lock"),
  },
  pdm: {
    install: words("install sync"),
    add: words("add"),
    remove: words("remove"),
    update: words("update lock"),
  },
  pipenv: {
    "install-locked": words("sync"),
    add: words("install"),
    remove: words("uninstall"),
    update: words("update lock upgrade"),
  },
};

/** Options that take the next word, per family. A look-alike that is the value of one is no package. */
const VALUED: Readonly<Record<Family, ReadonlySet<string>>> = {
  node: words(
    "--prefix -C --dir --cwd -w --workspace --filter -F --filter-prod --registry --tag --cache --userconfig " +
      "--globalconfig --loglevel --omit --include --before --otp --script-shell --install-strategy --location " +
      "--node-linker --store-dir --virtual-store-dir --modules-dir --modules-folder --cache-folder " +
      "--network-timeout --network-concurrency --mutex --depth --lockfile-dir --reporter --os --cpu --libc " +
      "--config --backend --save-prefix --use-yarnrc --mode --workspace-concurrency --global-dir -p --package -c --call",
  ),
  python: words(
    "-r --requirement -c --constraint -e --editable -t --target --platform --python-version --implementation " +
      "--abi --root --prefix --src -i --index-url --extra-index-url -f --find-links --no-binary --only-binary " +
      "--log --proxy --retries --timeout --exists-action --trusted-host --cert --client-cert --cache-dir " +
      "--python -p --index --default-index --directory --project --package --group -G --extra -E --source " +
      "--config-settings -C --report --upgrade-package -P --with --from --optional --tag --branch --rev " +
      "--config-file --no-build-package --no-binary-package --resolution --prerelease --requirements " +
      "--constraints --marker -m --pip-args --suffix",
  ),
};

/** Short options that yarn, bun and pnpm read without a value although npm or another takes one. */
const NO_VALUE: Readonly<Record<string, ReadonlySet<string>>> = {
  pnpm: words("-p -c --package --call -w"),
  yarn: words("-p -c -C -w -W -F"),
  bun: words("-p -c -C -w"),
  npm: words("-F -p -c"),
  poetry: words("-e"),
  pdm: words("-e"),
};

const RUNNERS: Readonly<Record<string, string>> = { npx: "npm", pnpx: "pnpm", bunx: "bun" };
const NOTHING_DONE = words("--help -h --version -v --dry-run -V --print -n");

/** The call of a package manager that `command` is; undefined for anything else that changes nothing. */
export function asPackageUse(command: SimpleCommand): PackageUse | undefined {
  let name = plainName(command.name);
  let args = command.words.slice(1);
  if (name === "corepack") {
    name = plainName(args[0]?.value);
    args = args.slice(1);
  }
  if (name !== undefined && /^(?:python|pypy)[\d.]*$|^py$/.test(name)) {
    const at = args.findIndex((word) => word.value === "-m");
    if (at < 0 || args[at + 1]?.value !== "pip") return undefined;
    name = "pip";
    args = args.slice(at + 2);
  }
  if (name === undefined) return undefined;
  if (/^pip[\d.]*$/.test(name)) name = "pip";
  if (name === "uvx" || name === "pipx") return toolUse(command, name, args);
  if (Object.hasOwn(RUNNERS, name)) return runUse(command, RUNNERS[name]!, args);
  if (!Object.hasOwn(DEEDS, name)) return undefined;
  return managerUse(command, name, args);
}

/** `npm.cmd` is npm, and `pnpm@9` (behind npx or corepack) is pnpm. */
function plainName(name: string | undefined): string | undefined {
  return name?.toLowerCase().replace(/\.(?:cmd|exe|ps1|bat)$/, "").replace(/(?<=.)@.*$/, "");
}

interface Read {
  readonly operands: readonly string[];
  readonly options: ReadonlyMap<string, string | undefined>;
}

/** Options with their values, and what is left. */
function readWords(args: readonly ShellWord[], manager: string, family: Family): Read {
  const operands: string[] = [];
  const options = new Map<string, string | undefined>();
  for (let index = 0; index < args.length; index++) {
    const text = args[index]!.value;
    if (text === undefined) continue;
    if (text === "--") {
      operands.push(...args.slice(index + 1).flatMap(({ value }) => value ?? []));
      break;
    }
    if (!text.startsWith("-") || text === "-") {
      operands.push(text);
      continue;
    }
    const equals = text.indexOf("=");
    if (equals > 0) options.set(text.slice(0, equals), text.slice(equals + 1));
    else if (VALUED[family].has(text) && NO_VALUE[manager]?.has(text) !== true) {
      options.set(text, args[++index]?.value);
    } else {
      options.set(text, undefined);
      // A cluster such as -gD is each of its letters.
      if (/^-[A-Za-z]{2,4}$/.test(text)) {
        for (const letter of text.slice(1)) options.set(`-${letter}`, undefined);
      }
    }
  }
  return { operands, options };
}

function managerUse(
  command: SimpleCommand,
  manager: string,
  args: readonly ShellWord[],
): PackageUse | undefined {
  const family: Family = Object.hasOwn(VALUED_AS_PYTHON, manager) ? "python" : "node";
  const { operands, options } = readWords(args, manager, family);
  if (changesNothing(manager, options)) return undefined;
  let [verb = "", ...rest] = operands;
  let global = ["-g", "--global"].some((name) => options.has(name)) || options.get("--location") === "global";
  let workspace = ["--workspace", "-w", "--filter", "-F"].map((name) => options.get(name)).find((value) =>
    value !== undefined
  );
  if (manager === "yarn") {
    if (verb === "global") return toolAdd(command, manager, rest);
    if (verb === "workspace") {
      workspace = rest[0];
      [verb = "", ...rest] = rest.slice(1);
      if (verb === "") return undefined;
    }
    // Yarn alone installs.
    if (verb === "") verb = "install";
  }
  if (manager === "uv") {
    if (verb === "tool" && /^(?:install|run)$/.test(rest[0] ?? "")) return toolUse(command, manager, args, 2);
    if (verb === "pip" && rest[0] === "install") {
      global = true;
      verb = "add";
      rest = rest.slice(1);
    }
  }
  if (manager === "npm" && verb === "audit") {
    return rest[0] === "fix" ? use({ deed: "audit-fix", packages: [] }) : undefined;
  }
  if (manager === "pnpm" && verb === "audit") {
    return options.has("--fix") ? use({ deed: "audit-fix", packages: [] }) : undefined;
  }
  let deed = (Object.keys(DEEDS[manager]!) as Deed[]).find((deed) => DEEDS[manager]![deed]?.has(verb));
  if (deed === undefined) return undefined;
  if (deed === "run-package") {
    return runUse(
      command,
      manager,
      args.slice(args.findIndex((word) => word.value === verb) + 1),
    );
  }
  // `pnpm install x` and `bun install x` add; `npm install` alone does not.
  if (deed === "install" && rest.length > 0 && family === "node") deed = "add";
  if (deed === "add" && rest.length === 0) {
    // Names that come out of a file or a folder are not for us to judge.
    if (family === "python" && manager === "pip") return undefined;
    deed = "install";
  }
  if (
    deed === "install" &&
    /^(?:--frozen-lockfile|--immutable|--frozen|--locked)$/m.test([...options.keys()].join("\n"))
  ) {
    deed = "install-locked";
  }
  return use({ deed, packages: deed === "install" || deed === "install-locked" ? [] : rest });

  function use({ deed, packages }: Pick<PackageUse, "deed" | "packages">): PackageUse {
    return {
      family,
      manager,
      deed,
      packages,
      kind: kindOf(manager, options),
      exact: ["-E", "--save-exact", "--exact"].some((name) => options.has(name)),
      global: global ||
        (family === "python" && ["--user", "-t", "--target"].some((name) => options.has(name))),
      workspace,
      folder: folderOf(options, manager),
      rest: [],
      command,
    };
  }
}

const VALUED_AS_PYTHON: Readonly<Record<string, true>> = {
  pip: true,
  uv: true,
  poetry: true,
  pdm: true,
  pipenv: true,
};

function changesNothing(manager: string, options: ReadonlyMap<string, string | undefined>): boolean {
  for (const name of options.keys()) {
    if (!NOTHING_DONE.has(name)) continue;
    if (name === "-n" && manager !== "uv") continue;
    if (name === "-v" && manager !== "npm" && manager !== "pnpm" && manager !== "yarn") continue;
    if (name === "-V" && manager !== "uv" && manager !== "pip" && manager !== "poetry") continue;
    return true;
  }
  return false;
}

function kindOf(manager: string, options: ReadonlyMap<string, string | undefined>): PackageUse["kind"] {
  const has = (...names: readonly string[]) => names.some((name) => options.has(name));
  if (
    has("-D", "--save-dev", "--dev") || (manager === "bun" && has("-d")) || options.get("--group") === "dev"
  ) {
    return "dev";
  }
  if (has("-O", "--save-optional", "--optional")) return "optional";
  return has("--save-peer", "--peer") || (manager === "yarn" && has("-P")) ? "peer" : "normal";
}

function folderOf(options: ReadonlyMap<string, string | undefined>, manager: string): string | undefined {
  for (const name of ["--prefix", "--dir", "--cwd", "--directory", "--project"]) {
    const value = options.get(name);
    if (value !== undefined) return value;
  }
  return manager === "pip" ? undefined : options.get("-C");
}

/** `npx x`, `pnpm dlx x`: a package is fetched and run. */
function runUse(command: SimpleCommand, manager: string, args: readonly ShellWord[]): PackageUse | undefined {
  const named: string[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const text = args[at]!.value;
    if (text === undefined) return undefined;
    if (text === "--") {
      at++;
      break;
    }
    if (!text.startsWith("-")) break;
    if (/^(?:--help|-h|--version|-v|--no-install|--no)$/.test(text)) return undefined;
    if (/^(?:-p|--package)$/.test(text)) named.push(args[++at]?.value ?? "");
    else if (text.startsWith("--package=")) named.push(text.slice("--package=".length));
    else if (/^(?:-c|--call)$/.test(text) || VALUED.node.has(text)) at++;
  }
  const program = args[at]?.value;
  if (named.length === 0 && program === undefined) return undefined;
  return {
    ...OUTSIDE,
    family: "node",
    manager,
    deed: "run-package",
    packages: named.length > 0 ? named : [program!],
    rest: args.slice(at + 1).flatMap(({ value }) => value ?? []),
    command,
  };
}

const OUTSIDE = {
  kind: "normal",
  exact: false,
  global: true,
  workspace: undefined,
  folder: undefined,
  rest: [],
} as const;

function toolAdd(command: SimpleCommand, manager: string, rest: readonly string[]): PackageUse | undefined {
  if (rest[0] !== "add") return undefined;
  return { ...OUTSIDE, family: "node", manager, deed: "add", packages: rest.slice(1), command };
}

/** `uvx x`, `uv tool install x`, `pipx run x`. */
function toolUse(
  command: SimpleCommand,
  manager: string,
  args: readonly ShellWord[],
  skip = manager === "pipx" ? 1 : 0,
): PackageUse | undefined {
  const { operands, options } = readWords(args, manager, "python");
  if (manager === "pipx" && !/^(?:install|run|inject)$/.test(operands[0] ?? "")) return undefined;
  const packages = [options.get("--from") ?? operands[skip]].filter((name) => name !== undefined);
  return packages.length === 0
    ? undefined
    : { ...OUTSIDE, family: "python", manager, deed: "run-package", packages, command };
}
