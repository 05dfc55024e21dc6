/** A file of an archive. */
export interface Entry {
  /** Below the archive, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** `entries` in the order of an archive: by path, byte for byte, whatever the language of the machine is. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** `parts` as one. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
