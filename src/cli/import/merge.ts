/** New settings put into the text of a configuration: what the operator has written stays, with its comments. */
import { isObject, type JsonObject } from "../../base/json.ts";
import { append, layoutOf, readTree, sameValue, valueOf, valuesOf } from "../../register/json_text.ts";
import { UsageError } from "../arguments.ts";

/** The new text, and the settings in which the operator already says something else. */
export interface Merged {
  readonly text: string;
  readonly kept: readonly string[];
}

/** `text` with what `wanted` holds beyond it. */
export function mergeConfiguration(text: string, wanted: JsonObject): Merged {
  const kept: string[] = [];
  let result = text.trim() === "" ? "{}\n" : text;
  for (const [path, value] of leavesOf(wanted)) {
    const next = withLeaf(result, path, value);
    if (next === undefined) kept.push(path.join("."));
    else result = next;
  }
  return { text: Object.keys(wanted).length === 0 ? text : result, kept };
}

/** Every setting with the keys that lead to it. */
function leavesOf(value: JsonObject, path: readonly string[] = []): [readonly string[], unknown][] {
  return Object.entries(value).flatMap(([key, one]): [readonly string[], unknown][] =>
    isObject(one) ? leavesOf(one, [...path, key]) : [[[...path, key], one]]
  );
}

/** `text` with a setting; undefined where another value is there already. */
function withLeaf(text: string, path: readonly string[], value: unknown): string | undefined {
  const bom = text.startsWith("\ufeff") ? "\ufeff" : "";
  const body = text.slice(bom.length);
  const root = readTree(body);
  if (root?.type !== "object") {
    throw new UsageError(
      "Your configuration is no JSON object, so it is left as it is. Mend it first: garfio status.",
    );
  }
  let node = root;
  for (const [index, key] of path.entries()) {
    const next = valuesOf(node, key)[0];
    if (next === undefined) {
      const rest = path.slice(index + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return bom + append(body, node, key, rest, layoutOf(body, root));
    }
    if (index === path.length - 1) return sameValue(valueOf(next), value) ? text : undefined;
    if (next.type !== "object") return undefined;
    node = next;
  }
  return text;
}
