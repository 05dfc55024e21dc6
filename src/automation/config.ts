/** Which configuration files a folder holds for a tool. */
import { isFile } from "../base/is_file.ts";
import { isObject } from "../base/json.ts";
import { join } from "../base/path.ts";
import type { Os } from "../base/platform.ts";
import { readSmall } from "../base/read_small.ts";
import type { Config, Tool } from "./tool.ts";

const LARGEST = 512 * 1024;

/** A configuration file of a tool, and the text of it that counts; a marker has none. */
export interface FoundConfig {
  readonly path: string;
  readonly text: string;
}

/** Whole files by their names. */
export const named = (...names: string[]): Config[] => names.map((name) => ({ name }));

/** A file whose being there is enough. */
export const marker = (name: string): Config => ({ name, marker: true });

/** The key of a JSON file. A file that cannot be read as JSON does not have it. */
export const jsonKey = (name: string, key: string): Config => ({
  name,
  part: (text) => {
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) && value[key] !== undefined ? JSON.stringify(value[key]) : undefined;
    } catch {
      return undefined;
    }
  },
});

/** A table of a TOML file with everything below it, or a section of an INI file. */
export const table = (name: string, title: string): Config => ({
  name,
  part: (text) => {
    const kept: string[] = [];
    let inside = false;
    for (const line of text.split("\n")) {
      const header = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}/.exec(line)?.[1];
      if (header !== undefined) inside = header === title || header.startsWith(`${title}.`);
      if (inside) kept.push(line);
    }
    return kept.length === 0 ? undefined : kept.join("\n");
  },
});

/** A file that counts, as a whole, where `pattern` is in it. */
export const mentions = (name: string, pattern: RegExp): Config => ({
  name,
  part: (text) => pattern.test(text) ? text : undefined,
});

/** The configuration files of `tool` in `folder`. `names`: what is in the folder, where that is known already. */
export function configsAt(
  tool: Tool,
  folder: string,
  os: Os,
  names?: ReadonlySet<string>,
): FoundConfig[] {
  const found: FoundConfig[] = [];
  for (const config of tool.configs ?? []) {
    if (names?.has(config.name) === false) continue;
    const path = join(folder, config.name, os);
    if (names === undefined && !isFile(path)) continue;
    if (config.marker === true) {
      found.push({ path, text: "" });
      continue;
    }
    const text = readSmall(path, LARGEST);
    const part = text === undefined ? undefined : config.part === undefined ? text : config.part(text);
    if (part !== undefined) found.push({ path, text: part });
  }
  return found;
}
