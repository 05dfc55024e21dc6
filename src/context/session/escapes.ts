/** Colours, titles and other signs for a terminal. */
// deno-lint-ignore no-control-regex
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** `text` without signs for a terminal. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, "");
}
