// @ts-types="../policy/jsonc_parse.d.ts"
import { parse } from "@std/jsonc/parse.js";

/** Whether `text` is JSON with comments and trailing commas. */
export function isJsonc(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
