/** What a settings file says to ECC's hooks, and the same in our configuration. */
// @ts-types="../../policy/jsonc_parse.d.ts"
import { parse } from "@std/jsonc/parse.js";
import { isObject, type JsonObject } from "../../base/json.ts";
import { isOff, isOn } from "../../base/text.ts";
import { offByEcc, profileOfEcc } from "../../policy/ecc.ts";
import { ECC_VARIABLES } from "../../policy/ecc_variables.ts";
import { UsageError } from "../arguments.ts";

/** What was found. */
export interface EccSettings {
  readonly values: Readonly<Record<string, string>>;
  readonly disabled: string | undefined;
  /** Variables of theirs that mean nothing here. */
  readonly variables: readonly string[];
  /** How many commands of theirs the file registers. */
  readonly hooks: number;
}

/** Variables that need nothing: what they switch on is on, or there is no such thing here. */
const SILENT = ["ECC_GOVERNANCE_CAPTURE"];
const THEIRS = /^(?:ECC_|CLV2_|GATEGUARD_)[A-Z0-9_]+$/;

/**
 * Reads a settings file of Claude Code (its `env`), an object of variables, or lines `NAME=value` as in a shell's
 * profile.
 *
 * @throws UsageError where nothing of theirs is in it
 */
export function readEccSettings(text: string): EccSettings {
  const value = parsed(text);
  const env = value === undefined ? assignmentsIn(text) : variablesIn(value);
  const values = Object.fromEntries(
    Object.entries(env).filter(([name]) => Object.values(ECC_VARIABLES).includes(name)),
  );
  const variables = Object.keys(env).filter((name) =>
    THEIRS.test(name) && !Object.hasOwn(values, name) && !SILENT.includes(name)
  );
  const hooks = value === undefined ? 0 : countHooks(value["hooks"]);
  if (Object.keys(env).every((name) => !THEIRS.test(name)) && hooks === 0) {
    throw new UsageError(
      "The file holds no setting of ECC: no variable that begins with ECC_, and none of its hooks.",
    );
  }
  return { values, disabled: values[ECC_VARIABLES["DISABLED_GUARDS"]!], variables, hooks };
}

function parsed(text: string): JsonObject | undefined {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return undefined;
  try {
    const value = parse(text.replace(/^\ufeff/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    throw new UsageError("The file is no JSON, not even with comments and trailing commas.");
  }
}

function variablesIn(value: JsonObject): Record<string, string> {
  const given = isObject(value["env"]) ? value["env"] : value;
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, one]) =>
      ["string", "number", "boolean"].includes(typeof one) ? [[name, String(one)]] : []
    ),
  );
}

function assignmentsIn(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+|set\s+|\$env:)?([A-Z][A-Z0-9_]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s#]*))/
      .exec(line);
    if (match !== null) found[match[1]!] = match[2] ?? match[3] ?? match[4] ?? "";
  }
  return found;
}

/** Commands of theirs in a `hooks` object, by what they start. */
function countHooks(hooks: unknown): number {
  let count = 0;
  JSON.stringify(hooks ?? null, (key, value) => {
    if (
      key === "command" && typeof value === "string" &&
      /run-with-flags|ECC_|everything-claude-code|scripts[\\/]hooks[\\/]/.test(value)
    ) {
      count++;
    }
    return value;
  });
  return count;
}

/** The same in our configuration, as far as it differs from what holds without one. */
export function wantedConfiguration({ values }: EccSettings): JsonObject {
  const of = (name: string): string | undefined => {
    const value = values[ECC_VARIABLES[name]!]?.trim();
    return value === "" ? undefined : value;
  };
  const number = (name: string, least: number, most: number): number | undefined => {
    const text = of(name) ?? "";
    return /^\d{1,9}$/.test(text) && Number(text) >= least ? Math.min(most, Number(text)) : undefined;
  };
  const guards = Object.fromEntries(offByEcc(of("DISABLED_GUARDS") ?? "").map((id) => [id, "off"]));
  const told = isOff(of("SESSION_START_CONTEXT")) ? 0 : number("SESSION_START_MAX_CHARS", 0, 9_000);
  const days = number("SESSION_RETENTION_DAYS", 1, 3_650);
  const profile = of("PROFILE");
  return {
    ...(profile === undefined ? {} : { profile: profileOfEcc(profile) }),
    ...(Object.keys(guards).length === 0 ? {} : { guards }),
    ...(told === undefined && days === undefined ? {} : {
      session: {
        ...(told === undefined ? {} : { maxCharacters: told }),
        ...(days === undefined ? {} : { keepDays: days }),
      },
    }),
    ...(isOff(of("CONTEXT_MONITOR_COST")) ? { monitor: { cost: false } } : {}),
    ...(isOn(of("MCP_HEALTH_FAIL_OPEN")) ? { mcp: { failOpen: true } } : {}),
  };
}
