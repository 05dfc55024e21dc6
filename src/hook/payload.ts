/** From the bytes of a hook call to its payload. */
import { isObject } from "../base/json.ts";
import type { Input } from "./request.ts";

const BOM = [0xef, 0xbb, 0xbf];

/** The JSON value that `bytes` hold; undefined for none. Broken UTF-8 becomes U+FFFD; a BOM is passed over. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  const start = BOM.every((byte, index) => bytes[index] === byte) ? BOM.length : 0;
  try {
    return { value: JSON.parse(textOf(bytes.subarray(start))) };
  } catch {
    return undefined;
  }
}

/** A payload is mostly short and plain; making a decoder costs more than reading so much. */
const SHORT = 4 * 1024;

function textOf(bytes: Uint8Array): string {
  const plain = bytes.length <= SHORT && bytes.every((byte) => byte < 0x80);
  return plain ? String.fromCharCode(...bytes) : new TextDecoder().decode(bytes);
}

/** `parsed` as the input of a call; `size` tells nothing from garbage. */
export function asInput(parsed: { readonly value: unknown } | undefined, size: number): Input {
  if (parsed === undefined) {
    return {
      payload: undefined,
      why: size === 0 ? "no payload came on standard input" : "the payload is not JSON",
    };
  }
  return isObject(parsed.value)
    ? { payload: parsed.value }
    : { payload: undefined, why: "the payload is not a JSON object" };
}
