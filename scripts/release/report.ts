/** What an executable is made of. */
import type { Package } from "./packages.ts";

interface Part {
  readonly name: string;
  readonly bytes: number;
}

/** The files below `folder`, largest first. */
export function filesOf(folder: string, below = ""): Part[] {
  return [...Deno.readDirSync(`${folder}/${below}`)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? filesOf(folder, `${below}${name}/`)
      : [{ name: `${below}${name}`, bytes: Deno.statSync(`${folder}/${below}${name}`).size }]
  ).sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

/**
 * The report.
 *
 * @param program the size of the executable; undefined where none was compiled
 */
export function sizeReport(
  bundle: string,
  program: number | undefined,
  packages: readonly Package[],
): string {
  const files = filesOf(bundle);
  const group = (title: string, test: (name: string) => boolean): Part => ({
    name: title,
    bytes: files.filter(({ name }) => test(name)).reduce((sum, { bytes }) => sum + bytes, 0),
  });
  const groups = [
    group("program, bundled", (name) => name.endsWith(".js")),
    group("messages", (name) => name.startsWith("messages/")),
    group("contracts", (name) => name.startsWith("contracts/")),
    group("rules", (name) => name.startsWith("rules/")),
    group("other", (name) => !/\.js$|^(?:messages|contracts|rules)\//.test(name)),
  ].filter(({ bytes }) => bytes > 0);
  const ours = groups.reduce((sum, { bytes }) => sum + bytes, 0);
  const rows = [
    ...(program === undefined ? [] : [{ name: "the executable", bytes: program }, {
      name: "the runtime (Deno, V8)",
      bytes: program - ours,
    }]),
    { name: "what Garfio adds to it", bytes: ours },
    ...groups.map(({ name, bytes }) => ({ name: `  ${name}`, bytes })),
  ];
  return [
    table(rows),
    "The files that are embedded:",
    table(files.map(({ name, bytes }) => ({ name: `  ${name}`, bytes }))),
    `Packages in the bundle: ${packages.map(({ name, version }) => `${name} ${version}`).join(", ")}.`,
    "",
  ].join("\n");
}

function table(rows: readonly Part[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, bytes }) => `${name.padEnd(width)}  ${kilobytes(bytes)}\n`).join("");
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(9)} kB`;
}
