/** Which harness runs an entry that was written for another one. */
import type { Environment } from "../base/environment.ts";
import type { JsonObject } from "../base/json.ts";
import type { Caller, Contract } from "./contract.ts";

/**
 * The harness that calls with the entries of `contract`, where it is another one: it reads that harness's settings, or
 * the entries were taken over from them. A project variable alone says nothing, since many set `CLAUDE_PROJECT_DIR`, and
 * one harness may have been started inside another.
 *
 * @param payload the payload as it came
 */
export function callerOf(
  contract: Contract,
  payload: JsonObject | undefined,
  env: Environment,
): Caller | undefined {
  if (payload === undefined) return undefined;
  const own = contract.sessionVariable === undefined ? undefined : env(contract.sessionVariable);
  if (own !== undefined && own !== "" && own === payload["session_id"]) return undefined;
  return contract.callers?.find(({ variables, keys, without }) =>
    (keys === undefined || keys.some((key) => Object.hasOwn(payload, key))) &&
    (without === undefined || !without.some((key) => Object.hasOwn(payload, key))) &&
    (variables === undefined || variables.some((name) => env(name) !== undefined))
  );
}
