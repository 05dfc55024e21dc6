/**
 * Makes the executable: bundles the program into scripts, puts messages and contracts beside them, has V8 make code of
 * the scripts where the runtime has a use for it, and has `deno compile` append all of it to a runtime.
 *
 *     deno task compile [--target <triple>] [--output <path>]
 *
 * `deno compile` downloads the runtime file (`denort`). Where that cannot be had, `DENORT_BIN` names one, and
 * `DENO_COMPILE_BIN` the Deno of the same version.
 *
 * Why the flags: everything embedded is read at each start, so a bundle is compiled without configuration and without
 * npm packages. The code cache of a compiled program is a file of predictable name in the shared temporary
 * folder, read without a look at its owner, so it is switched off.
 */
import { join } from "../src/base/path.ts";
import { thisOs } from "../src/base/platform.ts";
import { FOLDER } from "./compile/code_cache/loader.ts";
import { addCode } from "./compile/code_cache/make.ts";
import { takesCode, versionOf } from "./compile/code_cache/runtime.ts";
import { makeScripts } from "./compile/scripts.ts";
import { commitOf } from "./release/commit.ts";
import { releaseTime, setTimes } from "./release/time.ts";

/** The platforms that are released. */
export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;

const root = join(import.meta.dirname!, "..", thisOs());
const at = (path: string): string => join(root, path, thisOs());

/** What the program may do: read, write and look at its surroundings; `verify` starts the entries that it checks. */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys=uid",
  "--allow-run",
  // The resident, and nothing beyond this machine.
  "--allow-net=127.0.0.1",
];
/**
 * With V8's defaults the first exception of a process costs 3 ms, since the whole bundle is compiled again for its
 * places; each regular expression is compiled twice; and baseline code is made that a short run never pays back. See
 * docs/performance.md. The resident would let short-lived values take 150 MB before it looks for what can go, and its
 * heap double before it looks there.
 */
const V8_FLAGS =
  "--no-enable-lazy-source-positions,--no-regexp-tier-up,--no-sparkplug,--max-semi-space-size=4,--heap-growing-percent=30";
/** What is embedded beside the scripts, where it is in the bundle. */
const BESIDE = ["build.json", FOLDER, "contracts", "messages", "rules"];
const COMPILE = [
  "compile",
  "--quiet",
  `--v8-flags=${V8_FLAGS}`,
  "--no-code-cache",
  "--no-config",
  "--no-npm",
  "--no-remote",
  "--no-check",
];

/** Runs a program; its output goes to ours. */
async function run(command: string, args: readonly string[], cwd: string): Promise<boolean> {
  const { success } = await new Deno.Command(command, {
    args: [...args],
    cwd,
    stdout: "inherit",
    stderr: "inherit",
  })
    .spawn().status;
  return success;
}

/** Makes the scripts of the program in `folder`, with messages, contracts and rules beside them. */
export async function makeBundle(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  await makeScripts(root, folder);
  await Deno.mkdir(`${folder}/messages`);
  await Deno.mkdir(`${folder}/contracts`);
  for await (const { name } of Deno.readDir(at("messages"))) {
    if (name.endsWith(".md")) await Deno.copyFile(at(`messages/${name}`), `${folder}/messages/${name}`);
  }
  await Deno.mkdir(`${folder}/rules`);
  for await (const { name } of Deno.readDir(at("rules"))) {
    await Deno.copyFile(at(`rules/${name}`), `${folder}/rules/${name}`);
  }
  for await (const { name } of Deno.readDir(at("contracts"))) {
    if (name === "contract.schema.json") continue;
    if (!name.endsWith(".json")) {
      await Deno.copyFile(at(`contracts/${name}`), `${folder}/contracts/${name}`);
      continue;
    }
    const table = JSON.parse(await Deno.readTextFile(at(`contracts/${name}`)));
    const { registration, ...dialect } = table;
    // White space is read at each event too, and how entries are registered is no business of the hot path.
    await Deno.writeTextFile(`${folder}/contracts/${name}`, JSON.stringify(dialect));
    if (registration === undefined) continue;
    const file = `${folder}/contracts/${name.replace(/\.json$/, ".registration.json")}`;
    await Deno.writeTextFile(file, JSON.stringify(registration));
  }
  await Deno.writeTextFile(`${folder}/build.json`, JSON.stringify({ commit: await commitOf(root) }));
  // The times of the files are embedded too, and one commit must make one program.
  setTimes(folder, await releaseTime(root));
}

/**
 * Whether a program for `target` can have code of its scripts: V8 makes it for the machine on which it runs, and not
 * every runtime has a use for it.
 */
async function canHaveCode(target: string | undefined): Promise<boolean> {
  return (target ?? Deno.build.target) === Deno.build.target && takesCode(await versionOf(compiler()));
}

function compiler(): string {
  return Deno.env.get("DENO_COMPILE_BIN") ?? Deno.execPath();
}

/** Compiles the bundle in `folder` (or any single module) to `output`. */
export async function compileProgram(
  folder: string,
  module: string,
  output: string,
  target?: string,
): Promise<void> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  const includes = BESIDE.filter((name) => names.includes(name)).flatMap((name) => ["--include", name]);
  const args = [
    ...COMPILE,
    ...PERMISSIONS,
    ...includes,
    ...(target === undefined ? [] : ["--target", target]),
    "--output",
    output,
    module,
  ];
  if (await run(compiler(), args, folder)) return;
  throw new Error(
    Deno.env.get("DENORT_BIN") === undefined
      ? "the program could not be compiled. If the runtime file could not be downloaded, set DENORT_BIN to a denort " +
        "file and DENO_COMPILE_BIN to the Deno of the same version, then try again"
      : `the program could not be compiled with DENORT_BIN=${
        Deno.env.get("DENORT_BIN")
      }: it must be of the same ` +
        "version as DENO_COMPILE_BIN",
  );
}

function option(name: string): string | undefined {
  const index = Deno.args.indexOf(name);
  return index < 0 ? undefined : Deno.args[index + 1];
}

if (import.meta.main) {
  const target = option("--target");
  if (target !== undefined && !TARGETS.some((known) => known === target)) {
    console.error(`compile: unknown target ${target}; one of ${TARGETS.join(", ")}`);
    Deno.exit(1);
  }
  const windows = target === undefined ? thisOs() === "windows" : target.includes("windows");
  const output = option("--output") ??
    at(
      target === undefined
        ? `dist/garfio${windows ? ".exe" : ""}`
        : `dist/${target}/garfio${windows ? ".exe" : ""}`,
    );
  try {
    const bundle = at("dist/bundle");
    await makeBundle(bundle);
    if (await canHaveCode(target)) {
      await addCode(root, bundle, (module, output) => compileProgram(bundle, module, output, target));
      setTimes(bundle, await releaseTime(root));
    }
    await compileProgram(bundle, "main.js", output, target);
    const { size } = await Deno.stat(output);
    console.log(`${output} (${(size / 1e6).toFixed(1)} MB)`);
  } catch (error) {
    console.error(`compile: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
