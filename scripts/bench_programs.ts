/** The programs that a bench compares. */
import { compileProgram } from "./compile.ts";

/** Makes a program that does nothing, with the flags and permissions of ours. The result is its path. */
export async function compileEmpty(root: string): Promise<string> {
  const folder = `${root}/dist/empty-program`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}/empty.js`, "");
  await compileProgram(folder, "empty.js", `${root}/dist/empty`);
  return `${root}/dist/empty`;
}

/**
 * Copies of `program` in `folder`: how the pages of an executable lie in memory differs by milliseconds from one to the
 * other, so each takes its turn.
 */
export async function copiesOf(program: string, folder: string, count: number): Promise<string[]> {
  await Deno.mkdir(folder, { recursive: true });
  const copies = Array.from(
    { length: count },
    (_, index) => `${folder}/${index}-${program.split("/").pop()}`,
  );
  for (const copy of copies) {
    await Deno.copyFile(program, copy);
    // Writing them out must not go on beside the measuring.
    using file = await Deno.open(copy);
    await file.sync();
  }
  return copies;
}
