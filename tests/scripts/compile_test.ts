/** Which scripts the program becomes: what every event needs is in one of them, and nothing large is in two. */
import { Exports } from "../../scripts/compile/exports.ts";
import { readModules } from "../../scripts/compile/modules.ts";
import { makeScripts } from "../../scripts/compile/scripts.ts";
import { assert, assertEquals, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

/** `one` and `two` have `large` in common; what answers, and `core` below it, is there before any of them. */
const PROGRAM: Readonly<Record<string, string>> = {
  "deno.json": "{}",
  "main.ts": 'import { at } from "./src/early.ts";\n(await import("./src/answer.ts")).answer(at);\n' +
    'await (await import("./src/answer.ts")).later();\n',
  "src/early.ts": 'console.log("early");\nexport const at = "first";\n',
  "src/answer.ts":
    'import { name, tell } from "./core.ts";\nexport const answer = (at: string) => tell(at);\n' +
    "export const later = async () => {\n" +
    '  tell((await import("./lazy/one.ts")).one(name), (await import("./lazy/two.ts")).name);\n' +
    '  tell((await import("./alone.ts")).alone());\n};\n',
  "src/core.ts": 'console.log("core is evaluated");\nexport const name = "core";\n' +
    'export const tell = (...words: string[]) => console.log(words.join(" "));\n',
  "src/large.ts": 'export const large = () => "large-and-common";\n',
  "src/lazy/one.ts": 'import { name } from "../core.ts";\nimport { large } from "../large.ts";\n' +
    "export const one = (of: string) => `${large()} ${of} ${name}`;\n",
  "src/lazy/two.ts": 'import { large } from "../large.ts";\nexport const name = `two has ${large()}`;\n',
  "src/alone.ts": 'import type { Never } from "./types.ts";\nimport { tell } from "./core.ts";\n' +
    'import { large } from "./large.ts";\nexport const never: Never | undefined = undefined;\n' +
    'export const alone = () => { tell("alone"); return large(); };\n',
  "src/types.ts": "export interface Never { readonly loaded: true }\n",
};

function put(folder: string): void {
  Deno.mkdirSync(`${folder}/src/lazy`, { recursive: true });
  for (const [path, text] of Object.entries(PROGRAM)) Deno.writeTextFileSync(`${folder}/${path}`, text);
}

Deno.test("compile: what every event needs, and what is loaded lazily", () =>
  withScratch(async (folder) => {
    put(folder);
    assertEquals(await readModules(folder, "src/answer.ts"), {
      core: ["src/answer.ts", "src/core.ts"],
      lazy: ["src/alone.ts", "src/lazy/one.ts", "src/lazy/two.ts"],
    });
    Deno.writeTextFileSync(
      `${folder}/src/alone.ts`,
      'await import("./core.ts");\nexport const alone = () => "";\n',
    );
    const error = await readModules(folder, "src/answer.ts").then(() => undefined, (error) => error);
    assert(/core\.ts is loaded at each event/.test(error?.message), error?.message);
  }));

Deno.test("compile: lazy scripts use what is loaded already, and share what they are told to", () =>
  withScratch(async (folder) => {
    put(folder);
    const made = `${folder}/made`;
    Deno.mkdirSync(made);
    await makeScripts(folder, made, "src/answer.ts", [["src/lazy/one.ts", "src/lazy/two.ts"]]);
    const names = [...Deno.readDirSync(made)].map(({ name }) => name).sort();
    const parts = names.filter((name) => name.startsWith("chunk-"));
    assertEquals(names.filter((name) => !parts.includes(name)), [
      "alone.js",
      "core.js",
      "lazy_one.js",
      "lazy_two.js",
      "main.js",
    ]);
    const holding = (text: string) =>
      names.filter((name) => Deno.readTextFileSync(`${made}/${name}`).includes(text));
    assertEquals(holding("core is evaluated"), ["core.js"]);
    assertEquals(holding("large-and-common"), ["alone.js", ...parts]);

    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-config", "--allow-read", "main.js"],
      cwd: made,
    }).output();
    assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), [
      "early",
      "core is evaluated",
      "first",
      "large-and-common core core two has large-and-common",
      "alone",
      "large-and-common",
    ]);
  }));

Deno.test("compile: scripts that share must be loaded lazily", () =>
  withScratch(async (folder) => {
    put(folder);
    const error = await makeScripts(folder, folder, "src/answer.ts", [["src/core.ts", "src/alone.ts"]])
      .then(() => undefined, (error) => error);
    assert(/src\/core\.ts is not loaded lazily/.test(error?.message), error?.message);
  }));

Deno.test("compile: one name of two modules is exported twice", () => {
  const exports = new Exports();
  assertEquals(exports.renamed("src/a.ts", "import{read as x,write}from"), "import{_0 as x,_1 as write}from");
  assertEquals(exports.renamed("src/b.ts", "import { read } from "), "import{_2 as read}from");
  assertEquals(exports.renamed("src/a.ts", "import{read as y}from"), "import{_0 as y}from");
  assertEquals(
    exports.lines((path) => `at:${path}`),
    'export { read as _0 } from "at:src/a.ts";\nexport { write as _1 } from "at:src/a.ts";\n' +
      'export { read as _2 } from "at:src/b.ts";\n',
  );
  for (const head of ["import*as all from", "from"]) assertThrows(() => exports.renamed("src/a.ts", head));
});
