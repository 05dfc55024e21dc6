/** What globs of knowledge cover. */
import { covering, globFault, tidyGlob } from "../../src/knowledge/glob.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

const CASES: readonly (readonly [string, string, number | undefined])[] = [
  ["services/billing/**", "services/billing/webhooks/a.ts", 2],
  ["services/billing/**", "services/billing", 2],
  ["services/billing/**", "services/billing-old/a.ts", undefined],
  ["services/billing/**", "services", undefined],
  ["services/billing", "services/billing/a/b.ts", 2],
  ["**", "a/b/c", 0],
  ["**", "", 0],
  ["**/*.ts", "a/b/c.ts", 0],
  ["**/*.ts", "c.ts", 0],
  ["**/*.ts", "c.tsx", undefined],
  ["*.ts", "c.ts", 0],
  ["*.ts", "a/c.ts", undefined],
  ["src/*", "src/a", 1],
  ["src/*", "src/a/b", undefined],
  ["src/?.ts", "src/a.ts", 1],
  ["src/{a,b}/**", "src/b/x", 2],
  ["src/{a,b}/**", "src/c/x", undefined],
  ["a/**/z", "a/z", 1],
  ["a/**/z", "a/b/c/z", 1],
  ["a/**/z/**", "a/b/z/c", 1],
  ["**/test/**", "a/test/b", 0],
];

for (const [glob, path, near] of CASES) {
  Deno.test(`${glob} ${near === undefined ? "does not cover" : "covers"} ${path || "the root"}`, () => {
    assertEquals(covering([glob], path, false)?.near, near);
  });
}

Deno.test("an exclusion takes away, and alone leaves everything else", () => {
  assertEquals(covering(["src/**", "!src/gen/**"], "src/gen/a", false), undefined);
  assert(covering(["src/**", "!src/gen/**"], "src/a", false) !== undefined);
  assert(covering(["!src/gen/**"], "lib/a", false) !== undefined);
  assertEquals(covering(["!src/gen/**"], "src/gen/a", false), undefined);
});

Deno.test("the nearest glob counts, and case only where the system tells it apart", () => {
  assertEquals(covering(["**", "a/b/**"], "a/b/c", false)?.glob, "a/b/**");
  assert(covering(["Src/**"], "src/a", true) !== undefined);
  assertEquals(covering(["Src/**"], "src/a", false), undefined);
});

Deno.test("globs that cannot be meant are refused, others are tidied", () => {
  for (
    const glob of [
      "",
      "!",
      "a\\b",
      "../a",
      "a/../b",
      "C:/a",
      "[a]",
      "{a",
      "a}",
      "{a,{b,c}}",
      "x".repeat(301),
      "a\u0000b",
    ]
  ) {
    assert(globFault(glob) !== undefined, glob);
  }
  assert(globFault(`${"{a,b}".repeat(7)}`) !== undefined);
  assertEquals([tidyGlob("./src/"), tidyGlob("/src"), tidyGlob("!./a/**")], ["src", "src", "!a/**"]);
});

Deno.test("no glob takes longer than its path is long", async () => {
  for (const glob of ["**/".repeat(60) + "b", `${"*a".repeat(100)}b`, "**/*a*a*a*a*a*a*b/**/*a*a*b"]) {
    const path = (size: number) => Array.from({ length: size }, () => "a".repeat(100)).join("/");
    await assertGrowsWithSize(480, (size) => covering([glob], path(size), false), glob);
  }
});
