/** Whether there is a plain file at `path`, links followed; what cannot be looked at is none. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
