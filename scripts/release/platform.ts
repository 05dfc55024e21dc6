/** For which platform an executable is, by its first bytes. */

/** The target of `bytes`, or undefined where they are no executable of a platform that we release for. */
export function targetOfProgram(bytes: Uint8Array): string | undefined {
  if (bytes.length < 64) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, false) === 0x7f454c46) {
    return { 0x3e: "x86_64-unknown-linux-gnu", 0xb7: "aarch64-unknown-linux-gnu" }[view.getUint16(18, true)];
  }
  if (view.getUint32(0, true) === 0xfeedfacf) {
    return {
      0x0100_0007: "x86_64-apple-darwin",
      0x0100_000c: "aarch64-apple-darwin",
    }[view.getUint32(4, true)];
  }
  if (view.getUint16(0, false) === 0x4d5a) {
    const at = view.getUint32(60, true);
    if (at + 6 > bytes.length || view.getUint32(at, false) !== 0x50450000) return undefined;
    return { 0x8664: "x86_64-pc-windows-msvc" }[view.getUint16(at + 4, true)];
  }
  return undefined;
}

/** The first bytes of a file: enough for {@link targetOfProgram}. */
export function firstBytes(path: string): Uint8Array {
  const file = Deno.openSync(path);
  try {
    const bytes = new Uint8Array(4096);
    return bytes.subarray(0, file.readSync(bytes) ?? 0);
  } finally {
    file.close();
  }
}
