/** From a harness's payload to the canonical event. */
import type { Environment } from "../base/environment.ts";
import { isAbsolute, isWindowsPath, resolve } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import type { Contract, ContractEvent } from "./contract.ts";
import { asString, type JsonObject } from "../base/json.ts";
import type { Event } from "./event.ts";
import { findPlace } from "./look_up.ts";
import { type CanonicalCall, plainCall } from "./plain_call.ts";

/** What the payload may leave out. */
export interface Around {
  readonly cwd: string;
  readonly env: Environment;
  readonly os: Os;
}

function canonicalPayload(contract: Contract, payload: JsonObject): JsonObject {
  const keys = Object.entries(contract.payload);
  if (keys.length === 0) return payload;
  const result: Record<string, unknown> = { ...payload };
  for (const [key, paths] of keys) {
    const place = findPlace(payload, paths);
    if (place !== undefined) result[key] = place.found;
    // What the harness calls so is something else.
    else if (!paths.includes(key)) delete result[key];
  }
  return result;
}

/** Some clients on Windows write a drive as `/c:/…`. */
function withoutSlashBeforeDrive(path: string): string {
  return path.startsWith("/") && path[2] === ":" && isWindowsPath(path.slice(1))
    ? `${path[1]!.toUpperCase()}${path.slice(2).replaceAll("/", "\\")}`
    : path;
}

const PATH_KEYS = ["file_path", "path", "notebook_path"];

/** The input with paths of drives as Windows writes them. */
function withPaths(input: JsonObject | undefined): JsonObject | undefined {
  if (input === undefined) return undefined;
  let result = input;
  for (const key of PATH_KEYS) {
    const path = input[key];
    if (typeof path !== "string") continue;
    const plain = withoutSlashBeforeDrive(path);
    if (plain !== path) result = { ...result, [key]: plain };
  }
  return result;
}

/** `canonicalCall` of `tool.ts`, which only some calls need. */
export type CallReader = (
  contract: Contract,
  event: ContractEvent,
  raw: JsonObject | undefined,
  payload: JsonObject | undefined,
  os: Os,
) => CanonicalCall;

/**
 * The canonical event. Every key may be missing or of a wrong type; it then counts as missing.
 *
 * @param raw the parsed payload, or undefined where none came
 * @param read reads calls whose names are not the canonical ones; see {@link plainCall}
 */
export function translate(
  contract: Contract,
  event: ContractEvent,
  raw: JsonObject | undefined,
  around: Around,
  read: CallReader,
): Event {
  const payload = raw === undefined ? undefined : canonicalPayload(contract, raw);
  const string = (key: string): string | undefined => asString(payload?.[key]);
  const cwd = [string("cwd"), ...contract.cwdVariables.map((name) => around.env(name))]
    .map((folder) => folder === undefined ? undefined : withoutSlashBeforeDrive(folder))
    .find((folder) => folder !== undefined && (isAbsolute(folder, around.os) || isWindowsPath(folder))) ??
    around.cwd;
  const os: Os = isWindowsPath(cwd) ? "windows" : around.os;
  const call = plainCall(contract, event, raw) ?? read(contract, event, raw, payload, os);
  const workdir = asString(call.input?.["workdir"]);
  const source = string("source");
  const active = payload?.["stop_hook_active"];
  return {
    name: event.canonical,
    sessionId: string("session_id"),
    agentId: string("agent_id"),
    agentType: string("agent_type"),
    cwd,
    toolCwd: workdir === undefined || workdir === "" ? undefined : resolve(cwd, workdir, os),
    transcriptPath: string("transcript_path"),
    source: source === undefined || !Object.hasOwn(contract.sources, source)
      ? source
      : contract.sources[source],
    model: string("model"),
    toolName: call.name,
    toolInput: withPaths(call.input),
    nativeInput: call.native,
    toolResponse: payload?.["tool_response"],
    prompt: string("prompt"),
    // Some harnesses count how often the end of a turn was held; their tables say where.
    stopHookActive: active === true ||
      (Object.hasOwn(contract.payload, "stop_hook_active") && typeof active === "number" && active > 0),
    harness: contract.id,
    payload,
  };
}
