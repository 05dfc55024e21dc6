/** The lines that a difference adds, out of what `git diff` prints. */

/** A piece of added text. */
export interface AddedText {
  readonly path: string;
  /** The number of its first line in the new file. */
  readonly line: number;
  readonly text: string;
}

/** The added pieces of `difference`, which has no context lines and no prefixes to file names. */
export function addedTexts(difference: string): AddedText[] {
  const found: { path: string; line: number; lines: string[] }[] = [];
  let path: string | undefined;
  let inHeader = true;
  for (const row of difference.split("\n")) {
    if (row.startsWith("diff --git ")) {
      inHeader = true;
      path = undefined;
    } else if (inHeader && row.startsWith("+++ ")) {
      const name = row.slice(4).replace(/\t$/, "");
      path = name === "/dev/null" ? undefined : unquoted(name);
    } else if (row.startsWith("@@ ")) {
      inHeader = false;
      const line = Number(/^@@ -\S+ \+(\d+)/.exec(row)?.[1] ?? 1);
      if (path !== undefined) found.push({ path, line, lines: [] });
    } else if (!inHeader && row.startsWith("+")) found.at(-1)?.lines.push(row.slice(1).replace(/\r$/, ""));
  }
  return found.filter(({ lines }) => lines.length > 0)
    .map(({ path, line, lines }) => ({ path, line, text: lines.join("\n") }));
}

/** Git quotes names with unusual characters as C does. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const match of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (match[1] !== undefined) bytes.push(parseInt(match[1], 8));
    else bytes.push(...encoder.encode(match[3] ?? { n: "\n", t: "\t" }[match[2]!] ?? match[2]!));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
