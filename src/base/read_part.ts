/** The bytes of an open file from offset `start` to `end`, or to where it ends before that. */
export function readPart(file: Deno.FsFile, start: number, end: number): Uint8Array {
  file.seekSync(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const step = file.readSync(bytes.subarray(filled));
    if (step === null) break;
    filled += step;
  }
  return bytes.subarray(0, filled);
}
