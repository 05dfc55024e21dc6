/** A changed tool input, back in the harness's own keys. */
import { isObject, type JsonObject } from "../base/json.ts";
import type { NativeInput } from "./tool.ts";

/**
 * The whole input that the harness shall run instead.
 *
 * @param before the canonical input that came
 * @param after the canonical input as it is to be
 * @param native what `before` was made of
 */
export function nativeInput(before: JsonObject, after: JsonObject, native: NativeInput): JsonObject {
  let result = native.input;
  for (const [key, value] of Object.entries(after)) {
    if (value === before[key]) continue;
    result = withValue(result, (native.places[key] ?? key).split("."), value) as JsonObject;
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
