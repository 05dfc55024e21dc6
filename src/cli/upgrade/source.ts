/** Where releases are, and how their files are called. The same for the release script, the installers and us. */
import type { Os } from "../../base/platform.ts";

/** Owner and name of the repository. `install.sh` and `install.ps1` say the same; a test compares them. */
export const REPOSITORY = "garfio/garfio";

/** The home page. */
export const HOMEPAGE = `https://github.com/${REPOSITORY}`;

/** The folder of all releases: below it `latest/download/<file>` and `download/v<version>/<file>`. */
export const RELEASES = `${HOMEPAGE}/releases`;

/** The file with the SHA-256 of every other file of a release. */
export const CHECKSUMS = "SHA256SUMS";

/** The name of the archive for `target`, which is also that of the folder in it, less the ending. */
export function archiveName(version: string, target: string): string {
  return `garfio-${version}-${target}.${target.includes("windows") ? "zip" : "tar.gz"}`;
}

/** The name of the executable in an archive. */
export function executableName(target: string): string {
  return target.includes("windows") ? "garfio.exe" : "garfio";
}

/** The address of a file of the release `version`; of the newest one without. */
export function addressOf(base: string, version: string | undefined, file: string): string {
  const folder = version === undefined ? "latest/download" : `download/v${version}`;
  return `${base.replace(/\/+$/, "")}/${folder}/${file}`;
}

/** A version as a release has it, with or without a `v` in front; undefined for any other text. */
export function readVersion(text: string): string | undefined {
  return /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(text)?.[1];
}

/**
 * Whether an address may be downloaded from: HTTPS, and plain HTTP on this very machine only.
 * `http://127.0.0.1:8000/x` may, `http://example.org/x` may not.
 */
export function isSafeAddress(address: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(address);
    if (username !== "" || password !== "") return false;
    return protocol === "https:" ||
      (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
  } catch {
    return false;
  }
}

/** The lines of `SHA256SUMS` as file name → digest. Lines of another form are left out. */
export function readChecksums(text: string): Map<string, string> {
  const sums = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const match = /^([0-9a-f]{64}) [ *]([\w.+-]+)$/.exec(line);
    if (match !== null) sums.set(match[2]!, match[1]!);
  }
  return sums;
}

/** The version of the release that `sums` belong to; undefined where it has nothing for `target`. */
export function versionIn(sums: ReadonlyMap<string, string>, target: string): string | undefined {
  for (const name of sums.keys()) {
    const version = /^garfio-(\d.*?)-(?=[a-z0-9_]+-[a-z]+-)/.exec(name)?.[1];
    if (version !== undefined && name === archiveName(version, target)) return readVersion(version);
  }
  return undefined;
}

/** The system of a target. */
export function osOf(target: string): Os {
  return target.includes("windows") ? "windows" : target.includes("apple") ? "darwin" : "linux";
}
