/** What in a file of settings concerns hooks: two files with the same part call the same hooks. */
import { isObject } from "../../base/json.ts";

/** Words that concern hooks, ours or others', in a key or a line. */
export const CONCERNS_HOOKS = /hook|garfio|apothem|safe_?mode/i;

/** The part of `text` that concerns hooks; empty for none. */
export function hookPart(text: string): string {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    const found: [string, unknown][] = [];
    collect(value, "", found, 0);
    return found.length === 0 ? "" : JSON.stringify(found.sort(([a], [b]) => a < b ? -1 : 1));
  } catch {
    return hookLines(text);
  }
}

function collect(value: unknown, path: string, found: [string, unknown][], depth: number): void {
  if (depth > 50) return;
  if (typeof value === "string") {
    if (/garfio|apothem/i.test(value)) found.push([path, value]);
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${path}[]`, found, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (CONCERNS_HOOKS.test(key)) {
      if (!isEmpty(item)) found.push([`${path}.${key}`, item]);
    } else collect(item, `${path}.${key}`, found, depth + 1);
  }
}

/** Without hooks there is no difference between an empty object and nothing. */
function isEmpty(value: unknown): boolean {
  return (isObject(value) && Object.keys(value).length === 0) || (Array.isArray(value) && value.length === 0);
}

/** For TOML and for JSON with comments: the tables and lines that speak of hooks. */
function hookLines(text: string): string {
  let inside = false;
  const kept: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const table = /^\s*\[+\s*([^\]]*)/.exec(line);
    if (table !== null && !/^\s*[\]}{]/.test(line)) inside = /hook/i.test(table[1]!);
    if (inside || CONCERNS_HOOKS.test(line)) kept.push(line.trim());
  }
  return kept.filter((line) => line !== "" && !line.startsWith("#")).join("\n");
}

/** How many entries of ours `text` holds. */
export function countOurs(text: string): number {
  return text.match(/\b(?:garfio|apothem)\b/gi)?.length ?? 0;
}

/** Whether `text` switches hooks off as a whole. */
export function switchesOff(text: string): boolean {
  return /"?disableAllHooks"?\s*[:=]\s*(?:true|1)\b/i.test(text) ||
    /"?(?:GARFIO|APOTHEM)_HOOKS_DISABLE"?\s*[:=]\s*"?(?:1|true|yes|on)\b/i.test(text) ||
    /"?CLAUDE_CODE_SAFE_MODE"?\s*[:=]\s*"?(?:1|true)\b/i.test(text);
}
