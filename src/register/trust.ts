/** Whether the operator has agreed, in the harness, that our entries run: as far as a file of the harness tells. */
import { sha256 } from "../base/digest.ts";
import { isObject, type JsonObject } from "../base/json.ts";
import { isInside, resolveLinks } from "../base/path.ts";
import { lookUp } from "../contract/look_up.ts";
import type { Target } from "./install.ts";
import { readOurs } from "./ours.ts";
import type { Consent, TrustCheck } from "./registration.ts";
import { firstPath } from "./surface.ts";
import { valuesIn } from "./surroundings.ts";
import { decodeSettings, readSettings } from "./write.ts";

/** What is known of one consent. */
export interface Trust {
  readonly consent: Consent;
  /** Undefined: no file tells. */
  readonly given: boolean | undefined;
  /** What a file says, as a sentence; empty where none tells. */
  readonly text: string;
}

/** Every consent that the entries of `target` need. */
export async function trustOf(target: Target): Promise<Trust[]> {
  const consents = (target.harness.registration.consent ?? []).filter(({ scopes }) =>
    scopes.includes(target.scope)
  );
  return await Promise.all(consents.map(async (consent): Promise<Trust> => {
    const said = consent.check === undefined ? undefined : await look(consent.check, target);
    return { consent, given: said?.given, text: said?.text ?? "" };
  }));
}

interface Said {
  readonly given: boolean;
  readonly text: string;
}

async function look(check: TrustCheck, target: Target): Promise<Said | undefined> {
  const { project, place } = target;
  let path: string | undefined;
  let values: JsonObject;
  try {
    path = firstPath(check.file, project, place);
    if (path === undefined) return undefined;
    values = valuesIn(path, decodeSettings(readSettings(path, place.os)));
  } catch {
    return undefined;
  }
  if (check.kind === "codex-entries") return await codexEntries(path, values, target);
  const folder = resolveLinks(project, place.os);
  const around = (known: string) => isInside(folder, resolveLinks(known, place.os), place.os);
  const given = check.kind === "folder-list"
    ? listOf(lookUp(values, check.key)).some((known) => typeof known === "string" && around(known))
    : Object.entries(objectAt(values, check.key)).some(([known, value]) => {
      const said = check.kind === "folder-toml" && isObject(value) ? value[check.field] : value;
      const wanted: readonly unknown[] = check.kind === "folder-toml" ? [check.value] : check.trusted;
      return wanted.includes(said) && around(known);
    });
  return { given, text: `${path} ${given ? "trusts" : "does not name"} ${project}` };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectAt(values: JsonObject, key: string | undefined): JsonObject {
  const value = key === undefined ? values : lookUp(values, key);
  return isObject(value) ? value : {};
}

// Codex --------------------------------------------------------------------------------------------------

/**
 * Codex keeps a digest of each entry that the operator has reviewed, under the entry's file and place. It is only read:
 * a digest of our own making would take the review away.
 */
async function codexEntries(config: string, values: JsonObject, target: Target): Promise<Said | undefined> {
  const state = objectAt(objectAt(values, "hooks"), "state");
  const entries = codexHooks(target);
  if (entries.length === 0) return undefined;
  const missing: string[] = [];
  for (const { key, digests } of entries) {
    const record = state[key];
    const known = isObject(record) ? record["trusted_hash"] : undefined;
    const enabled = !isObject(record) || record["enabled"] !== false;
    if (!enabled || !(await digests).includes(String(known))) {
      missing.push(key.slice(key.indexOf(".json:") + 6));
    }
  }
  return missing.length === 0
    ? { given: true, text: `${config} trusts each of our ${entries.length} entries` }
    : {
      given: false,
      text: `${config} does not trust ${missing.length} of our ${entries.length} entries as they are now (${
        missing.slice(0, 3).join(", ")
      }${missing.length > 3 ? ", …" : ""})`,
    };
}

/** Our entries in the file of `target`, by the key that Codex gives them, and the digests that fit. */
function codexHooks(target: Target): { key: string; digests: Promise<string[]> }[] {
  let hooks: JsonObject;
  try {
    const text = decodeSettings(readSettings(target.path, target.place.os));
    hooks = objectAt(valuesIn(target.path, text), "hooks");
  } catch {
    return [];
  }
  return Object.entries(hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex) =>
      listOf(isObject(group) ? group["hooks"] : undefined).flatMap((handler, index) => {
        if (!isObject(group) || !isObject(handler) || readOurs(handler, target.harness) === undefined) {
          return [];
        }
        const name = event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
        const key = `${target.path}:${name}:${groupIndex}:${index}`;
        return [{ key, digests: codexDigests(name, group["matcher"], handler) }];
      })
    )
  );
}

/** Codex cuts the time of these two; whether before or after the digest is not known, so both forms count. */
const SHORT = new Set(["session_end", "interrupt"]);
const SHORT_SECONDS = 3;
const DEFAULT_SECONDS = 600;

async function codexDigests(event: string, matcher: unknown, handler: JsonObject): Promise<string[]> {
  const seconds = typeof handler["timeout"] === "number" ? handler["timeout"] : DEFAULT_SECONDS;
  const times = SHORT.has(event) ? [seconds, Math.min(seconds, SHORT_SECONDS)] : [seconds];
  return await Promise.all(times.map((timeout) => codexDigest(event, matcher, handler, timeout)));
}

/** The digest of an entry as Codex makes it: compact JSON with sorted keys. */
export async function codexDigest(
  event: string,
  matcher: unknown,
  { additionalContextLimit, command, async: background, statusMessage }: JsonObject,
  timeout: number,
): Promise<string> {
  const hook = {
    ...(additionalContextLimit === undefined ? {} : { additionalContextLimit }),
    async: background === true,
    command,
    ...(typeof statusMessage === "string" ? { statusMessage } : {}),
    timeout,
    type: "command",
  };
  const identity = {
    event_name: event,
    hooks: [hook],
    ...(typeof matcher === "string" ? { matcher } : {}),
  };
  return `sha256:${await sha256(new TextEncoder().encode(JSON.stringify(identity)))}`;
}
