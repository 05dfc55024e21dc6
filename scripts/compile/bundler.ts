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
  const made = await Deno.makeTempDir({ prefix: "garfio-bundle-" });
  try {
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "bundle",
        "--quiet",
        "--minify",
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
