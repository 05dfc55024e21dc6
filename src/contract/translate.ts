/** From a harness's payload to the canonical event. */
import type { Environment } from "../base/environment.ts";
import { isAbsolute, isWindowsPath } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import type { Contract, ContractEvent } from "./contract.ts";
import { asString, isObject, type JsonObject } from "../base/json.ts";
import type { Event } from "./event.ts";

/** What the payload may leave out. */
export interface Around {
  readonly cwd: string;
  readonly env: Environment;
  readonly os: Os;
}

function lookUp(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split(".")) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}

function canonicalPayload(contract: Contract, payload: JsonObject): JsonObject {
  const keys = Object.entries(contract.payload);
  if (keys.length === 0) return payload;
  const result: Record<string, unknown> = { ...payload };
  for (const [key, paths] of keys) {
    for (const path of paths) {
      const value = lookUp(payload, path);
      if (value !== undefined && value !== null) {
        result[key] = value;
        break;
      }
    }
  }
  return result;
}

function canonicalInput(
  contract: Contract,
  name: string | undefined,
  input: JsonObject | undefined,
): JsonObject | undefined {
  const tool = name === undefined ? undefined : toolOf(contract, name);
  if (tool?.input === undefined || input === undefined) return input;
  const result: Record<string, unknown> = { ...input };
  for (const [key, native] of Object.entries(tool.input)) {
    if (result[key] === undefined && Object.hasOwn(input, native)) result[key] = input[native];
  }
  return result;
}

function toolOf(contract: Contract, name: string) {
  return Object.hasOwn(contract.tools, name) ? contract.tools[name] : undefined;
}

/** Some harnesses send the tool's input as a JSON text. */
function inputObject(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The canonical event. Every key may be missing or of a wrong type; it then counts as missing.
 *
 * @param raw the parsed payload, or undefined where none came
 */
export function translate(
  contract: Contract,
  event: ContractEvent,
  raw: JsonObject | undefined,
  around: Around,
): Event {
  const payload = raw === undefined ? undefined : canonicalPayload(contract, raw);
  const string = (key: string): string | undefined => asString(payload?.[key]);
  const cwd = [string("cwd"), ...contract.cwdVariables.map((name) => around.env(name))]
    .find((folder) => folder !== undefined && (isAbsolute(folder, around.os) || isWindowsPath(folder))) ??
    around.cwd;
  const nativeTool = string("tool_name");
  const source = string("source");
  return {
    name: event.canonical,
    sessionId: string("session_id"),
    agentId: string("agent_id"),
    agentType: string("agent_type"),
    cwd,
    transcriptPath: string("transcript_path"),
    source: source === undefined || !Object.hasOwn(contract.sources, source)
      ? source
      : contract.sources[source],
    model: string("model"),
    toolName: nativeTool === undefined ? undefined : toolOf(contract, nativeTool)?.name ?? nativeTool,
    toolInput: canonicalInput(contract, nativeTool, inputObject(payload?.["tool_input"])),
    toolResponse: payload?.["tool_response"],
    prompt: string("prompt"),
    stopHookActive: payload?.["stop_hook_active"] === true,
    harness: contract.id,
    payload,
  };
}
