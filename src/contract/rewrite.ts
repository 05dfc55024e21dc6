/** A changed tool input, back in the harness's own keys. */
import { isObject, type JsonObject } from "../base/json.ts";
import type { NativeInput } from "./plain_call.ts";

/**
 * The whole input that the harness shall run instead; undefined where what changed has no one place in its input.
 *
 * @param before the canonical input that came
 * @param after the canonical input as it is to be
 * @param native what `before` was made of
 */
export function nativeInput(
  before: JsonObject,
  after: JsonObject,
  native: NativeInput,
): JsonObject | undefined {
  let result = native.input;
  for (const [key, value] of Object.entries(after)) {
    if (value === before[key]) continue;
    const place = native.places[key] ?? key;
    if (place === "") return undefined;
    result = withValue(result, place.split("."), value) as JsonObject;
  }
  return result;
}

function withValue(target: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(target)) {
    return target.map((item, index) => index === Number(key) ? withValue(item, rest, value) : item);
  }
  const object = isObject(target) ? target : {};
  return { ...object, [key]: withValue(object[key], rest, value) };
}
