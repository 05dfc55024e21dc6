/** The text of the file at `path`; undefined where it is missing, no plain file, or larger than `most` bytes. */
export function readSmall(path: string, most = 64 * 1024): string | undefined {
  try {
    const info = Deno.statSync(path);
    return info.isFile && info.size <= most ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
