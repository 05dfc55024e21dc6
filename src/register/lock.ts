import { isAbsent } from "../base/errors.ts";
import { Refusal } from "./refusal.ts";

/** A lock that is older than this was left behind by a process that died. */
const STALE_MS = 30_000;
const STEP_MS = 25;

/**
 * Runs `work` while the file `path` exists by our hand, so that installers take turns. Waits for another one,
 * but no longer than `patience` milliseconds.
 *
 * @throws Refusal where another installer does not end
 */
export async function withLock<T>(path: string, work: () => Promise<T>, patience = 15_000): Promise<T> {
  const token = `${Deno.pid} ${crypto.randomUUID()}\n`;
  const deadline = Date.now() + patience;
  while (!tryCreate(path, token)) {
    if (Date.now() > deadline) {
      throw new Refusal("busy", `Another installation is under way. If not, remove ${path} and try again.`);
    }
    removeStale(path);
    await new Promise((done) => setTimeout(done, STEP_MS + Math.random() * STEP_MS));
  }
  try {
    return await work();
  } finally {
    if (readText(path) === token) removeQuietly(path);
  }
}

function tryCreate(path: string, token: string): boolean {
  try {
    Deno.writeTextFileSync(path, token, { createNew: true, mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

/** Removes an abandoned lock. It is moved away first, so that a new one of another process is put back. */
function removeStale(path: string): void {
  try {
    const before = readText(path);
    const { mtime } = Deno.statSync(path);
    if (mtime === null || Date.now() - mtime.getTime() < STALE_MS) return;
    const aside = `${path}.${crypto.randomUUID()}`;
    Deno.renameSync(path, aside);
    if (readText(aside) === before) removeQuietly(aside);
    else Deno.renameSync(aside, path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

function readText(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Somebody else took it away.
  }
}
