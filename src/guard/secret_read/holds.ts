/** Whether reading a file would show a secret: by its path, and where that does not tell, by a look into it. */
import { resolveLinks } from "../../base/path.ts";
import type { Os } from "../../base/platform.ts";
import { readSmall } from "../../base/read_small.ts";
import { atLeast, detect } from "../../secret/detect.ts";
import { secretFile } from "../../secret/files.ts";

/** What reading a file would show. */
export interface Shown {
  readonly kind: string;
  /** It only lies beside secrets. */
  readonly near: boolean;
}

/** What reading `path` would show; `exact` paths are on this machine. Links count by where they lead, too. */
export function shownBy(path: string, os: Os, exact: boolean): Shown | undefined {
  const real = exact ? resolveLinks(path, os) : path;
  for (const candidate of real === path ? [path] : [path, real]) {
    const found = secretFile(candidate, os);
    if (found === undefined || (found.kind === "environment file" && exact && isFolder(real))) continue;
    if (found.sure === "near") return { kind: found.kind, near: true };
    if (found.sure === "holds" || (exact && hasSecret(real))) return { kind: found.kind, near: false };
  }
  return undefined;
}

/** `.env` is also what Python calls its folder of packages. */
function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function hasSecret(path: string): boolean {
  const text = readSmall(path, 256 * 1_024);
  return text !== undefined && detect(text).some((secret) => atLeast(secret, "likely"));
}
