/**
 * Makes a release in `dist/`: for each target an archive, then SHA256SUMS, the SBOM, the notes and the files for
 * Homebrew and Scoop.
 *
 *     deno task release                                  every target
 *     deno task release --target <triple>                only that one (may be repeated)
 *     deno task release --target <triple> --program FILE an executable that is compiled already
 *     deno task release --report                         what the executable is made of; makes no archive
 *
 * The same commit gives the same bytes: times are that of the commit (or `SOURCE_DATE_EPOCH`), owners and modes are
 * fixed, and files are in order.
 */
import { parseArgs } from "node:util";
import { join } from "../src/base/path.ts";
import { thisOs } from "../src/base/platform.ts";
import { VERSION } from "../src/base/version.ts";
import { archiveName, CHECKSUMS, executableName } from "../src/cli/upgrade/source.ts";
import { makeBundle, TARGETS } from "./compile.ts";
import { sha256 } from "../src/base/digest.ts";
import { checksums } from "./release/checksums.ts";
import { makeArchive, type Making } from "./release/contents.ts";
import { releaseNotes } from "./release/notes.ts";
import { bundledPackages } from "./release/packages.ts";
import { fillTemplate, PACKAGING, targetsOf } from "./release/packaging.ts";
import { checkProgram, compileFor } from "./release/program.ts";
import { sizeReport } from "./release/report.ts";
import { sbom } from "./release/sbom.ts";
import { thirdParty } from "./release/third_party.ts";
import { releaseTime, setTimes } from "./release/time.ts";

const root = join(import.meta.dirname!, "..", thisOs());
const at = (path: string): string => join(root, path, thisOs());

/** What the command line asks for. */
interface Wish {
  readonly targets: readonly string[];
  readonly program: string | undefined;
  readonly report: boolean;
  readonly dist: string;
}

function readWish(args: readonly string[]): Wish {
  const { values } = parseArgs({
    args: [...args],
    options: {
      target: { type: "string", multiple: true },
      program: { type: "string" },
      output: { type: "string" },
      report: { type: "boolean" },
    },
  });
  const targets = values.target ?? TARGETS;
  const unknown = targets.find((one) => !TARGETS.some((known) => known === one));
  if (unknown !== undefined) throw new Error(`unknown target ${unknown}; one of ${TARGETS.join(", ")}`);
  if (values.program !== undefined && targets.length !== 1) {
    throw new Error("--program is for one target: add --target <triple>");
  }
  return {
    targets,
    program: values.program,
    report: values.report ?? false,
    dist: values.output ?? at("dist"),
  };
}

/** Makes what the command line asks for. */
export async function main(args: readonly string[]): Promise<void> {
  const wish = readWish(args);
  const bundle = at("dist/bundle");
  const packages = await bundledPackages(root);
  if (wish.report) {
    await makeBundle(bundle);
    const program = at(`dist/${executableName(thisOs())}`);
    const size = await Deno.stat(program).then(({ size }) => size, () => undefined);
    console.log(sizeReport(bundle, size, packages));
    if (size === undefined) console.log('"deno task compile" first, and the report has the runtime too.');
    return;
  }
  const making: Making = {
    version: VERSION,
    time: await releaseTime(root),
    licence: await Deno.readTextFile(at("LICENSE")),
    thirdParty: thirdParty(packages),
  };
  await Deno.mkdir(wish.dist, { recursive: true });
  if (wish.program === undefined) {
    await makeBundle(bundle);
    setTimes(bundle, making.time);
  }
  const digests = new Map<string, string>();
  const missing: string[] = [];
  for (const target of wish.targets) {
    try {
      const { name, bytes } = makeArchive(target, await programFor(target, bundle, wish), making);
      await write(wish.dist, name, bytes);
      digests.set(name, await sha256(bytes));
    } catch (error) {
      missing.push(error instanceof Error ? error.message : String(error));
    }
  }
  const bom = new TextEncoder().encode(
    await sbom({ ...await engine(), ...making, packages, lock: await Deno.readTextFile(at("deno.lock")) }),
  );
  const bomName = `garfio-${VERSION}.cdx.json`;
  digests.set(bomName, await sha256(bom));
  await write(wish.dist, bomName, bom);
  await write(wish.dist, CHECKSUMS, checksums(digests));
  await write(wish.dist, "NOTES.md", releaseNotes(await Deno.readTextFile(at("CHANGELOG.md")), VERSION));
  await writePackaging(wish.dist, digests);
  if (missing.length > 0) throw new Error(`not made:\n${missing.map((one) => `  ${one}`).join("\n")}`);
}

async function programFor(target: string, bundle: string, { program }: Wish): Promise<Uint8Array> {
  const path = program ?? at(`dist/${target}/${executableName(target)}`);
  if (program === undefined) await compileFor(target, bundle, path);
  else checkProgram(path, target);
  return await Deno.readFile(path);
}

/** The versions of the Deno that compiles, and of its V8. */
async function engine(): Promise<{ deno: string; v8: string }> {
  const { stdout } = await new Deno.Command(Deno.env.get("DENO_COMPILE_BIN") ?? Deno.execPath(), {
    args: ["eval", "console.log(JSON.stringify(Deno.version))"],
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** The files for package managers, as far as all that they name was made. */
async function writePackaging(dist: string, digests: ReadonlyMap<string, string>): Promise<void> {
  for (const [source, output] of Object.entries(PACKAGING)) {
    const template = await Deno.readTextFile(at(source));
    if (!targetsOf(template).every((target) => digests.has(archiveName(VERSION, target)))) {
      console.log(`left out, as not all of its archives were made: packaging/${output}`);
      continue;
    }
    await write(dist, `packaging/${output}`, fillTemplate(template, VERSION, digests));
  }
}

async function write(dist: string, name: string, data: Uint8Array | string): Promise<void> {
  const path = join(dist, name, thisOs());
  await Deno.mkdir(join(path, "..", thisOs()), { recursive: true });
  if (typeof data === "string") await Deno.writeTextFile(path, data);
  else await Deno.writeFile(path, data);
  console.log(`${path}${typeof data === "string" ? "" : ` (${(data.length / 1e6).toFixed(1)} MB)`}`);
}

if (import.meta.main) {
  try {
    await main(Deno.args);
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
