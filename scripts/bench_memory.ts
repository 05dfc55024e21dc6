/** The peak memory of one program, from the operating system's account of finished children. */

/**
 * Kilobytes that `command` held at most; undefined where that cannot be told. A process of its own asks, since the
 * account is the highest of all children that a process ever had.
 */
export async function peakMemory(
  command: readonly string[],
  stdin: string,
  env: Record<string, string>,
): Promise<number | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-config", import.meta.url, ...command],
    env: { ...env, DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno` },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { stdout } = await child.output();
  return Number(new TextDecoder().decode(stdout)) || undefined;
}

const RUSAGE_CHILDREN = -1;
/** Where `ru_maxrss` stands in `struct rusage` on 64-bit Linux: behind two times of 16 bytes. */
const MAXIMUM_RESIDENT = 32;

if (import.meta.main) {
  const input = await new Response(Deno.stdin.readable).bytes();
  const child = new Deno.Command(Deno.args[0]!, {
    args: Deno.args.slice(1),
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(input).then(() => writer.close()).catch(() => {});
  await child.status;
  const library = Deno.dlopen("libc.so.6", { getrusage: { parameters: ["i32", "buffer"], result: "i32" } });
  const usage = new Uint8Array(256);
  library.symbols.getrusage(RUSAGE_CHILDREN, usage);
  console.log(Number(new DataView(usage.buffer).getBigInt64(MAXIMUM_RESIDENT, true)));
}
