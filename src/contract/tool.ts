/** Which canonical tool a call of the harness is, and its input in canonical keys. */
import type { JsonObject } from "../base/json.ts";
import type { Contract, ContractEvent, ContractTool, InputSource } from "./contract.ts";
import { convert } from "./convert.ts";
import { asObject, findPlace, lookUp } from "./look_up.ts";
import { guessTool } from "./guess_tool.ts";
import type { Os } from "../base/platform.ts";

/** A call in canonical terms. */
export interface CanonicalCall {
  readonly name: string | undefined;
  readonly input: JsonObject | undefined;
  /** What the input was made of: the object in the payload, and where each renamed value stands in it. */
  readonly native: NativeInput | undefined;
}

/** The harness's own input. */
export interface NativeInput {
  readonly input: JsonObject;
  /** Canonical key → path in `input`, where they differ. */
  readonly places: Readonly<Record<string, string>>;
}

/** The tools of the canonical vocabulary about which no guess is made. */
const CANONICAL = new Set(
  ("Bash PowerShell Read Write Edit MultiEdit NotebookEdit NotebookRead Glob Grep LS Task Agent WebFetch WebSearch " +
    "TodoWrite AskUserQuestion Skill ExitPlanMode EnterPlanMode apply_patch").split(" "),
);

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
  if (raw === undefined || payload === undefined) return NOTHING;
  if (event.tool !== undefined) return eventCall(event.tool, raw);
  const native = typeof payload["tool_name"] === "string" ? payload["tool_name"] : undefined;
  const input = asObject(payload["tool_input"]);
  if (native === undefined) return { name: undefined, input, native: ofInput(input) };
  const tool = findTool(contract, native, input, os);
  if (tool !== undefined) return { name: tool.name, ...canonicalInput(tool, input, input ?? {}) };
  if (CANONICAL.has(native) || native.startsWith("mcp__") || input === undefined) {
    return { name: native, input, native: ofInput(input) };
  }
  const guess = guessTool(native, input);
  return guess === undefined
    ? { name: native, input, native: ofInput(input) }
    : { name: guess.name, ...canonicalInput(guess, input, input) };
}

const NOTHING: CanonicalCall = { name: undefined, input: undefined, native: undefined };

function ofInput(input: JsonObject | undefined): NativeInput | undefined {
  return input === undefined ? undefined : { input, places: {} };
}

/** The call of an event whose name says the tool: everything is somewhere in the payload. */
function eventCall(tool: ContractTool, raw: JsonObject): CanonicalCall {
  const name = tool.name.replace(/\{([^}]+)\}/g, (_, path: string) => String(lookUp(raw, path) ?? "unknown"));
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
): ContractTool | undefined {
  if (Object.hasOwn(contract.tools, native)) {
    const known = contract.tools[native]!;
    const list: readonly ContractTool[] = Array.isArray(known) ? known : [known as ContractTool];
    return list.find((tool) => fits(tool, input, os)) ?? list.at(-1);
  }
  for (const pattern of contract.toolPatterns ?? []) {
    const found = new RegExp(`^(?:${pattern.pattern})$`).exec(native);
    if (found === null) continue;
    const name = pattern.name.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? "");
    return pattern.input === undefined ? { name } : { name, input: pattern.input };
  }
  return undefined;
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
    if (result[key] !== undefined) continue;
    const value = valueOf(source, root);
    if (value === undefined) continue;
    result[key] = value.found;
    if (value.path !== undefined) places[key] = value.path;
  }
  return { input: result, native: { input: root, places } };
}

function valueOf(
  source: InputSource,
  root: JsonObject,
): { found: unknown; path: string | undefined } | undefined {
  if (typeof source === "string" || Array.isArray(source)) return findPlace(root, source as string);
  const found = convert(source as Exclude<InputSource, string | readonly string[]>, root);
  return found === undefined ? undefined : { found, path: undefined };
}
