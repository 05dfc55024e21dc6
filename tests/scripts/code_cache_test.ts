/** A program with code: its scripts are functions, those that are seldom needed are compressed. */
import { asFunction, withLoad } from "../../scripts/compile/code_cache/functions.ts";
import { addLoader, pack, toFunctions } from "../../scripts/compile/code_cache/make.ts";
import { takesCode } from "../../scripts/compile/code_cache/runtime.ts";
import { makeScripts } from "../../scripts/compile/scripts.ts";
import { assertEquals, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { putSmallProgram, TOLD, told } from "../support/small_program.ts";

const FUNCTIONS:
  readonly (readonly [what: string, script: string, text: string, needs: readonly string[]])[] = [
    [
      "what it imports and exports",
      'import{a as b,c}from"./core.js";import"./part.js";var d=b+c;export{d as e,c};\n',
      'const{a:b,c:c}=$need("./core.js");const{}=$need("./part.js");var d=b+c;\n\nreturn{e:d,c:c}',
      ["./core.js", "./part.js"],
    ],
    [
      "a module of Node's, and what a module knows of itself",
      'import { createRequire as r } from "node:module";var q=r(import.meta.url);export{q};',
      'const{createRequire:r}=$need("node:module");var q=r($meta.url);\nreturn{q:q}',
      ["node:module"],
    ],
    [
      "what it imports later",
      'var l=async()=>[await import("./late.js"),await import("node:fs")];export{l};',
      'var l=async()=>[await $load("./late.js"),await $load("node:fs")];\nreturn{l:l}',
      [],
    ],
    [
      "nothing that only looks like it",
      'f("import(","import.meta",x.import("./a.js"));',
      'f("import(","import.meta",x.import("./a.js"));\nreturn{}',
      [],
    ],
    [
      "a licence behind it",
      "var a=1;export{a};\n/*!\n * Ours\n */\n",
      "var a=1;\n/*!\n * Ours\n */\n\nreturn{a:a}",
      [],
    ],
  ];

for (const [what, script, text, needs] of FUNCTIONS) {
  Deno.test(`code: a script as a function: ${what}`, () => {
    assertEquals(asFunction(script), { text: `(function($need,$load,$meta){"use strict";${text}})`, needs });
  });
}

Deno.test("code: exports in the middle of a script are refused", () => {
  assertThrows(() => asFunction("var a=1;export{a};var b=2;"), Error, "at the end");
});

Deno.test("code: main.js stays a module", () => {
  assertEquals(withLoad('import"./a.js";await import("./b.js");'), 'import"./a.js";await $load("./b.js");');
});

/** The small program as functions; the result is the names of its scripts. */
async function functionsIn(folder: string): Promise<string[]> {
  putSmallProgram(folder);
  Deno.mkdirSync(`${folder}/made`);
  const sharing = [["src/lazy/one.ts", "src/lazy/two.ts"]];
  await makeScripts(folder, `${folder}/made`, "src/answer.ts", sharing, {}, []);
  return toFunctions(`${folder}/made`);
}

Deno.test("code: the program does the same with functions for scripts", () =>
  withScratch(async (folder) => {
    const names = await functionsIn(folder);
    assertEquals(names.filter((name) => !name.startsWith("chunk-")), [
      "alone",
      "core",
      "lazy_one",
      "lazy_two",
    ]);
    assertEquals([...Deno.readDirSync(`${folder}/made`)].map(({ name }) => name).sort(), ["code", "main.js"]);
    addLoader(`${folder}/made`, {}, false);
    assertEquals(await told(`${folder}/made`), TOLD);
  }));

Deno.test("code: scripts are unpacked, and compiled where V8 does not take the code", () =>
  withScratch(async (folder) => {
    const packed: Record<string, boolean> = {};
    for (const name of await functionsIn(folder)) {
      const file = `${folder}/made/code/${name}`;
      Deno.writeTextFileSync(`${file}.bin`, "of another V8");
      if (name === "core") continue;
      const coded = name === "alone";
      packed[`./${name}.js`] = coded;
      pack(`${file}.txt`);
      if (coded) pack(`${file}.bin`);
    }
    addLoader(`${folder}/made`, packed, true);
    assertEquals(await told(`${folder}/made`), TOLD);
  }));

const REFUSED: readonly (readonly [what: string, scripts: Readonly<Record<string, string>>, why: string])[] =
  [
    ["waits at its top level", { "a.js": "await 1;" }, "await"],
    ["loads what the bundler did not name", { "a.js": 'export{b}from"./b.js";' }, "at the end"],
    [
      "needs itself",
      {
        "a.js": 'import{b}from"./b.js";var a=()=>b;export{a};',
        "b.js": 'import{a}from"./a.js";var b=()=>a;export{b};',
      },
      "needs itself",
    ],
  ];

for (const [what, scripts, why] of REFUSED) {
  Deno.test(`code: refused: a script that ${what}`, () =>
    withScratch((folder) => {
      for (const [name, text] of Object.entries(scripts)) Deno.writeTextFileSync(`${folder}/${name}`, text);
      assertThrows(() => toFunctions(folder), Error, why);
    }));
}

const RUNTIMES: readonly (readonly [version: string, takes: boolean])[] = [
  ["2.4.2", true],
  ["2.8.3", true],
  ["2.9.0", false],
  ["2.10.1", false],
  ["3.0.0", false],
];

for (const [version, takes] of RUNTIMES) {
  Deno.test(`code: of use to Deno ${version}: ${takes}`, () => assertEquals(takesCode(version), takes));
}
