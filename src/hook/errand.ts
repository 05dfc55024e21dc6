/** Answers an event by a process of its own: the command. */
import type { OwnProgram } from "../resident/program.ts";
import type { Done, Errand } from "./resident.ts";

/** Large payloads are rare, and each of these processes holds one twice. */
const AT_ONCE = 2;
/** Longer than any event may take. */
const LONGEST = 60_000;

/** What sends events to processes of `program`, no more than two at once. */
export function errands(program: OwnProgram): (errand: Errand) => Promise<Done> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (errand) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await run(program, errand);
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

async function run(program: OwnProgram, { args, body, variables, cwd }: Errand): Promise<Done> {
  const child = new Deno.Command(program.command, {
    args: [...program.leading, "hook", ...args],
    clearEnv: true,
    env: { ...variables },
    cwd: isFolder(cwd) ? cwd : "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => kill(child), LONGEST);
  try {
    const [output] = await Promise.all([child.output(), feed(child.stdin, body)]);
    const decoder = new TextDecoder();
    return {
      stdout: decoder.decode(output.stdout),
      stderr: decoder.decode(output.stderr),
      code: output.code,
    };
  } finally {
    clearTimeout(timer);
  }
}

async function feed(stdin: WritableStream<Uint8Array>, body: Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(body);
    await writer.close();
  } catch {
    // It answered without reading.
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
