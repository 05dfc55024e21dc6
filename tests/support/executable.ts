/** The program that end-to-end tests run: `GARFIO_EXECUTABLE`, else this checkout through Deno. */

const root = new URL("../../", import.meta.url).pathname;

/** The words in front of a command line. */
export const PROGRAM: readonly string[] = Deno.env.get("GARFIO_EXECUTABLE") !== undefined
  ? [Deno.env.get("GARFIO_EXECUTABLE")!]
  : [Deno.execPath(), "run", "-A", "--quiet", `--config=${root}deno.json`, `${root}main.ts`];

/** What a process left behind. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start the program. Variables that are not named are not there. */
export interface Start {
  readonly args: readonly string[];
  readonly stdin: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs the program as a harness would: no shell, standard input written and closed. */
export async function runProgram({ args, stdin, env = {}, cwd }: Start): Promise<Ran> {
  // Deno's own cache must be found when the program is a checkout.
  const denoDir: Record<string, string> = {};
  for (const name of ["DENO_DIR", "XDG_CACHE_HOME"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) denoDir[name] = value;
  }
  const home = Deno.env.get("HOME");
  if (denoDir["DENO_DIR"] === undefined && home !== undefined) {
    denoDir["DENO_DIR"] = `${denoDir["XDG_CACHE_HOME"] ?? `${home}/.cache`}/deno`;
  }
  const child = new Deno.Command(PROGRAM[0]!, {
    args: [...PROGRAM.slice(1), ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    clearEnv: true,
    env: { ...denoDir, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  }).spawn();
  const writer = child.stdin.getWriter();
  const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
  try {
    await writer.write(bytes);
    await writer.close();
  } catch {
    // It answered without reading.
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
