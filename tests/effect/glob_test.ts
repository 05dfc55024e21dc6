/** Patterns against the file system. */
import { environmentOf } from "../../src/base/environment.ts";
import { expandGlob, namePattern } from "../../src/effect/glob.ts";
import { makeGround } from "../../src/effect/ground.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { assertGrowsWithSize } from "../support/growth.ts";

Deno.test("names", () => {
  const CASES: readonly (readonly [pattern: string, name: string, fits: boolean])[] = [
    ["*", "a", true],
    ["*.ts", "a.ts", true],
    ["*.ts", "a.tsx", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["[ab]x", "bx", true],
    ["[!ab]x", "bx", false],
    ["[a-c]x", "bx", true],
    ["[", "[", true],
    ["a*b*c", "aXbYc", true],
    ["a*b*c", "aXbY", false],
    [".e*", ".env", true],
  ];
  for (const [pattern, name, fits] of CASES) {
    assertEquals(namePattern(pattern, "linux")?.(name), fits, `${pattern} ${name}`);
  }
  assertEquals(namePattern("A*", "darwin")?.("abc"), true);
});

Deno.test("many stars take time that grows with the name", async () => {
  const look = namePattern("*a".repeat(100), "linux");
  await assertGrowsWithSize(200_000, (size) => look?.("a".repeat(99) + "b".repeat(size)), "a hundred stars");
});

Deno.test("paths, and what stands for all of a folder", () =>
  withScratch((folder) => {
    for (const name of ["a.ts", "b.ts", ".env", "c.js"]) Deno.writeTextFileSync(`${folder}/${name}`, "");
    Deno.mkdirSync(`${folder}/p/q`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/p/q/x`, "");
    const ground = makeGround({
      cwd: folder,
      root: folder,
      home: "/home/u",
      os: "linux",
      env: environmentOf({}),
      checkTime: () => {},
    });
    const names = (pattern: string) =>
      expandGlob(`${folder}/${pattern}`, ground).paths.map((path) => path.slice(folder.length + 1));
    assertEquals(names("*.ts"), ["a.ts", "b.ts"]);
    assertEquals(names(".e*"), [".env"]);
    assertEquals(names("*/q/x"), ["p/q/x"]);
    assertEquals(names("*/*/x"), ["p/q/x"]);
    assertEquals(names("*.none"), []);
    assertEquals(expandGlob(`${folder}/*`, ground).all, folder);
    assertEquals(expandGlob(`${folder}/*.ts`, ground).all, undefined);
    assertEquals(expandGlob("/*", ground).all, "/");
    assertEquals(expandGlob("/*", ground).folder, "/");
    for (let index = 0; index < 1_200; index++) Deno.writeTextFileSync(`${folder}/n${index}`, "");
    assert(expandGlob(`${folder}/n*`, ground).cut);
    assertEquals(expandGlob(`${folder}/n*`, ground).paths.length, 1_000);
  }));
