/** What changes in a text, as a unified difference. */

const CONTEXT = 3;

/** Above this many pairs of lines, the changed part is shown as removed and added in one piece. */
const LARGEST = 4_000_000;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/**
 * The unified difference from `before` to `after` with three lines of context; empty where they are equal.
 * `undefined` stands for "no file".
 */
export function unifiedDifference(
  before: string | undefined,
  after: string | undefined,
  path: string,
): string {
  if (before === after) return "";
  const lines = compare(splitLines(before ?? ""), splitLines(after ?? ""));
  const hunks = hunksOf(lines);
  const head = `--- ${before === undefined ? "(no file)" : path}\n+++ ${
    after === undefined ? "(no file)" : path
  }\n`;
  return head + hunks.map((hunk) => printHunk(lines, hunk)).join("");
}

/** Lines with their ends, so that a change of a line end is one too. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)
  ) end++;
  const same = (text: string): Line => ({ sign: " ", text });
  return [
    ...before.slice(0, start).map(same),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** By the longest common subsequence. */
function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  const columns = after.length + 1;
  const lines: Line[] = [];
  if (before.length * after.length > LARGEST) {
    for (const text of before) lines.push({ sign: "-", text });
    for (const text of after) lines.push({ sign: "+", text });
    return lines;
  }
  const lengths = new Uint32Array((before.length + 1) * columns);
  const at = (row: number, column: number) => lengths[row * columns + column]!;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      lengths[row * columns + column] = before[row] === after[column]
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      lines.push({ sign: " ", text: before[row]! });
      row++;
      column++;
    } else if (
      row < before.length && (column >= after.length || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push({ sign: "-", text: before[row++]! });
    } else {
      lines.push({ sign: "+", text: after[column++]! });
    }
  }
  return lines;
}

interface Hunk {
  readonly from: number;
  readonly to: number;
}

function hunksOf(lines: readonly Line[]): Hunk[] {
  const hunks: { from: number; to: number }[] = [];
  lines.forEach(({ sign }, index) => {
    if (sign === " ") return;
    const from = Math.max(0, index - CONTEXT);
    const to = Math.min(lines.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  });
  return hunks;
}

function printHunk(lines: readonly Line[], { from, to }: Hunk): string {
  const count = (part: readonly Line[], other: "-" | "+") => part.filter(({ sign }) => sign !== other).length;
  const range = (other: "-" | "+") => {
    const size = count(lines.slice(from, to), other);
    const start = count(lines.slice(0, from), other) + (size === 0 ? 0 : 1);
    return size === 1 ? `${start}` : `${start},${size}`;
  };
  const body = lines.slice(from, to).map(({ sign, text }) =>
    text.endsWith("\n") ? sign + text : `${sign}${text}\n\\ No newline at end of file\n`
  );
  return `@@ -${range("+")} +${range("-")} @@\n${body.join("")}`;
}

// What a terminal would obey, of a file that somebody else may have written.
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** `difference` for a terminal: safe to print, and in colours if `coloured`. */
export function forTerminal(difference: string, coloured: boolean): string {
  const safe = difference.replace(CONTROL, (character) => character === "\r" ? "" : "\ufffd");
  if (!coloured) return safe;
  return safe.replace(/^[^\n]+$/gm, (line) => {
    const colour = line.startsWith("+++") || line.startsWith("---")
      ? "1"
      : line.startsWith("@@")
      ? "36"
      : line.startsWith("+")
      ? "32"
      : line.startsWith("-")
      ? "31"
      : undefined;
    return colour === undefined ? line : `\u001b[${colour}m${line}\u001b[0m`;
  });
}
