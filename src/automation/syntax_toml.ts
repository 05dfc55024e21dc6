import { parse, TomlError } from "smol-toml";
import type { Flaw } from "./syntax.ts";

/** The first error of a TOML file. */
export function tomlFlaw(text: string): Flaw | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    const what = (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
    return { line: error instanceof TomlError ? error.line : undefined, what };
  }
}
