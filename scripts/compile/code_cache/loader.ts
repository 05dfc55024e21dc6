/** What loads the scripts of a program that has code of them. Its text is put into `main.js`, so it needs nothing else. */
import type { Script } from "node:vm";

/** What a module knows of itself. */
export interface Meta {
  readonly url: string;
  readonly dirname: string;
}

/** What a script exports. */
export type Exported = Readonly<Record<string, unknown>>;

/** Loads a script, such as `./core.js`, or a module of Node's. */
export type Load = (path: string) => Promise<Exported>;

/** What the loader takes. */
export interface Loading {
  /** Compiles a script. */
  readonly Code: typeof Script;
  readonly meta: Meta;
  /** The folder of the scripts. */
  readonly scripts: string;
  /** The scripts that are compressed, and whether V8 has made code of each. */
  readonly packed: Readonly<Record<string, boolean>>;
  /** Whether V8 has made code of the others. */
  readonly coded: boolean;
}

/** The name of that folder, beside `main.js`. */
export const FOLDER = "code";

/** Makes the loader. */
export function makeLoader({ Code, meta, scripts, packed, coded }: Loading): Load {
  const loaded = new Map<string, Exported>();
  const unpack = (file: string): Uint8Array =>
    globalThis.process.getBuiltinModule("node:zlib").brotliDecompressSync(Deno.readFileSync(`${file}.br`));
  const compile = (path: string): Script => {
    const file = `${scripts}/${path.slice(2, -3)}`;
    const hasCode = packed[path];
    // Where V8 does not take the code it compiles the text.
    return hasCode === undefined
      ? new Code(Deno.readTextFileSync(`${file}.txt`), {
        filename: path,
        cachedData: coded ? Deno.readFileSync(`${file}.bin`) : undefined,
      })
      : new Code(new TextDecoder().decode(unpack(`${file}.txt`)), {
        filename: path,
        cachedData: hasCode ? unpack(`${file}.bin`) : undefined,
      });
  };
  const need = (path: string): Exported => {
    if (path.startsWith("node:")) return globalThis.process.getBuiltinModule(path) as Exported;
    let exported = loaded.get(path);
    if (exported === undefined) {
      exported = compile(path).runInThisContext()(need, load, meta) as Exported;
      loaded.set(path, exported);
    }
    return exported;
  };
  const load = (path: string): Promise<Exported> =>
    path.startsWith("node:") ? import(path) : new Promise((done) => done(need(path)));
  return load;
}
