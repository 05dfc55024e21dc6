/** What test runners say at their end: how many tests have failed. */

/** A line of a summary, with the number of what failed. The forms of the runners that are met most. */
const SUMMARIES: readonly RegExp[] = [
  // Jest, Vitest, Playwright, pytest, Cargo, Deno: `Tests: 1 failed, 2 passed`, `2 failed;`, `== 1 failed in 0.1s ==`.
  /(?:^|[\s|:;.,=(])(\d{1,6}) failed\b/i,
  // Mocha, RSpec, ExUnit.
  /(?:^|\s)(\d{1,6}) (?:failing|failures?)\b/i,
  // unittest, PHPUnit, Maven: `FAILED (failures=1)`, `Failures: 1`.
  /\bfailures?\s*[:=]\s*(\d{1,6})\b/i,
  /\berrors?\s*=\s*(\d{1,6})\b/i,
  // Node and TAP.
  /^(?:#|ℹ) fail (\d{1,6})$/,
  // CTest.
  /\b(\d{1,6}) tests? failed out of\b/i,
];
/** A runner that names each failure and gives no number: Go, TAP. */
const SINGLE = /^(?:--- FAIL: |not ok \d)/;
/** Summaries stand at the end. */
const TAIL = 32 * 1024;
const LONGEST_LINE = 400;

/** How many tests failed by what `text` says; 0 where it tells of none. */
export function failedTests(text: string): number {
  // deno-lint-ignore no-control-regex
  const lines = text.slice(-TAIL).replace(/\u001b\[[\d;]*m/g, "").split(/\r?\n/);
  let summed = 0;
  let single = 0;
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    const trimmed = line.trim();
    if (SINGLE.test(trimmed)) single++;
    for (const summary of SUMMARIES) summed = Math.max(summed, Number(summary.exec(trimmed)?.[1] ?? 0));
  }
  return summed > 0 ? summed : single;
}
