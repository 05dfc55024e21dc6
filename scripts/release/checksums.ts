/** The text of `SHA256SUMS` for digests by file name: what `sha256sum --check` reads. */
export function checksums(digests: ReadonlyMap<string, string>): string {
  return [...digests].sort(([a], [b]) => a < b ? -1 : 1).map(([name, digest]) => `${digest}  ${name}\n`).join(
    "",
  );
}
