/**
 * The call of a harness that speaks the canonical vocabulary itself: nothing is renamed, so the reader of tables
 * (`tool.ts`) need not be loaded, which would cost at every tool call.
 */
import { isObject, type JsonObject } from "../base/json.ts";
import type { Contract, ContractEvent } from "./contract.ts";

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
  /** Canonical key → path in `input`, where they differ; empty: it is made of several values. */
  readonly places: Readonly<Record<string, string>>;
}

/** No tool is called. */
export const NO_CALL: CanonicalCall = { name: undefined, input: undefined, native: undefined };

/** The tools of the canonical vocabulary about which no guess is made. */
export const CANONICAL: ReadonlySet<string> = new Set(
  ("Bash PowerShell Read Write Edit MultiEdit NotebookEdit NotebookRead Glob Grep LS Task Agent WebFetch WebSearch " +
    "TodoWrite AskUserQuestion Skill ExitPlanMode EnterPlanMode apply_patch").split(" "),
);

/** The call that `raw` tells of, if nothing in it has another name; undefined where the table has to be read. */
export function plainCall(
  contract: Contract,
  event: ContractEvent,
  raw: JsonObject | undefined,
): CanonicalCall | undefined {
  if (raw === undefined) return NO_CALL;
  if (event.tool !== undefined) return undefined;
  for (const _ in contract.payload) return undefined;
  const { tool_name: name, tool_input: input } = raw;
  if (name === undefined && input === undefined) return NO_CALL;
  const isPlain = typeof name === "string" && (CANONICAL.has(name) || name.startsWith("mcp__")) &&
    !Object.hasOwn(contract.tools, name) && isObject(input);
  return isPlain ? { name, input, native: { input, places: {} } } : undefined;
}
