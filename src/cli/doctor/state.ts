/** The configuration, the switch that turns everything off, the folder of state and the room on its disk. */
import { statfsSync } from "node:fs";
import { describeError, isAbsent } from "../../base/errors.ts";
import { stateFolder } from "../../base/folders.ts";
import { dirName } from "../../base/path.ts";
import { isSwitchedOff, killSwitchFile, loadPolicy, pausedUntil } from "../../policy/policy.ts";
import type { Io } from "../io.ts";
import { type Finding, REPAIR } from "./finding.ts";

/** Less room than this on the disk of the state is told, in bytes. */
const LITTLE = 64 * 1024 * 1024;

/** What there is to say of the configuration in force in `root`. */
export async function diagnoseConfiguration(io: Io, root: string): Promise<Finding[]> {
  const policy = await loadPolicy(io, root);
  const area = "configuration";
  const found: Finding[] = policy.problems.map((text) => ({
    area,
    level: "problem",
    text,
    next: "garfio status",
  }));
  const now = io.now().getTime();
  const until = pausedUntil(io, now);
  if (until !== undefined) {
    found.push({
      area,
      level: "problem",
      text: `Everything is paused until ${new Date(until).toISOString()}.`,
      next: "garfio resume",
    });
  } else if (isSwitchedOff(io, now)) {
    found.push({
      area,
      level: "problem",
      text: `Everything is switched off: by GARFIO_HOOKS_DISABLE, or the file ${killSwitchFile(io)}.`,
      next: "garfio resume",
    });
  }
  const { value, source } = policy.profile;
  found.push({ area, level: "ok", text: `Profile ${value} (${source})` });
  return found;
}

/** What there is to say of the folder of state. */
export function diagnoseState(io: Io): Finding[] {
  const area = "state";
  const folder = stateFolder(io);
  if (folder === undefined) {
    return [{ area, level: "problem", text: "No home folder is known, so nothing can be kept. Set HOME." }];
  }
  const found: Finding[] = [];
  try {
    const { mode, uid, isDirectory } = Deno.statSync(folder);
    if (!isDirectory) found.push({ area, level: "problem", text: `${folder} is no folder. Move it away.` });
    else if (io.os !== "windows" && mode !== null && (mode & 0o077) !== 0) {
      const text = `${folder} is open to other accounts (mode ${(mode & 0o777).toString(8)}, not 700).`;
      found.push({ area, level: "problem", text, next: REPAIR });
    }
    if (io.os !== "windows" && uid !== null && uid !== Deno.uid()) {
      found.push({
        area,
        level: "problem",
        text: `${folder} belongs to another account, so it is not used.`,
      });
    }
  } catch (error) {
    if (!isAbsent(error)) {
      found.push({ area, level: "problem", text: `${folder} cannot be looked at: ${describeError(error)}.` });
    }
  }
  const room = roomAt(folder, io);
  if (room !== undefined && room < LITTLE) {
    const text = `The disk of ${folder} has ${Math.floor(room / 1024 / 1024)} MiB left.`;
    found.push({ area, level: "problem", text });
  }
  return found.length > 0 ? found : [{ area, level: "ok", text: folder }];
}

/** The bytes that are free where `folder` is or will be; undefined where the system does not say. */
function roomAt(folder: string, { os }: Io): number | undefined {
  for (let place = folder;; place = dirName(place, os)) {
    try {
      const { bavail, bsize } = statfsSync(place);
      return bavail * bsize;
    } catch {
      if (dirName(place, os) === place) return undefined;
    }
  }
}
