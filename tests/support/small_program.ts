/** A program of a few modules, some of which are loaded lazily, to try the steps of compiling on. */

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

/** What the program says. */
export const TOLD = [
  "early",
  "core is evaluated",
  "first",
  "large-and-common core core two has large-and-common",
  "alone",
  "large-and-common",
];

/** What it says when its scripts are in the folder `made`. */
export async function told(made: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--allow-read", "main.js"],
    cwd: made,
  }).output();
  return new TextDecoder().decode(stdout).trim().split("\n");
}

/** Writes its sources into `folder`. */
export function putSmallProgram(folder: string): void {
  Deno.mkdirSync(`${folder}/src/lazy`, { recursive: true });
  for (const [path, text] of Object.entries(PROGRAM)) Deno.writeTextFileSync(`${folder}/${path}`, text);
}
