/**
 * What reading a command line costs in a compiled program that does nothing else: CPU and wall time of three programs,
 * medians of one interleaved run, and what they cost over the first.
 *
 *     deno run -A scripts/bench_shell.ts [--rounds <n>]
 *
 * CPU time is asked of bash; without bash only wall time is printed.
 */
import { median } from "./median.ts";
import { thisOs } from "../src/base/platform.ts";
import { compileProgram } from "./compile.ts";

const root = new URL("../", import.meta.url).pathname.replace(/\/$/, "");
const folder = `${root}/dist/bench-shell`;
const rounds = Math.max(5, Number(Deno.args[Deno.args.indexOf("--rounds") + 1]) || 20);
/** Starts that are measured as one. */
const STARTS = 4;

/** About 300 characters of what a model runs all day. */
const SIMPLE =
  'cd packages/web && git add -A && git commit -m "Fix the parser: keep $HOME and quotes" --no-verify; ' +
  'npm run build > /tmp/build.log 2>&1 || echo "build failed: see log"; grep -rn "TODO|FIXME" src --include=*.ts | ' +
  "head -20 | sort -u; ls -la dist/ ~/out && rm -rf node_modules/.cache; git push origin HEAD &";

/** As long, with a loop, a here-document, a substitution and programs that start others. */
const COMPLEX = 'for f in $(git ls-files "*.ts" | grep -v dist); do if grep -q "TODO" "$f"; then ' +
  'sed -i "s/TODO/DONE/g" "$f" && echo "fixed ${f%.ts}"; fi; done; cat > /tmp/notes.md <<EOF\n# Notes for $USER\nEOF\n' +
  'git commit -m "$(cat /tmp/notes.md)" && find . -name "*.tmp" -exec rm -f {} + | xargs -r echo removed';

const LAZY = ["simple", "read", "read_posix", "read_windows"] as const;

interface Program {
  readonly name: string;
  readonly file: string;
  readonly source: string;
  readonly cpu: number[];
  readonly wall: number[];
}

function program(name: string, file: string, line: string | undefined): Program {
  const surroundings =
    `{ cwd: "/work/app", home: "/home/u", env: () => undefined, os: "linux", deadline: Date.now() + 4000 }`;
  const source = line === undefined ? "" : 'import { readLine } from "./load.js";\n' +
    `const reading = await readLine(${JSON.stringify(line)}, "posix", ${surroundings});\n` +
    "if (reading.incomplete !== undefined || reading.commands.length < 8) Deno.exit(1);\n";
  return { name, file, source, cpu: [], wall: [] };
}

const PROGRAMS = [
  program("no reading", "none.js", undefined),
  program(`simple line (${SIMPLE.length} characters)`, "simple-line.js", SIMPLE),
  program(`complex line (${COMPLEX.length} characters)`, "complex-line.js", COMPLEX),
];

/** Bundles the loader and each of the files that it loads, each complete in itself. */
async function bundle(): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  for (const name of ["load", ...LAZY]) {
    const external = LAZY.filter((other) => other !== name).flatMap((
      other,
    ) => ["--external", `./${other}.ts`]);
    const output = `${folder}/${name}.js`;
    const args = ["bundle", "--quiet", "--minify", "--platform", "deno", ...external, "--output", output];
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [...args, `${root}/src/shell/${name}.ts`],
      cwd: root,
    }).output();
    if (!success) throw new Error(`src/shell/${name}.ts could not be bundled`);
    const text = await Deno.readTextFile(output);
    await Deno.writeTextFile(output, text.replace(/import\("\.\/(\w+)\.ts"\)/g, 'import("./$1.js")'));
  }
}

function executable({ file }: Program): string {
  return `${folder}/${file.replace(/\.js$/, thisOs() === "windows" ? ".exe" : "")}`;
}

/** Runs the program a few times; milliseconds of CPU (or NaN) and of wall time for each start. */
async function measure(one: Program, withBash: boolean): Promise<[cpu: number, wall: number]> {
  const loop = `for i in ${"x ".repeat(STARTS)}; do "$0" < /dev/null > /dev/null || exit 1; done`;
  const started = performance.now();
  if (!withBash) {
    for (let start = 0; start < STARTS; start++) await new Deno.Command(executable(one)).output();
    return [NaN, (performance.now() - started) / STARTS];
  }
  const { success, stderr } = await new Deno.Command("bash", {
    args: ["-c", `TIMEFORMAT='%3U %3S %3R'; time { ${loop}; }`, executable(one)],
    env: { LC_ALL: "C" },
  }).output();
  const [user = NaN, system = NaN, real = NaN] = new TextDecoder().decode(stderr).trim().split(" ").map(
    Number,
  );
  if (!success) throw new Error(`${one.name} failed`);
  return [(user + system) * 1_000 / STARTS, real * 1_000 / STARTS];
}

await bundle();
for (const one of PROGRAMS) {
  await Deno.writeTextFile(`${folder}/${one.file}`, one.source);
  await compileProgram(folder, one.file, executable(one));
}
const withBash = await new Deno.Command("bash", { args: ["-c", "exit 0"] }).output().then(
  ({ success }) => success,
  () => false,
);
for (let round = -1; round < rounds; round++) {
  for (const one of PROGRAMS) {
    const [cpu, wall] = await measure(one, withBash);
    if (round < 0) continue;
    one.cpu.push(cpu);
    one.wall.push(wall);
  }
}
for (const name of LAZY) {
  const { size } = await Deno.stat(`${folder}/${name}.js`);
  console.log(`${`src/shell/${name}.ts`.padEnd(36)} ${(size / 1_000).toFixed(1).padStart(6)} KB`);
}
const base = { cpu: median(PROGRAMS[0]!.cpu), wall: median(PROGRAMS[0]!.wall) };
for (const { name, cpu, wall } of PROGRAMS) {
  const shown = (value: number, over: number) =>
    `${value.toFixed(1).padStart(6)} ms (+${Math.max(0, value - over).toFixed(1)})`;
  console.log(
    `${name.padEnd(36)} CPU ${shown(median(cpu), base.cpu)}  wall ${shown(median(wall), base.wall)}`,
  );
}
