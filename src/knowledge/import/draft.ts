/** What an import makes of a foreign file, before it is written. */
import type { FrontValue } from "../write_item.ts";

/** A future item. */
export interface Draft {
  /** The path below the folder of knowledge, without `.md`. */
  readonly name: string;
  readonly front: Readonly<Record<string, FrontValue>>;
  readonly body: string;
  /** What has no place in our form, one sentence each; its text is kept. */
  readonly notes: readonly string[];
}

/** A file name from a title: lower case, dashes. */
export function slug(title: string): string {
  const plain = title.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60).replace(/-+$/, "");
  return name === "" ? "item" : name;
}

/** A list out of `a, b` or `[a, b]`; undefined for anything else. */
export function globList(value: unknown): string[] | undefined {
  if (value === undefined || value === null || value === "") return [];
  const list = typeof value === "string" ? splitOutsideBraces(value) : value;
  return Array.isArray(list) && list.every((one): one is string => typeof one === "string")
    ? list.map((one) => one.trim()).filter((one) => one !== "")
    : undefined;
}

/** Commas inside of `{a,b}` part nothing. */
function splitOutsideBraces(text: string): string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const unit of text) {
    if (unit === "{") depth++;
    else if (unit === "}") depth--;
    if (unit === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += unit;
  }
  return parts;
}

/** A glob of another tool in our form: without a slash it holds in every folder there, and a slash ends a folder. */
export function ourGlob(glob: string): string {
  const not = glob.startsWith("!") ? "!" : "";
  const rest = glob.slice(not.length).replace(/^\.?\//, "");
  if (rest.endsWith("/")) return `${not}${rest}**`;
  return not + (rest.includes("/") || rest === "**" ? rest : `**/${rest}`);
}

/** Keys of foreign front matter that we have no use for, kept as they are, and a note for each. */
export function leftOver(
  front: Readonly<Record<string, unknown>>,
  used: readonly string[],
): { front: Record<string, FrontValue>; notes: string[] } {
  const kept: Record<string, FrontValue> = {};
  const notes: string[] = [];
  for (const [key, value] of Object.entries(front)) {
    if (used.includes(key) || value === undefined || value === null) continue;
    const list = Array.isArray(value) && value.every((one) => typeof one === "string");
    kept[key] = list ? value as string[] : typeof value === "string" ? value : JSON.stringify(value);
    notes.push(`"${key}" has no meaning here; it is kept in the front matter`);
  }
  return { front: kept, notes };
}
