/** Which canonical tool a call of the harness is, and its input in canonical keys. */
import type { JsonObject } from "../base/json.ts";
import type { Contract, ContractEvent, ContractTool, InputSource, Places } from "./contract.ts";
import { convert } from "./convert.ts";
import { asObject, findPlace, lookUp } from "./look_up.ts";
import { guessTool } from "./guess_tool.ts";
import { CANONICAL, type CanonicalCall, type NativeInput, NO_CALL } from "./plain_call.ts";
import type { Os } from "../base/platform.ts";

/**
 * The call that a payload tells of.
 *
 * @param raw the payload as it came
 * @param payload the payload in canonical keys
 * @param os the system that the call runs on
 */
export function canonicalCall(
  contract: Contract,
  event: ContractEvent,
  raw: JsonObject | undefined,
  payload: JsonObject | undefined,
  os: Os,
): CanonicalCall {
  if (raw === undefined || payload === undefined) return NO_CALL;
  if (event.tool !== undefined) return eventCall(pick(event.tool, raw, os), raw);
  const native = typeof payload["tool_name"] === "string" ? payload["tool_name"] : undefined;
  const input = asObject(payload["tool_input"]) ?? asPatch(payload["tool_input"]);
  if (native === undefined) return { name: undefined, input, native: ofInput(input) };
  const tool = findTool(contract, native, input, os, raw);
  if (tool !== undefined) {
    return { name: namedBy(tool.name, raw, "unknown"), ...canonicalInput(tool, input, input ?? {}) };
  }
  if (CANONICAL.has(native) || native.startsWith("mcp__") || input === undefined) {
    return { name: native, input, native: ofInput(input) };
  }
  const guess = guessTool(native, input);
  return guess === undefined
    ? { name: native, input, native: ofInput(input) }
    : { name: guess.name, ...canonicalInput(guess, input, input) };
}

function ofInput(input: JsonObject | undefined): NativeInput | undefined {
  return input === undefined ? undefined : { input, places: {} };
}

const PLACE = /\{([^}]+)\}/g;

/** `name` with what `raw` has at its places, or `otherwise`; undefined where neither is there. */
function namedBy(name: string, raw: JsonObject, otherwise?: string): string | undefined {
  let missing = false;
  const filled = name.replace(PLACE, (_, path: string) => {
    const found = lookUp(raw, path) ?? otherwise;
    if (found === undefined || found === "") missing = true;
    return String(found);
  });
  return missing ? undefined : filled;
}

/** The call of an event whose name says the tool: everything is somewhere in the payload. */
function eventCall(tool: ContractTool, raw: JsonObject): CanonicalCall {
  const name = namedBy(tool.name, raw, "unknown");
  if (typeof tool.input === "string") {
    const input = asObject(lookUp(raw, tool.input));
    return { name, input, native: ofInput(input) };
  }
  return { name, ...canonicalInput(tool, {}, raw) };
}

function findTool(
  contract: Contract,
  native: string,
  input: JsonObject | undefined,
  os: Os,
  raw: JsonObject,
): ContractTool | undefined {
  if (Object.hasOwn(contract.tools, native)) {
    return pick(contract.tools[native]!, input, os);
  }
  for (const pattern of contract.toolPatterns ?? []) {
    const found = new RegExp(`^(?:${pattern.pattern})$`).exec(native);
    if (found === null) continue;
    const name = namedBy(
      pattern.name.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? ""),
      raw,
    );
    // What the name is made of is not in the payload: another pattern may do without.
    if (name === undefined) continue;
    return pattern.input === undefined ? { name } : { name, input: pattern.input };
  }
  return undefined;
}

/** Of several tools the first that fits, else the last. */
function pick(
  known: ContractTool | readonly ContractTool[],
  input: JsonObject | undefined,
  os: Os,
): ContractTool {
  const list: readonly ContractTool[] = Array.isArray(known) ? known : [known as ContractTool];
  return list.find((tool) => fits(tool, input, os)) ?? list.at(-1)!;
}

/** A patch that is the whole input: some models send it without any object around it. */
function asPatch(value: unknown): JsonObject | undefined {
  return typeof value === "string" && value.trimStart().startsWith("*** Begin Patch")
    ? { patch: value }
    : undefined;
}

function fits({ when, os: only }: ContractTool, input: JsonObject | undefined, os: Os): boolean {
  if (only !== undefined && only !== os) return false;
  return Object.entries(when ?? {}).every(([key, wanted]) => {
    const value = input?.[key];
    return wanted === true ? value !== undefined && value !== null && value !== "" : value === wanted;
  });
}

/** The input in canonical keys over `base`, with values from `root`. */
function canonicalInput(
  tool: ContractTool,
  base: JsonObject | undefined,
  root: JsonObject,
): Pick<CanonicalCall, "input" | "native"> {
  if (base === undefined) return { input: undefined, native: undefined };
  if (typeof tool.input === "string") {
    const inner = asObject(lookUp(root, tool.input));
    return { input: inner, native: ofInput(inner) };
  }
  if (tool.input === undefined) return { input: base, native: ofInput(base) };
  const result: Record<string, unknown> = { ...base };
  const places: Record<string, string> = {};
  for (const [key, source] of Object.entries(tool.input)) {
    if (isPlaces(source) && source.length === 0) {
      delete result[key];
      continue;
    }
    // A conversion may make what stands under the same key already, in another form.
    if (result[key] !== undefined && isPlaces(source)) continue;
    const value = valueOf(source, root);
    if (value === undefined) continue;
    result[key] = value.found;
    places[key] = value.path;
  }
  return { input: result, native: { input: root, places } };
}

function isPlaces(source: InputSource): source is Places {
  return typeof source === "string" || Array.isArray(source);
}

function valueOf(
  source: InputSource,
  root: JsonObject,
): { found: unknown; path: string } | undefined {
  if (isPlaces(source)) return findPlace(root, source);
  const found = convert(source, root);
  return found === undefined ? undefined : { found, path: "" };
}
