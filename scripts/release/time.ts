/** The time of everything in a release: that of its commit, so that two builds of it are alike. */

/** Where there is no repository: the first moment that both archive formats can write. */
const EARLIEST = 315_532_800;

/** Seconds since 1970: `SOURCE_DATE_EPOCH`, else the time of the commit that is checked out. */
export async function releaseTime(root: string): Promise<number> {
  const given = Deno.env.get("SOURCE_DATE_EPOCH");
  if (given !== undefined && /^\d+$/.test(given)) return Math.max(Number(given), EARLIEST);
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["log", "-1", "--format=%ct"],
      cwd: root,
    }).output();
    const time = Number(new TextDecoder().decode(stdout).trim());
    if (success && time > EARLIEST) return time;
  } catch {
    // No git here.
  }
  return EARLIEST;
}

/**
 * Gives every file below `folder` that time: `deno compile` writes the times of what it embeds into the executable.
 *
 * @param time in seconds since 1970
 */
export function setTimes(folder: string, time: number): void {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) setTimes(`${folder}/${name}`, time);
    Deno.utimeSync(`${folder}/${name}`, time, time);
  }
}
