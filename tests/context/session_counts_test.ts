/** How the counts of a session add up, and what test runners say. */
import { editsFold } from "../../src/context/suggest_compact.ts";
import { type RepeatsEntry, repeatsFold } from "../../src/context/repeated_command.ts";
import { failuresFold } from "../../src/context/repeated_failure.ts";
import { allLook, isPlainLook } from "../../src/context/status_command.ts";
import { failedTests } from "../../src/context/test_summary.ts";
import { testRunsFold } from "../../src/context/test_run.ts";
import { testRunOf } from "../../src/shell/test_call.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { bash, callOf } from "../support/call.ts";

const HOSTILE = [null, 7, "x", [], {}, { count: "7" }, { count: 1.5 }, { runs: [{}], calls: [] }, {
  counts: [["a", -1]],
}];

Deno.test("state of another form counts as none", () => {
  for (const value of HOSTILE) {
    assertEquals(editsFold.asState(value), undefined);
    assertEquals(failuresFold.asState(value), undefined);
    assertEquals(editsFold.asEntry(value), undefined);
    assertEquals(failuresFold.asEntry(value), undefined);
    assertEquals(repeatsFold.asEntry(value), undefined);
    assertEquals(testRunsFold.asEntry(value), undefined);
  }
  assertEquals(repeatsFold.asState({ runs: [{ key: "a" }], calls: [] }), undefined);
});

Deno.test("a compaction starts the count of edits anew", () => {
  const after = editsFold.add({ count: 49 }, { compacted: true });
  assertEquals(editsFold.add(after, { edit: true }).count, 1);
  assertEquals(editsFold.add({ count: 1_000_000 }, { edit: true }).count, 1);
});

Deno.test("what was spoken about before it ran is not spoken about again at its end", () => {
  const run = (at: number): RepeatsEntry => ({ key: "k", at, ended: false });
  const end: RepeatsEntry = { key: "k", at: 0, ended: true };
  let state = repeatsFold.initial;
  const seen: number[] = [];
  for (const entry of [run(1), end, run(2), end, run(3), end]) {
    state = repeatsFold.add(state, entry);
    seen.push(state.times);
  }
  assertEquals(seen, [0, 0, 0, 0, 3, 0]);
});

Deno.test("a success ends the row of failures", () => {
  let state = failuresFold.initial;
  const times: number[] = [];
  for (const failed of [true, true, false, true, true, true]) {
    state = failuresFold.add(state, { key: "k", failed });
    times.push(state.times);
  }
  assertEquals(times, [1, 2, 0, 1, 2, 3]);
});

Deno.test("lines that only look", async () => {
  for (const line of ["git status", "ls -la src", "gh pr checks 12", "sed -n 1,5p a"]) {
    assert(isPlainLook(line), line);
  }
  for (const line of ["git push", "npm test", "ls | sh", "", "sed -i s/a/b/ x", "docker run x"]) {
    assert(!isPlainLook(line), line);
  }
  const looks = async (line: string) => allLook((await callOf(bash(line)).shell())!.commands);
  assert(await looks("sleep 5 && curl -s x > /dev/null; git status") === false);
  assert(await looks("sleep 5 && git status 2>/dev/null | head"));
  assert(!await looks("git log > log.txt"));
});

Deno.test("runs of tests", async () => {
  const of = async (line: string) =>
    (await callOf(bash(line)).shell())!.commands.map(testRunOf).find((what) => what);
  const runs: Record<string, string> = {
    "npm test": "npm test",
    "npm t": "npm test",
    "pnpm --filter web test": "pnpm test",
    "yarn run test:unit --watch=false": "yarn run test:unit",
    "python3 -m unittest": "python3 -m unittest",
    "go test ./...": "go test",
    "cargo nextest run": "cargo nextest",
    "./gradlew :app:check test": "gradlew test",
    "npx jest a": "jest",
    "node --test": "node --test",
    "bundle exec rspec": "rspec",
    "make -j4 check": "make check",
  };
  for (const [line, what] of Object.entries(runs)) assertEquals(await of(line), what, line);
  for (const line of ["cat test", "npm run lint", "go build", "pytest --collect-only", "echo npm test"]) {
    assertEquals(await of(line), undefined, line);
  }
});

Deno.test("what runners say at their end", () => {
  const said: Record<string, number> = {
    "Tests:       2 failed, 1 passed, 3 total": 2,
    " Tests  1 failed | 3 passed (4)": 1,
    "=== 1 failed, 2 passed in 0.10s ===": 1,
    "  2 failing": 2,
    "test result: FAILED. 1 passed; 2 failed; 0 ignored": 2,
    "--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL": 2,
    "FAILED | 1 passed | 3 failed (5ms)": 3,
    "# pass 4\n# fail 1": 1,
    "FAILED (failures=1, errors=2)": 2,
    "3 examples, 1 failure": 1,
    "Tests: 3, Assertions: 3, Failures: 1.": 1,
    "Tests run: 5, Failures: 1, Errors: 0": 1,
    "50% tests passed, 1 tests failed out of 2": 1,
    "\u001b[31mTests: 2 failed\u001b[39m": 2,
    "Tests: 3 passed, 3 total": 0,
    "test result: ok. 3 passed; 0 failed": 0,
    "Failures: 0": 0,
    "# fail 0": 0,
  };
  for (const [text, count] of Object.entries(said)) assertEquals(failedTests(text), count, text);
});
