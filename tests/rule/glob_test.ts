import { globFault, matchesPath, matchesText } from "../../src/rule/glob.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

const TEXTS: readonly [glob: string, text: string, fits: boolean][] = [
  ["git", "git", true],
  ["git", "gitk", false],
  ["git*", "git-lfs", true],
  ["*", "", true],
  ["?", "", false],
  ["mcp__github__*", "mcp__github__delete_repo", true],
  ["mcp__*__delete_*", "mcp__x__delete_y", true],
  ["{npm,pnpm}", "pnpm", true],
  ["{npm,pnpm}", "yarn", false],
  ["v[0-9]*", "v1.2", true],
  ["v[!0-9]*", "v1.2", false],
  ["a\\*b", "a*b", true],
  ["a\\*b", "axb", false],
  ["*a*b*c", "xxaxxbxxc", true],
  ["origin/*", "origin/feature/x", true],
];

for (const [glob, text, fits] of TEXTS) {
  Deno.test(`glob ${glob} and text ${text}`, () => assertEquals(matchesText(glob, text), fits));
}

const PATHS: readonly [glob: string, path: string, fits: boolean][] = [
  ["*.lock", "Cargo.lock", true],
  ["*.lock", "a/b/Cargo.lock", true],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/a/b.ts", false],
  ["src/**", "src/a/b.ts", true],
  ["src/", "src/a/b.ts", true],
  ["**/migrations/*.sql", "db/migrations/1.sql", true],
  ["**/migrations/*.sql", "migrations/1.sql", true],
  ["**/migrations/*.sql", "migrations/x/1.sql", false],
  ["a/**/z", "a/z", true],
  ["a/**/z", "a/b/c/z", true],
  ["/etc/**", "/etc/passwd", true],
  ["/etc/**", "etc/passwd", false],
  ["./a.ts", "a.ts", true],
];

for (const [glob, path, fits] of PATHS) {
  Deno.test(`glob ${glob} and path ${path}`, () => assertEquals(matchesPath(glob, path), fits));
}

Deno.test("a glob that cannot be used is said to be wrong", () => {
  for (const glob of ["", "{a", "[a", "a".repeat(301)]) assert(globFault(glob) !== undefined, glob);
});

Deno.test("many stars take time that grows with the text", async () => {
  await assertGrowsWithSize(40_000, (size) => {
    assertEquals(matchesText("*a".repeat(100) + "b", "a".repeat(size)), false);
  }, "stars in a text");
  await assertGrowsWithSize(4_000, (size) => {
    assertEquals(matchesPath("**/a/".repeat(40) + "b", "a/".repeat(size) + "c"), false);
  }, "stars in a path");
});
