import { concat } from "./entry.ts";

/** The SHA-256 of `bytes` in hexadecimal digits. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", concat([bytes]).buffer as ArrayBuffer);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The text of `SHA256SUMS` for digests by file name: what `sha256sum --check` reads. */
export function checksums(digests: ReadonlyMap<string, string>): string {
  return [...digests].sort(([a], [b]) => a < b ? -1 : 1).map(([name, digest]) => `${digest}  ${name}\n`).join(
    "",
  );
}
