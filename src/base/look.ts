/** Whether a file or folder is still what it was, as far as that can be seen from outside. */

/** How it looks: what tells one state of it from another, and from something later in its place. */
export function lookOf({ dev, ino, size, birthtime, mtime, ctime }: Deno.FileInfo): string {
  return [dev, ino, size, birthtime?.getTime(), mtime?.getTime(), ctime?.getTime()].join(" ");
}

/**
 * Whether it was last changed, at `now`, `milliseconds` ago or longer. What was changed later may be changed again without
 * looking different.
 */
export function isSettled({ mtime, ctime }: Deno.FileInfo, now: number, milliseconds: number): boolean {
  const changed = Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0);
  return Math.abs(now - changed) >= milliseconds;
}
