import { compareVersions } from "../base/compare_versions.ts";
import { sha256 } from "../base/digest.ts";
import { join } from "../base/path.ts";
import { VERSION } from "../base/version.ts";
import { UsageError, type Values } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { JSON_OPTION, printJson } from "./registration.ts";
import { fileFrom } from "./upgrade/archive.ts";
import { checkAttestation } from "./upgrade/attestation.ts";
import { download } from "./upgrade/fetch_release.ts";
import { UpgradeFailure } from "./upgrade/failure.ts";
import { ownerOf } from "./upgrade/owner.ts";
import { runQuiet } from "./upgrade/run.ts";
import {
  addressOf,
  archiveName,
  CHECKSUMS,
  executableName,
  isSafeAddress,
  readChecksums,
  readVersion,
  RELEASES,
  versionIn,
} from "./upgrade/source.ts";
import { discard, stage, swap } from "./upgrade/swap.ts";

/** `garfio upgrade`: puts a newer executable in the place of this one. */
export const UPGRADE: Command = {
  name: "upgrade",
  summary: "Replace this executable by the newest release, or by the one that is named.",
  usage: "[--version VERSION] [--check] [--base-url URL] [--skip-attestation] [--json]",
  options: [
    { name: "version", value: "VERSION", summary: "The release; without it, the newest." },
    { name: "check", summary: "Only say whether there is a newer release." },
    { name: "base-url", value: "URL", summary: "Where releases are instead of GitHub: a mirror." },
    { name: "skip-attestation", summary: "Do not ask gh for the provenance." },
    JSON_OPTION,
  ],
  run,
};

/** What an upgrade did, or would do. */
interface Report {
  readonly current: string;
  readonly release: string;
  readonly newer: boolean;
  readonly changed: boolean;
  readonly executable: string;
  readonly notes: readonly string[];
}

async function run(values: Values, io: Io): Promise<number> {
  try {
    const report = await upgrade(values, io);
    if (values.has("json")) printJson(io, { ok: true, ...report });
    else io.write(describe(report, values.has("check")));
    return 0;
  } catch (error) {
    if (!(error instanceof UpgradeFailure)) throw error;
    if (values.has("json")) printJson(io, { ok: false, code: error.code, error: error.message });
    else io.error(`${error.code}: ${error.message}\n`);
    return 1;
  }
}

function describe({ current, release, newer, changed, executable, notes }: Report, check: boolean): string {
  const lines = changed
    ? [`${executable} is now ${release}; it was ${current}.`]
    : check && newer
    ? [`${release} is there; this is ${current}. "garfio upgrade" installs it.`]
    : [`Nothing to do: this is ${current}, and the release is ${release}.`];
  return [...lines, ...notes].map((line) => `${line}\n`).join("");
}

async function upgrade(values: Values, io: Io): Promise<Report> {
  const base = values.text("base-url") ?? RELEASES;
  if (!isSafeAddress(base)) throw new UsageError(`--base-url takes an HTTPS address; "${base}" is none.`);
  const asked = values.text("version");
  const wanted = asked === undefined ? undefined : readVersion(asked);
  if (asked !== undefined && wanted === undefined) {
    throw new UsageError(`"${asked}" is no version; one looks like 1.2.3.`);
  }
  const check = values.has("check");
  const executable = check ? io.self.path : await replaceable(io);
  const folder = Deno.makeTempDirSync({ prefix: "garfio-upgrade-" });
  try {
    const sums = await fetchChecksums(base, wanted, folder, io);
    const target = Deno.build.target;
    const release = wanted ?? versionIn(sums, target);
    if (release === undefined) {
      throw new UpgradeFailure("release.no-target", `The newest release has nothing for ${target}.`);
    }
    const newer = compareVersions(release, VERSION) > 0;
    const report = { current: VERSION, release, newer, executable };
    if (check || (wanted === undefined ? !newer : release === VERSION)) {
      return { ...report, changed: false, notes: [] };
    }
    const name = archiveName(release, target);
    const digest = sums.get(name);
    if (digest === undefined) {
      throw new UpgradeFailure("release.no-target", `The release ${release} has nothing for ${target}.`);
    }
    const archive = join(folder, name, io.os);
    await download(addressOf(base, release, name), archive, io.environment());
    const bytes = Deno.readFileSync(archive);
    const found = await sha256(bytes);
    if (found !== digest) {
      throw new UpgradeFailure(
        "checksum.wrong",
        `${name} has the SHA-256 ${found}, and ${CHECKSUMS} says ${digest}: it is damaged or was tampered with. ` +
          `Nothing was changed.`,
      );
    }
    const notes = values.has("skip-attestation") ? [] : [await checkAttestation(archive, io.environment())];
    await replace(executable, await fileFrom(bytes, name, executableName(target)), release, io);
    return { ...report, changed: true, notes };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The executable of this process, links followed, if it is ours to replace. */
async function replaceable(io: Io): Promise<string> {
  if (!io.self.compiled) {
    throw new UpgradeFailure("program.checkout", "This runs from a checkout: update that with git instead.");
  }
  const path = Deno.realPathSync(io.self.path);
  const succeeds = async (command: string, args: readonly string[]) =>
    (await runQuiet(command, args, io.environment(), 10_000))?.code === 0;
  const owner = await ownerOf([...new Set([io.self.path, path])], io.os, succeeds);
  if (owner === undefined) return path;
  throw new UpgradeFailure(
    "program.owned",
    `${io.self.path} belongs to ${owner.title}, which would not know of the change. Run: ${owner.command}`,
  );
}

async function fetchChecksums(
  base: string,
  wanted: string | undefined,
  folder: string,
  io: Io,
): Promise<Map<string, string>> {
  const file = join(folder, CHECKSUMS, io.os);
  await download(addressOf(base, wanted, CHECKSUMS), file, io.environment());
  const sums = readChecksums(Deno.readTextFileSync(file));
  if (sums.size > 0) return sums;
  throw new UpgradeFailure(
    "checksums.unreadable",
    `${addressOf(base, wanted, CHECKSUMS)} holds no checksums.`,
  );
}

/** Puts the new executable in its place after it has said who it is. */
async function replace(executable: string, bytes: Uint8Array, release: string, io: Io): Promise<void> {
  const staged = stage(executable, bytes, io.os);
  try {
    const outcome = await runQuiet(staged.path, ["--version"], io.environment(), 60_000);
    const said = outcome?.stdout.split(/\s/, 2).join(" ");
    if (outcome?.code !== 0 || said !== `garfio ${release}`) {
      throw new UpgradeFailure(
        "program.does-not-run",
        `The new executable does not run here as garfio ${release}. The old one is as it was.`,
      );
    }
    swap(staged, io.os);
  } catch (error) {
    discard(staged);
    throw error;
  }
}
