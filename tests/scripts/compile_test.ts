/** Which scripts the program becomes: what every event needs is in one of them, and nothing large is in two. */
import { liftEager, markEager } from "../../scripts/compile/eager.ts";
import { EAGER } from "../../scripts/compile/eager_functions.ts";
import { Exports } from "../../scripts/compile/exports.ts";
import { Imports } from "../../scripts/compile/imports.ts";
import { readModules } from "../../scripts/compile/modules.ts";
import { makeScripts } from "../../scripts/compile/scripts.ts";
import { assert, assertEquals, assertThrows } from "../support/assert.ts";
import { putSmallProgram, TOLD, told } from "../support/small_program.ts";
import { withScratch } from "../support/scratch.ts";

Deno.test("compile: what every event needs, and what is loaded lazily", () =>
  withScratch(async (folder) => {
    putSmallProgram(folder);
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
    putSmallProgram(folder);
    const made = `${folder}/made`;
    Deno.mkdirSync(made);
    await makeScripts(folder, made, "src/answer.ts", [["src/lazy/one.ts", "src/lazy/two.ts"]], {}, []);
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

    assertEquals(await told(made), TOLD);
  }));

Deno.test("compile: what runs before the core brings along what it needs of it", () =>
  withScratch(async (folder) => {
    putSmallProgram(folder);
    const made = `${folder}/made`;
    Deno.mkdirSync(made);
    await makeScripts(folder, made, "src/answer.ts", [], {}, ["src/alone.ts"]);
    const alone = Deno.readTextFileSync(`${made}/alone.js`);
    assert(alone.includes("core is evaluated") && !alone.includes("./core.js"), alone);
    assertEquals(await told(made), [...TOLD.slice(0, 4), "core is evaluated", ...TOLD.slice(4)]);
    const error = await makeScripts(folder, made, "src/answer.ts", [], {}, ["src/core.ts"])
      .then(() => undefined, (error) => error);
    assert(/src\/core\.ts is no lazy script/.test(error?.message), error?.message);
  }));

Deno.test("compile: scripts that share must be loaded lazily", () =>
  withScratch(async (folder) => {
    putSmallProgram(folder);
    const error = await makeScripts(folder, folder, "src/answer.ts", [["src/core.ts", "src/alone.ts"]])
      .then(() => undefined, (error) => error);
    assert(/src\/core\.ts is not loaded lazily/.test(error?.message), error?.message);
  }));

Deno.test("compile: imports of a script are gathered", () => {
  const imports = new Imports();
  imports.add("./core.js", "_0 as join,_1 as at");
  imports.add("./part.js", "");
  imports.add("./core.js", "_2 as name");
  assertEquals(
    imports.asModule(),
    'import{_0 as join,_1 as at,_2 as name}from"./core.js";import"./part.js";',
  );
});

Deno.test("compile: functions that every event calls are marked", () => {
  const text = 'import { at } from "x";\n\n// src/a.ts\nfunction one(a) {\n  return () => {\n  };\n}\n' +
    "async function two2() {\n}\n\n// src/b.ts\nfunction one2() {\n}\nvar b = one(1);\n";
  assertEquals(
    liftEager(markEager(text, { "src/a.ts": ["one", "two"] })),
    'import { at } from "x";\n\nvar one = (function (a) {\n  return () => {\n  };\n});\n' +
      "var two2 = (async function () {\n});\n// src/a.ts\n\n\n\n// src/b.ts\nfunction one2() {\n}\nvar b = one(1);\n",
  );
  assertEquals(liftEager(markEager(text, "all")).match(/= \((?:async )?function/g)?.length, 3);
  assertEquals(markEager(text, {}), text);
  assertThrows(
    () => markEager(text, { "src/b.ts": ["one", "gone"] }),
    Error,
    "not in the script: src/b.ts gone",
  );
});

Deno.test("compile: the functions that are marked are there", () => {
  for (const functions of Object.values(EAGER)) {
    if (functions === "all") continue;
    for (const [path, names] of Object.entries(functions)) {
      const text = Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));
      for (const name of names) {
        assert(new RegExp(`^(?:export )?(?:async )?function ${name}[(<]`, "m").test(text), `${path} ${name}`);
      }
    }
  }
});

Deno.test("compile: one name of two modules is exported twice", () => {
  const exports = new Exports();
  assertEquals(exports.renamed("src/a.ts", "read as x,write"), "_0 as x,_1 as write");
  assertEquals(exports.renamed("src/b.ts", " read "), "_2 as read");
  assertEquals(exports.renamed("src/a.ts", "read as y"), "_0 as y");
  assertEquals(
    exports.lines((path) => `at:${path}`),
    'export { read as _0 } from "at:src/a.ts";\nexport { write as _1 } from "at:src/a.ts";\n' +
      'export { read as _2 } from "at:src/b.ts";\n',
  );
  exports.whole("src/c.ts", "import(");
  assertEquals(exports.lines((path) => `at:${path}`).split("\n")[0], 'export * from "at:src/c.ts";');
  for (const head of ["from", "from "]) assertThrows(() => exports.whole("src/a.ts", head));
});
