/** What several models of clients share: an answer that is one JSON object, and texts in it. */
import { isObject, type JsonObject } from "../../../src/base/json.ts";
import type { Effect } from "./reader.ts";

/** The object in `stdout`; an empty one where there is nothing; undefined for anything else. */
export function objectIn(stdout: string): JsonObject | undefined {
  if (stdout.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text at `path`; undefined where there is none, or an empty one. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>((node, key) => isObject(node) ? node[key] : undefined, value);
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}

/** The object at `path`; undefined where there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject | undefined {
  const found = path.reduce<unknown>((node, key) => isObject(node) ? node[key] : undefined, value);
  return isObject(found) ? found : undefined;
}

/** An effect that goes on, with what is there. */
export function goingOn(
  { told, shown, input, asked }: {
    readonly told?: string | undefined;
    readonly shown?: string | undefined;
    readonly asked?: string | undefined;
    readonly input?: JsonObject | undefined;
  },
): Effect {
  return {
    goesOn: true,
    ...(told === undefined ? {} : { told }),
    ...(shown === undefined ? {} : { shown }),
    ...(asked === undefined ? {} : { asked }),
    ...(input === undefined ? {} : { input }),
  };
}

/** A refusal, which needs a reason. */
export function refusing(reason: string | undefined, shown?: string): Effect {
  return reason === undefined
    ? { goesOn: false, fault: "refused without a reason" }
    : { goesOn: false, reason, ...(shown === undefined ? {} : { shown }) };
}
