/** Starts a program: an argument list, no shell, a time, and no more output than anybody reads. */
import type { Output } from "./tool.ts";

/** What is started. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds until it is ended. */
  readonly time: number;
  /** What it gets on standard input; without it nothing. */
  readonly input?: string;
}

/** How it ended. */
export interface Ended extends Output {
  readonly code: number;
  /** It was ended since its time was over. */
  readonly late: boolean;
}

const MOST_OUTPUT = 256 * 1024;

/**
 * Runs a program to its end, or until its time is over.
 *
 * @throws what starting it throws
 */
export async function startProgram({ program, args, cwd, env, time, input }: Start): Promise<Ended> {
  if (time <= 0) return { out: "", err: "", code: -1, late: true };
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { ...env },
    clearEnv: true,
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const readers = [child.stdout.getReader(), child.stderr.getReader()];
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end(child);
    // A grandchild may hold the pipes for as long as it likes.
    for (const reader of readers) reader.cancel().catch(() => {});
  }, time);
  try {
    const fed = input === undefined ? Promise.resolve() : feed(child, input);
    const [out, err, { code }] = await Promise.all([read(readers[0]!), read(readers[1]!), child.status, fed]);
    return { out, err, code, late };
  } finally {
    clearTimeout(timer);
  }
}

function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

async function feed(child: Deno.ChildProcess, input: string): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // It does not read what it is given.
  }
}

/** Reads to the end and keeps the beginning. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (text.length < MOST_OUTPUT) text += decoder.decode(value, { stream: true });
    }
  } catch {
    // Cancelled.
  }
  return text.slice(0, MOST_OUTPUT);
}
