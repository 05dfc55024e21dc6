/**
 * Functions that every event calls. V8 reads each function twice, once with the script and once when it is called, unless
 * a parenthesis stands before it: then it is made into byte code at once. See docs/performance.md.
 */

import type { EagerFunctions } from "./eager_functions.ts";

/** Stands for that parenthesis until the script is minified, which would take it away. */
const MARK = "garfioEager$";

/** A function at the top of a script, as the bundler writes it before it is minified. */
const FUNCTION = /^((?:async )?function) (\w+)(\([^]*?^\}$)/gm;

/** The line by which the bundler says of which module the following lines are. */
const MODULE = /^\/\/ (src\/\S+\.ts)$/gm;

/**
 * Marks the functions `eager` of a script that is not minified yet.
 *
 * @throws Error where one of them is not in the script
 */
export function markEager(text: string, eager: EagerFunctions | "all"): string {
  const marked: string[] = [];
  const named = eager === "all" ? {} : eager;
  const missing = new Set(
    Object.entries(named).flatMap(([path, names]) => names.map((name) => `${path} ${name}`)),
  );
  const heads = [...text.matchAll(MODULE)];
  const parts = heads.map(({ index, 1: path }, at) => ({
    path: path!,
    text: text.slice(index, heads[at + 1]?.index),
  }));
  const rest = parts.map(({ path, text }) =>
    text.replace(FUNCTION, (whole, head: string, name: string, body: string) => {
      // Of two functions of the same name one gets a number.
      const known = named[path]?.find((known) => name === known || name.replace(/\d+$/, "") === known);
      if (eager !== "all" && known === undefined) return whole;
      missing.delete(`${path} ${known}`);
      // A variable is not there before its line, as a function is, so these come first.
      marked.push(`var ${name} = ${MARK}(${head} ${body});`);
      return "";
    })
  );
  if (missing.size > 0) throw new Error(`not in the script: ${[...missing].join(", ")}`);
  return `${text.slice(0, heads[0]?.index)}${marked.map((line) => `${line}\n`).join("")}${rest.join("")}`;
}

/** The minified script with a parenthesis before each marked function. */
export function liftEager(text: string): string {
  return text.replaceAll(MARK, "");
}
