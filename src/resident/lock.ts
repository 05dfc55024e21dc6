/** There is one resident of a configuration: the one that holds the lock, which the system takes from the dead. */

/** A lock that is held. */
export interface Lock {
  readonly release: () => void;
}

/**
 * Takes the lock at `path`, waiting for its holder no longer than `patience` milliseconds; undefined where it is held
 * on. Only an open file holds it, so a process that was killed leaves none behind, whatever lies on the disk.
 *
 * @throws what the file system throws
 */
export async function takeLock(path: string, patience: number): Promise<Lock | undefined> {
  const file = Deno.openSync(path, { create: true, write: true, mode: 0o600 });
  let gone = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const taken = file.lock(true).then(() => {
    if (gone) file.close();
    return true;
  });
  // A file system without locks: the port still lets in only one.
  const settled = taken.catch(() => true);
  const late = new Promise<boolean>((resolve) => timer = setTimeout(() => resolve(false), patience));
  const held = await Promise.race([settled, late]);
  clearTimeout(timer);
  if (!held) {
    gone = true;
    return undefined;
  }
  return { release: () => file.close() };
}
