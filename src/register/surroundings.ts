/** What stands around a registration and decides whether it has any effect. */
import { parse } from "smol-toml";
import { isSwitchedOff, killSwitchFile } from "../policy/policy.ts";
import type { JsonObject } from "../base/json.ts";
import type { Places } from "../contract/contract.ts";
import { lookUp } from "../contract/look_up.ts";
import { findEntries, type FoundEntry } from "./edit.ts";
import { topValues } from "./edit_json.ts";
import { type Target, targetsOf } from "./install.ts";
import { sameValue } from "./json_text.ts";
import { sameFile } from "./program.ts";
import { type Scope, SCOPES } from "./registration.ts";
import { firstPath } from "./surface.ts";
import { decodeSettings, readSettings } from "./write.ts";

/** One sentence for each other scope whose file holds our entries too. */
export function otherScopes(target: Target): string[] {
  return surroundingFiles(target).flatMap(({ scope, path, text }) => {
    if (scope === target.scope || sameFile(path, target.path)) return [];
    try {
      return findEntries(text, target).length > 0 ? [`Entries are in scope ${scope} as well: ${path}`] : [];
    } catch {
      return [];
    }
  });
}

/** The readable files of all scopes. */
function surroundingFiles(target: Target): { scope: Scope; path: string; text: string }[] {
  return SCOPES.flatMap((scope) => {
    if (target.harness.registration.surfaces[scope] === undefined) return [];
    try {
      // Where there is a file for each event, any of them tells of the scope.
      const [first] = targetsOf({ ...target, scope });
      if (first === undefined) return [];
      return [{ scope, path: first.path, text: decodeSettings(readSettings(first.path, target.place.os)) }];
    } catch {
      return [];
    }
  });
}

/** The settings of the harness that keep our entries from running. */
export function offSwitches(target: Target): string[] {
  const { switches, managed } = target.harness.registration;
  const files: { scope: Scope | "managed"; path: string; text: string }[] = surroundingFiles(target);
  const path = managed?.[target.place.os];
  if (path !== undefined) {
    try {
      files.push({ scope: "managed", path, text: decodeSettings(readSettings(path, target.place.os)) });
    } catch {
      // Not ours to judge: the harness tells what it makes of it.
    }
  }
  return switches.flatMap(({ key, value, in: scopes, file, effect }) => {
    const looked = files.filter(({ scope }) => scopes.includes(scope));
    const other = file === undefined ? undefined : otherFile(file, target);
    return [...looked, ...(other === undefined ? [] : [other])]
      .filter(({ path, text }) => sameValue(lookUp(valuesIn(path, text), key), value))
      .map(({ path }) => `"${key}" in ${path} ${effect}.`);
  });
}

function otherFile(
  templates: Places,
  { project, place }: Target,
): { path: string; text: string } | undefined {
  try {
    const path = firstPath(templates, project, place);
    return path === undefined ? undefined : { path, text: decodeSettings(readSettings(path, place.os)) };
  } catch {
    return undefined;
  }
}

/** What a settings file holds, as far as it can be read. */
export function valuesIn(path: string, text: string): JsonObject {
  if (!path.endsWith(".toml")) return topValues(text);
  try {
    return parse(text.replace(/^\ufeff/, "")) as JsonObject;
  } catch {
    return {};
  }
}

/** A list of addresses that the harness may call, and that ours is not on. */
export function forbiddenAddresses(target: Target, found: readonly FoundEntry[]): string[] {
  const key = target.harness.registration.http?.allowList;
  const url = found.find(({ ours }) => ours.http !== undefined)?.ours.http?.url;
  if (key === undefined || url === undefined) return [];
  return surroundingFiles(target).flatMap(({ path, text }) => {
    const list = lookUp(valuesIn(path, text), key);
    if (!Array.isArray(list) || list.some((one) => typeof one === "string" && covers(one, url))) return [];
    return [
      `"${key}" in ${path} does not list ${new URL(url).origin}/*, so the client does not call the resident.`,
    ];
  });
}

/** `*` stands for anything. */
function covers(pattern: string, url: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${source}$`).test(url);
}

/** Our own switch, if it is on. */
export function killSwitch({ place }: Target): string[] {
  if (!isSwitchedOff(place)) return [];
  const file = killSwitchFile(place);
  return [
    `Garfio is switched off: by GARFIO_HOOKS_DISABLE${file === undefined ? "" : ` or the file ${file}`}.`,
  ];
}
