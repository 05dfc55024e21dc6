/**
 * Puts code that V8 has made of the scripts into the program. It is made by a program of the same scripts with the same
 * runtime and the same flags, since V8 takes no other. See docs/performance.md.
 */
import { Script } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { asFunction, withLoad } from "./functions.ts";
import { FOLDER, makeLoader } from "./loader.ts";
import { type Compile, trainedCode } from "./training.ts";

/**
 * Changes the scripts in `folder`, all but `main.js`: they become functions in a folder of their own. What an everyday
 * session needs gets code beside it; what it seldom needs is compressed, since everything embedded is read at each start.
 *
 * @param root the folder of the sources
 * @throws Error where the code cannot be made
 */
export async function addCode(root: string, folder: string, compile: Compile): Promise<void> {
  const names = toFunctions(folder);
  const code = await trainedCode(root, folder, compile);
  const beside = (name: string): string => `${folder}/${FOLDER}/${name}`;
  const packed: Record<string, boolean> = {};
  for (const name of names) {
    const { bytes, seldom } = code.get(name) ?? { bytes: undefined, seldom: true };
    if (bytes !== undefined) Deno.writeFileSync(`${beside(name)}.bin`, bytes);
    if (!seldom) continue;
    packed[`./${name}.js`] = bytes !== undefined;
    pack(`${beside(name)}.txt`);
    if (bytes !== undefined) pack(`${beside(name)}.bin`);
  }
  addLoader(folder, packed, true);
}

/** Puts the loader into `main.js`. `packed` and `coded` are what it takes. */
export function addLoader(folder: string, packed: Readonly<Record<string, boolean>>, coded: boolean): void {
  const main = withLoad(Deno.readTextFileSync(`${folder}/main.js`));
  const scripts = "`${import.meta.dirname}/" + FOLDER + "`";
  const settings = `scripts:${scripts},coded:${coded},packed:${JSON.stringify(packed)}`;
  Deno.writeTextFileSync(
    `${folder}/main.js`,
    `import{Script as $Script}from"node:vm";const $load=(${makeLoader})({Code:$Script,meta:import.meta,${settings}});${main}`,
  );
}

/** The file `path` compressed, in its place. */
export function pack(path: string): void {
  Deno.writeFileSync(`${path}.br`, brotliCompressSync(Deno.readFileSync(path)));
  Deno.removeSync(path);
}

/** Writes the functions. The result is the names of the scripts. @throws Error where one cannot be one */
export function toFunctions(folder: string): string[] {
  Deno.mkdirSync(`${folder}/${FOLDER}`);
  const needs = new Map<string, readonly string[]>();
  for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (!name.endsWith(".js") || name === "main.js") continue;
    const script = asFunction(Deno.readTextFileSync(`${folder}/${name}`));
    // Whatever else only a module may have is not known here.
    new Script(script.text, { filename: name });
    needs.set(`./${name}`, script.needs);
    Deno.writeTextFileSync(`${folder}/${FOLDER}/${name.slice(0, -3)}.txt`, script.text);
    Deno.removeSync(`${folder}/${name}`);
  }
  const follow = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) throw new Error(`${path} needs itself, which only a module may do`);
    for (const next of needs.get(path) ?? []) follow(next, [...above, path]);
  };
  for (const path of needs.keys()) follow(path, []);
  return [...needs.keys()].map((path) => path.slice(2, -3));
}
