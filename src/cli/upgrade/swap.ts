/** One executable replaced by another while hooks run the old one. */
import { writeAll } from "../../base/atomic.ts";
import { describeError } from "../../base/errors.ts";
import { baseName } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";
import { UpgradeFailure } from "./failure.ts";

/** What the names of files that an upgrade leaves for a moment begin with. */
const NEW = ".garfio-new-";
const OLD = ".garfio-old-";

/** The folder of an absolute path, with the separator at its end, as it is written there. */
function folderOf(path: string): string {
  return path.slice(0, path.length - baseName(path).length);
}

/** A file beside the executable, with its mode, that is not yet in its place. */
export interface Staged {
  readonly path: string;
  readonly target: string;
}

/**
 * Writes `bytes` beside `target`, with its mode.
 *
 * @param target the executable, links followed
 * @throws UpgradeFailure with nothing left behind
 */
export function stage(target: string, bytes: Uint8Array, os: Os): Staged {
  const folder = folderOf(target);
  removeLeftovers(folder);
  const unique = `${Deno.pid}-${Math.floor(Math.random() * 1e9).toString(36)}`;
  // Windows starts only what is called .exe.
  const path = `${folder}${NEW}${unique}${os === "windows" ? ".exe" : ""}`;
  try {
    const mode = (Deno.statSync(target).mode ?? 0o755) & 0o7777;
    const file = Deno.openSync(path, { write: true, createNew: true, mode: 0o700 });
    try {
      writeAll(file, bytes);
      file.syncDataSync();
    } finally {
      file.close();
    }
    if (os !== "windows") Deno.chmodSync(path, mode);
    return { path, target };
  } catch (error) {
    discard({ path, target });
    throw new UpgradeFailure(
      "folder.not-writable",
      `${folder} cannot take the new executable (${describeError(error)}). The old one is as it was.`,
    );
  }
}

/** Takes a staged file away again. */
export function discard({ path }: Staged): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It was never made, or it is in its place.
  }
}

/**
 * Puts the staged file in its place. Elsewhere one rename does it, and whoever runs the old file keeps it. Windows does
 * not replace a running program but lets it be renamed: it steps aside, and goes back where the second rename fails.
 *
 * @throws UpgradeFailure with the old executable in its place
 */
export function swap(staged: Staged, os: Os): void {
  const { path, target } = staged;
  try {
    if (os !== "windows") {
      Deno.renameSync(path, target);
      return;
    }
    const aside = `${folderOf(target)}${OLD}${baseName(path).slice(NEW.length)}`;
    Deno.renameSync(target, aside);
    try {
      Deno.renameSync(path, target);
    } catch (error) {
      Deno.renameSync(aside, target);
      throw error;
    }
    // While it runs this fails; the next upgrade removes it.
    discard({ path: aside, target });
  } catch (error) {
    discard(staged);
    throw new UpgradeFailure(
      "swap.failed",
      `${target} cannot be replaced (${describeError(error)}). The old one is as it was.`,
    );
  }
}

/** What an upgrade that was cut off left is as old as this at least; a younger file may be one in the making. */
const LEFT_MS = 3_600_000;

/** Old executables that stepped aside and are not run any more, and what an upgrade that was cut off left. */
function removeLeftovers(folder: string): void {
  try {
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      if (!isFile || !(name.startsWith(OLD) || name.startsWith(NEW))) continue;
      const path = `${folder}${name}`;
      const age = Date.now() - (Deno.statSync(path).mtime?.getTime() ?? 0);
      if (name.startsWith(OLD) || age > LEFT_MS) discard({ path, target: "" });
    }
  } catch {
    // A folder that cannot be listed is met where the file is written.
  }
}
