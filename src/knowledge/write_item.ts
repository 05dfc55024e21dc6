/** Front matter as text. */

/** A value of front matter. */
export type FrontValue = string | readonly string[] | undefined;

/** Text that YAML takes for text without quotes. */
const PLAIN = /^[A-Za-z][\w ./-]*$/;
const NOT_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** `value` as a YAML scalar on one line. */
export function scalarText(value: string): string {
  const line = value.replace(/\s+/g, " ").trim();
  if (PLAIN.test(line) && !NOT_TEXT.test(line)) return line;
  // A string of JSON is one of YAML.
  return JSON.stringify(line);
}

/** The lines from `---` to `---`; keys without a value, and empty lists, are left out. */
export function frontMatterOf(front: Readonly<Record<string, FrontValue>>): string {
  const lines = ["---"];
  for (const [key, value] of Object.entries(front)) {
    if (value === undefined || value.length === 0) continue;
    if (typeof value === "string") lines.push(`${key}: ${scalarText(value)}`);
    else lines.push(`${key}:`, ...value.map((one) => `  - ${scalarText(one)}`));
  }
  return [...lines, "---"].join("\n");
}
