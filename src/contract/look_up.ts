/** A value inside a payload, by the path that a contract gives. */
import { isObject, type JsonObject } from "../base/json.ts";
import type { Places } from "./contract.ts";

/** What `path` (`a.b.0` descends) leads to in `value`; undefined for nothing. */
export function lookUp(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split(".")) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}

/** The first of `places` that holds something in `value`, and what it holds. */
export function findPlace(value: unknown, places: Places): { path: string; found: unknown } | undefined {
  for (const path of typeof places === "string" ? [places] : places) {
    const found = lookUp(value, path);
    if (found !== undefined && found !== null) return { path, found };
  }
  return undefined;
}

/** `value` as an object; a text is read as JSON, since some harnesses send it so. */
export function asObject(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
