/** The npm packages whose code is in the bundle, and their licences. */

import { pathToFileURL } from "node:url";

/** A package as it lies in Deno's cache. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** As an SPDX expression. */
  readonly licence: string;
  /** The text of its licence, or what it says instead. */
  readonly text: string;
  readonly homepage: string | undefined;
}

interface Graph {
  readonly modules: readonly { readonly specifier: string; readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<
    Record<string, {
      readonly name: string;
      readonly version: string;
      readonly dependencies: readonly string[];
      readonly localPath: string;
    }>
  >;
}

/** The packages that `main.ts` imports, at once, lazily or through others; by name. */
export async function bundledPackages(root: string): Promise<Package[]> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`the modules cannot be listed: ${new TextDecoder().decode(stderr)}`);
  const graph: Graph = JSON.parse(new TextDecoder().decode(stdout));
  const wanted = new Set(graph.modules.flatMap(({ npmPackage }) => npmPackage ?? []));
  for (const id of wanted) graph.npmPackages[id]?.dependencies.forEach((one) => wanted.add(one));
  return [...wanted].sort().map((id) => {
    const found = graph.npmPackages[id];
    if (found === undefined) throw new Error(`nothing is known of the package ${id}`);
    const files = graph.modules.filter(({ npmPackage }) => npmPackage === id)
      .map(({ specifier }) => specifier.replace(/^npm:\/?/, "").slice(id.length))
      .filter((path) => path !== "");
    return readPackage(found.name, found.version, found.localPath, files);
  });
}

function readPackage(name: string, version: string, folder: string, files: readonly string[]): Package {
  const { license, homepage } = JSON.parse(Deno.readTextFileSync(`${folder}/package.json`));
  if (typeof license !== "string") throw new Error(`${name} does not say its licence`);
  return {
    name,
    version,
    licence: license,
    text: licenceText(folder) ?? copyrightLines(folder, license, name, files),
    homepage: typeof homepage === "string" ? homepage : undefined,
  };
}

function licenceText(folder: string): string | undefined {
  const file = [...Deno.readDirSync(folder)].map(({ name }) => name).sort()
    .find((name) => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(name));
  return file === undefined
    ? undefined
    : Deno.readTextFileSync(`${folder}/${file}`).replaceAll("\r\n", "\n").trim();
}

/**
 * A package without a file of its licence: the copyright lines of those of its files that are in the bundle, and the
 * licence that it names.
 */
function copyrightLines(folder: string, licence: string, name: string, files: readonly string[]): string {
  const lines = new Set<string>();
  const wanted = new Set(files.map((path) => pathToFileURL(`${folder}${path}`).href));
  for (const url of wanted) {
    const text = Deno.readTextFileSync(new URL(url));
    for (const [, specifier] of text.matchAll(/\bfrom "(\.[^"]+)"/g)) {
      wanted.add(new URL(specifier!, url).href);
    }
    const found = /Copyright (?:\(c\) )?[^\n*]+/i.exec(text.slice(0, 2_000))?.[0];
    if (found !== undefined) lines.add(found.replace(/\s*MIT license\.?/i, "").trim());
  }
  if (licence !== "MIT" || lines.size === 0) {
    throw new Error(`the licence of ${name} has to be written down by hand`);
  }
  return `MIT License\n\n${[...lines].sort().join("\n")}\n\n${MIT}`;
}

/** The MIT licence below its copyright lines. */
export const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
