/** What is in an archive besides the executable: the same files for every target. */
import { COMMANDS } from "../../src/cli/commands.ts";
import { COMPLETIONS_OF } from "../../src/cli/completions.ts";
import { manualPage } from "../../src/cli/manual.ts";
import { archiveName, executableName } from "../../src/cli/upgrade/source.ts";
import type { Entry } from "./entry.ts";
import { gzip, tar } from "./tar.ts";
import { zip } from "./zip.ts";

/** What the files are made from. */
export interface Making {
  readonly version: string;
  /** The time of every file, in seconds since 1970. */
  readonly time: number;
  /** The text of `LICENSE`. */
  readonly licence: string;
  /** The text of `THIRD-PARTY`. */
  readonly thirdParty: string;
  /** How hard to compress, 0 to 9; 9 without it. */
  readonly level?: number;
}

/** The names by which shells look for a completion. */
export const COMPLETION_FILES: Readonly<Record<string, string>> = {
  bash: "garfio.bash",
  zsh: "_garfio",
  fish: "garfio.fish",
  powershell: "garfio.ps1",
};

/** The texts of an archive: path below its folder → text. */
export function archiveTexts({ version, time, licence, thirdParty }: Making): Map<string, string> {
  const date = new Date(time * 1000).toISOString().slice(0, 10);
  return new Map([
    ["LICENSE", licence],
    ["THIRD-PARTY", thirdParty],
    ["man/garfio.1", manualPage(COMMANDS, { version, date })],
    ...Object.entries(COMPLETIONS_OF).map(([shell, make]): [string, string] => [
      `completions/${COMPLETION_FILES[shell]}`,
      make(COMMANDS),
    ]),
  ]);
}

/** The archive for `target`: its name and its bytes. */
export function makeArchive(
  target: string,
  program: Uint8Array,
  making: Making,
): { name: string; bytes: Uint8Array } {
  const name = archiveName(making.version, target);
  const folder = name.replace(/\.(?:tar\.gz|zip)$/, "");
  const entries: Entry[] = [
    { path: `${folder}/${executableName(target)}`, bytes: program, executable: true },
    ...[...archiveTexts(making)].map(([path, text]) => ({
      path: `${folder}/${path}`,
      bytes: new TextEncoder().encode(text),
      executable: false,
    })),
  ];
  const bytes = name.endsWith(".zip")
    ? zip(entries, making.time, making.level)
    : gzip(tar(entries, making.time), making.level);
  return { name, bytes };
}
