/**
 * Scripts of the program as texts of functions. V8 takes the code that it made of a script before, but the runtime
 * hands it on for functions only, not for modules.
 */

/** The names by which such a function knows what loads others, at once and later, and what a module knows of itself. */
const NEED = "$need";
const LOAD = "$load";
const META = "$meta";

/** Of scripts of ours and of Node's modules, as the bundler and `Imports` write them. */
const IMPORT = /(?<![\w$.])import ?(?:\{([^{}"]*)\} ?from ?)?"(\.\/[^"]+\.js|node:[^"]+)";?/g;
const LAZY_IMPORT = /(?<![\w$.])import\("(\.\/[^"]+\.js|node:[^"]+)"\)/g;
/** Only comments come after it. */
const EXPORT = /(?<![\w$.])export\{([^{}"]*)\};?(?=\s*(?:\/\*[^]*?\*\/\s*)*$)/;
const OWN = /(?<![\w$.])import\.meta(?=\.(?:url|dirname)\b)/g;

/** A script as a function. */
export interface AsFunction {
  readonly text: string;
  /** What it needs before it can run, such as `./core.js`. */
  readonly needs: readonly string[];
}

/**
 * The script `text` as a function of the three; its result is what the script exports. What is exported must not change
 * after the script has run.
 *
 * @throws Error where the script exports in another way
 */
export function asFunction(text: string): AsFunction {
  const needs: string[] = [];
  const head: string[] = [];
  const body = withLoad(text.replace(IMPORT, (_, names: string | undefined, path: string) => {
    needs.push(path);
    const taken = inPairs(names ?? "").map(([from, to]) => `${from}:${to}`);
    head.push(`const{${taken}}=${NEED}(${JSON.stringify(path)});`);
    return "";
  })).replaceAll(OWN, META);
  const [line, exported = ""] = EXPORT.exec(body) ?? [""];
  const main = body.replace(line, "");
  if (/(?<![\w$.])export\{/.test(main)) throw new Error("exports stand at the end of a script");
  const result = inPairs(exported).map(([from, to]) => `${to}:${from}`);
  const parts = ['"use strict";', ...head, main, "\n", `return{${result}}`];
  return { text: `(function(${NEED},${LOAD},${META}){${parts.join("")}})`, needs };
}

/** The script `text`, a module or not, with `$load` for what it imports later. */
export function withLoad(text: string): string {
  return text.replaceAll(LAZY_IMPORT, (_, path: string) => `${LOAD}(${JSON.stringify(path)})`);
}

/** Both names of each of `a,b as c`. */
function inPairs(names: string): [string, string][] {
  return names.split(",").filter((part) => part.trim() !== "").map((part) => {
    const [from, to = from] = part.trim().split(/\s+as\s+/);
    return [from!, to!];
  });
}
