import type { Os } from "../base/platform.ts";
import { writeAtomic } from "../base/atomic.ts";

/**
 * Puts `text` at `path`, readable by its owner only, unless there is something already: of several writers that come
 * at once one wins, and no reader ever sees half of it.
 *
 * @throws what the file system throws
 */
export function writeOnce(path: string, text: string, os: Os): void {
  const whole = `${path}.${crypto.randomUUID()}`;
  writeAtomic(whole, text, os, 0o600);
  try {
    Deno.linkSync(whole, path);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return;
    // A file system without hard links; the last of several writers wins then.
    Deno.renameSync(whole, path);
    return;
  } finally {
    try {
      Deno.removeSync(whole);
    } catch {
      // It was renamed.
    }
  }
}
