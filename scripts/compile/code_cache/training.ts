/** Runs the program that makes the code: it has the same scripts, the same runtime and the same flags, since V8 takes no other. */
import { bundleOne } from "../bundler.ts";
import { CHECK, MAKE, SELDOM } from "./made.ts";

/** Makes a program of a module in the folder of the scripts. */
export type Compile = (module: string, output: string) => Promise<void>;

/** How long an everyday session may take, in milliseconds. */
const PATIENCE = 60_000;
const SOURCE = "scripts/compile/code_cache/trainer.ts";
const TRAINER = "trainer.js";

/** Code of a script, and whether an everyday session seldom needs it. */
export interface Code {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly seldom: boolean;
}

/**
 * The code of each script in `folder` that an everyday session needs, by name.
 *
 * @param root the folder of the sources
 * @throws Error where it cannot be made
 */
export async function trainedCode(
  root: string,
  folder: string,
  compile: Compile,
): Promise<Map<string, Code>> {
  const scratch = await Deno.makeTempDir({ prefix: "garfio-code-" });
  const made = `${scratch}/made`;
  // Where the executable goes programs can be run; of the folder for temporary files that is not certain.
  const trainer = `${folder}-trainer${Deno.build.os === "windows" ? ".exe" : ""}`;
  try {
    for (const path of ["home", "made", "project/.git", "project/src"]) {
      await Deno.mkdir(`${scratch}/${path}`, { recursive: true });
    }
    await Deno.writeTextFile(`${folder}/${TRAINER}`, await bundleOne(root, SOURCE, []));
    await compile(TRAINER, trainer);
    for (const mode of [MAKE, CHECK]) {
      const { success, stderr } = await new Deno.Command(trainer, {
        args: [mode, made],
        cwd: `${scratch}/project`,
        clearEnv: true,
        env: surroundings(scratch),
        stdin: "null",
        stdout: "null",
        signal: AbortSignal.timeout(PATIENCE),
      }).output();
      if (!success) {
        throw new Error(`no code could be made of the scripts: ${new TextDecoder().decode(stderr)}`);
      }
    }
    const files = [...Deno.readDirSync(made)].map(({ name }) => name).sort();
    return new Map(files.map((name) => [
      name.slice(0, name.indexOf(".")),
      { bytes: Deno.readFileSync(`${made}/${name}`), seldom: name.endsWith(SELDOM) },
    ]));
  } finally {
    for (const path of [`${folder}/${TRAINER}`, trainer]) await Deno.remove(path).catch(() => {});
    await Deno.remove(scratch, { recursive: true });
  }
}

/** Nothing of whoever compiles: his home has settings, and his programs would be run. */
function surroundings(scratch: string): Record<string, string> {
  const home = `${scratch}/home`;
  const system = Deno.env.get("SystemRoot");
  return {
    ...(system === undefined ? {} : { SystemRoot: system }),
    ...Object.fromEntries(["HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"].map((name) => [name, home])),
    GARFIO_STATE_DIR: `${scratch}/state`,
    PATH: "",
  };
}
