// @ts-types="./jsonc_parse.d.ts"
import { parse } from "@std/jsonc/parse.js";

/**
 * The value of a JSON text with comments and trailing commas.
 *
 * @throws SyntaxError that says where the text is wrong
 */
export function parseWithComments(text: string): unknown {
  return parse(text);
}
