/** Calls the bundler. */

/**
 * Bundles `entries` together, minified; what they have in common becomes parts of its own.
 *
 * @param root the folder in which the bundler runs; `entries` and `external` are paths below it
 * @param external modules that are left alone: their imports stay, with their absolute path as specifier
 * @returns the path of each script that was made, relative to a folder that all have in common, and its text
 */
export async function bundle(
  root: string,
  entries: readonly string[],
  external: readonly string[],
): Promise<Map<string, string>> {
  return await run(root, entries, external, ["--minify"]);
}

/**
 * Bundles `entry` alone into one script, minified.
 *
 * @param prepare changes the script before it is minified, while functions still have their names
 */
export async function bundleOne(
  root: string,
  entry: string,
  external: readonly string[],
  prepare?: (text: string) => string,
): Promise<string> {
  if (prepare === undefined) return only(await bundle(root, [entry], external));
  const folder = await Deno.makeTempDir({ prefix: "garfio-script-" });
  try {
    const script = `${folder}/script.js`;
    await Deno.writeTextFile(script, prepare(only(await run(root, [entry], external, []))));
    return only(await run(root, [script], external, ["--minify"]));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function only(made: ReadonlyMap<string, string>): string {
  const [text, ...more] = made.values();
  if (text === undefined || more.length > 0) throw new Error("one script was expected");
  return text;
}

async function run(
  root: string,
  entries: readonly string[],
  external: readonly string[],
  options: readonly string[],
): Promise<Map<string, string>> {
  const made = await Deno.makeTempDir({ prefix: "garfio-bundle-" });
  try {
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "bundle",
        "--quiet",
        ...options,
        "--platform",
        "deno",
        "--code-splitting",
        ...external.flatMap((path) => ["--external", `./${path}`]),
        "--outdir",
        made,
        ...entries,
      ],
      cwd: root,
      stdout: "null",
    }).spawn().status;
    if (!success) throw new Error(`${entries.join(", ")} could not be bundled`);
    const paths = filesBelow(made).sort();
    return new Map(paths.map((path) => [path, Deno.readTextFileSync(`${made}/${path}`)]));
  } finally {
    await Deno.remove(made, { recursive: true });
  }
}

function filesBelow(folder: string, below = ""): string[] {
  return [...Deno.readDirSync(`${folder}/${below}`)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(folder, `${below}${name}/`) : [`${below}${name}`]
  );
}
