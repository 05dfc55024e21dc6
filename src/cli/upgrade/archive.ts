/** One file out of a release archive: `.tar.gz` or `.zip`. Only as much of both forms as the release script writes. */
import { UpgradeFailure } from "./failure.ts";

/** More than this no executable of ours unpacks to. */
const LARGEST = 512 * 1024 * 1024;

/**
 * The bytes of the file called `name` in the only folder of the archive.
 *
 * @param form the end of the archive's name
 * @throws UpgradeFailure where the archive is damaged or has no such file
 */
export async function fileFrom(bytes: Uint8Array, form: string, name: string): Promise<Uint8Array> {
  let found: Uint8Array | undefined;
  try {
    found = form.endsWith(".zip") ? await fromZip(bytes, name) : fromTar(await unpack(bytes, "gzip"), name);
  } catch (error) {
    throw new UpgradeFailure("archive.damaged", `The archive cannot be unpacked: ${error}.`);
  }
  if (found !== undefined) return found;
  throw new UpgradeFailure("archive.damaged", `The archive holds no ${name}.`);
}

async function unpack(bytes: Uint8Array, form: "gzip" | "deflate-raw"): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream(form));
  for await (const part of stream) {
    size += part.length;
    if (size > LARGEST) throw new Error("it is larger than any of ours");
    parts.push(part);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const BLOCK = 512;

function fromTar(bytes: Uint8Array, name: string): Uint8Array | undefined {
  const text = (start: number, length: number): string =>
    new TextDecoder().decode(bytes.subarray(start, start + length)).replace(/\0[^]*$/, "");
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    if (!(size >= 0) || at + BLOCK + size > bytes.length) throw new Error("a header is damaged");
    const isFile = bytes[at + 156] === 0x30 || bytes[at + 156] === 0;
    if (isFile && isNamed(text(at, 100), name)) return bytes.slice(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

/** Whether `path` is the file `name` in one folder. */
function isNamed(path: string, name: string): boolean {
  const [, file, ...more] = path.split("/");
  return file === name && more.length === 0;
}

async function fromZip(bytes: Uint8Array, name: string): Promise<Uint8Array | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error("its end is missing");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("its table is damaged");
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!));
    if (isNamed(path, name)) {
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = bytes.subarray(start, start + view.getUint32(at + 20, true));
      return view.getUint16(at + 10, true) === 0 ? packed.slice() : await unpack(packed, "deflate-raw");
    }
    at += 46 + nameLength! + extra! + comment!;
  }
  return undefined;
}
