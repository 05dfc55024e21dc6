import type { Os } from "./platform.ts";

/**
 * Makes `folder` with mode 0700 where it is missing and tightens it where it is looser.
 *
 * @param mayBeLink whether the operator may have put a link there (true for the folders that the environment
 * names), or it is one that only we make
 * @throws Error where it is no folder, a link that it must not be, or another user's
 */
export function ensurePrivateFolder(folder: string, os: Os, mayBeLink: boolean): void {
  const info = lookAt(folder, mayBeLink);
  if (!info.isDirectory) throw new Error(`${folder} is not a folder`);
  if (os === "windows") return;
  const user = Deno.uid();
  if (info.uid !== null && user !== null && info.uid !== user) {
    throw new Error(`${folder} belongs to another user`);
  }
  if (info.mode !== null && (info.mode & 0o077) !== 0) Deno.chmodSync(folder, 0o700);
}

/** Mostly it is there, and asking for that costs less than making it. */
function lookAt(folder: string, mayBeLink: boolean): Deno.FileInfo {
  const look = mayBeLink ? Deno.statSync : Deno.lstatSync;
  try {
    return look(folder);
  } catch {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return look(folder);
  }
}
