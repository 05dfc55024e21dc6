/** Whether something is at `path`, a link that leads nowhere too; what cannot be looked at counts as nothing. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
