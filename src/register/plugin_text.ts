/** The text of a plugin or a script before its settings are filled in. Its lines end in LF, whatever the checkout did. */

const INCLUDE = /^\/\* garfio:include ([\w.-]+) \*\/$/gm;

/**
 * The template `name` beside the contracts, with the parts that several plugins share, and `first` as its first line: one
 * template may serve harnesses that differ in nothing else.
 */
export function pluginText(assets: string, name: string, first: string): string {
  const read = (file: string): string => scriptText(assets, file);
  return read(name).replace(/^.*\n/, () => `${first}\n`).replace(
    INCLUDE,
    (_, part: string) => read(part).trimEnd(),
  );
}

/** The template `name` beside the contracts as it stands. */
export function scriptText(assets: string, name: string): string {
  return Deno.readTextFileSync(`${assets}/contracts/${name}`).replaceAll("\r\n", "\n");
}
