/** The secret that the operator's harnesses and the resident share: 32 random bytes as hexadecimal digits. */
import { writeAtomic } from "../base/atomic.ts";
import { toHex } from "../base/digest.ts";
import { isAbsent } from "../base/errors.ts";
import type { Residence } from "./residence.ts";
import { writeOnce } from "./write_once.ts";

const FORM = /^[0-9a-f]{64}$/;

/**
 * The token of `residence`; undefined where there is none yet.
 *
 * @throws Error where others could have read or written it, or the file holds something else: it is a secret no more
 */
export function readToken({ tokenFile, place }: Residence): string | undefined {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(tokenFile);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  const isOwn = place.os === "windows" ||
    ((info.mode ?? 0) & 0o077) === 0 && (info.uid === null || info.uid === Deno.uid());
  const text = info.isFile && info.size < 1024 && isOwn ? Deno.readTextFileSync(tokenFile).trim() : "";
  if (FORM.test(text)) return text;
  throw new Error(
    `${tokenFile} is no token that only its owner can read; the token must be made anew, see docs/resident.md`,
  );
}

/** The token of `residence`, made where there is none. @throws as {@link readToken} */
export function ensureToken(residence: Residence): string {
  const known = readToken(residence);
  if (known !== undefined) return known;
  writeOnce(residence.tokenFile, `${newToken()}\n`, residence.place.os);
  return readToken(residence)!;
}

/**
 * Puts a new token in the place of the old one. A resident that runs still has the old one, and so have the entries:
 * stop the one and write the others anew.
 */
export function rotateToken({ tokenFile, place }: Residence): string {
  const token = newToken();
  writeAtomic(tokenFile, `${token}\n`, place.os, 0o600);
  return token;
}

function newToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}
