/** Whether a folder holds much. */
const MUCH = 200;

/** Whether there are at least 200 files in and below `folder`; links are not followed. */
export function isLarge(folder: string): boolean {
  const open = [folder];
  let files = 0;
  let looked = 0;
  while (open.length > 0 && looked < 4 * MUCH) {
    const current = open.pop()!;
    try {
      for (const entry of Deno.readDirSync(current)) {
        looked++;
        if (entry.isDirectory) open.push(`${current}/${entry.name}`);
        else if (++files >= MUCH) return true;
        if (looked >= 4 * MUCH) break;
      }
    } catch {
      // A file, or a folder that cannot be read.
    }
  }
  return false;
}
