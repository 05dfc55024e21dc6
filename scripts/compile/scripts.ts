/** Makes the scripts of the program: `main.js`, `core.js`, and one of each module that is loaded lazily. */
import { pathToFileURL } from "node:url";
import { baseName, dirName, resolve } from "../../src/base/path.ts";
import { bundle, bundleOne } from "./bundler.ts";
import { liftEager, markEager } from "./eager.ts";
import { EAGER } from "./eager_functions.ts";
import { Exports } from "./exports.ts";
import { Imports } from "./imports.ts";
import { APART } from "./apart.ts";
import { readModules } from "./modules.ts";
import { SHARING } from "./sharing.ts";

/** An import as the bundler writes it: all before its specifier, and the specifier. */
const IMPORT = /(\bimport\(|\bimport ?(?:\{[^{}"]*\} ?from ?)?|\bfrom ?)"([^"]+\.(?:ts|js))"/g;

/**
 * Writes the scripts of the program whose sources are at `root` into `folder`, beside each other. What `main.js` needs
 * at once is in `core.js`, and whatever else needs it imports it from there, where it is loaded already.
 */
export async function makeScripts(
  root: string,
  folder: string,
  entry = "src/hook/command.ts",
  sharing = SHARING,
  eager = EAGER,
  apart = APART,
): Promise<void> {
  const { core, lazy } = await readModules(root, entry);
  const shared = sharing.flat();
  const never = shared.find((path) => !lazy.includes(path));
  if (never !== undefined) throw new Error(`${never} is not loaded lazily, so there is nothing to share`);

  // One path may be the end of another.
  const modules = [...core, ...lazy].sort((one, other) => other.length - one.length);
  const exports = new Exports();
  const write = (entries: readonly string[], made: ReadonlyMap<string, string>): void => {
    const nameOf = namesOf(entries);
    for (const [script, text] of made) {
      const imports = new Imports();
      const linked = text.replace(IMPORT, (whole, head: string, specifier: string) => {
        const part = resolve(dirName(`/${script}`, "linux"), specifier, "linux").slice(1);
        const path = specifier.replaceAll("\\\\", "/");
        const module = modules.find((module) => path.endsWith(`/${module}`));
        const isPart = made.has(part);
        // A string that looks like an import.
        if (!isPart && module === undefined) return whole;
        const isCore = !isPart && core.includes(module!);
        const target = `./${isPart ? nameOf(part) : isCore ? "core.js" : scriptName(module!)}`;
        if (head === "import(" || head.startsWith("from")) {
          if (isCore) exports.whole(module!, head);
          return `${head}"${target}"`;
        }
        const names = /\{([^{}]*)\}/.exec(head)?.[1] ?? "";
        imports.add(target, isCore ? exports.renamed(module!, names) : names);
        return "";
      });
      if (linked.includes(`"${root}/`)) {
        throw new Error(`${script} imports a module by its place on this machine`);
      }
      Deno.writeTextFileSync(`${folder}/${nameOf(script)}`, `${imports.asModule()}${linked}`);
    }
  };

  const gone = apart.find((path) => !lazy.includes(path) || shared.includes(path));
  if (gone !== undefined) throw new Error(`${gone} is no lazy script of its own`);
  const alone = ["main.ts", ...lazy.filter((path) => !shared.includes(path))];
  const one = async (script: string, path: string, external: readonly string[]): Promise<string> =>
    liftEager(await bundleOne(root, path, external, (text) => markEager(text, eager[script] ?? {})));
  for (const group of [...alone.map((path) => [path]), ...sharing]) {
    const [path] = group;
    const external = [
      ...(apart.includes(path!) ? [] : core),
      ...lazy.filter((path) => !group.includes(path)),
    ];
    write(
      group,
      group.length === 1 && Object.hasOwn(eager, path!)
        ? new Map([[baseName(path!).replace(/\.ts$/, ".js"), await one(path!, path!, external)]])
        : await bundle(root, group, external),
    );
  }
  const made = await Deno.makeTempDir({ prefix: "garfio-entry-" });
  try {
    const exporting = `${made}/core.ts`;
    await Deno.writeTextFile(exporting, exports.lines((path) => pathToFileURL(`${root}/${path}`).href));
    write(["core.ts"], new Map([["core.js", await one(entry, exporting, lazy)]]));
  } finally {
    await Deno.remove(made, { recursive: true });
  }
}

/**
 * Names of the scripts that the bundler made of `entries`. It repeats the folders of the entries below the deepest one
 * that all have in common; the parts that they share have names of their own.
 */
function namesOf(entries: readonly string[]): (script: string) => string {
  let common = entries[0]!.split("/").slice(0, -1);
  while (!entries.every((path) => path.startsWith(common.map((name) => `${name}/`).join("")))) {
    common = common.slice(0, -1);
  }
  return (script) => {
    const path = [...common, script.replace(/\.js$/, ".ts")].join("/");
    return entries.includes(path) ? scriptName(path) : script.slice(script.lastIndexOf("/") + 1);
  };
}

/** The name of the script that is made of the module `path`. */
function scriptName(path: string): string {
  return path.replace(/^src\//, "").replaceAll("/", "_").replace(/\.ts$/, ".js");
}
