import { pause } from "../base/pause.ts";

/** What a program did. */
export interface RunResult {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** It was killed, as it took too long. */
  readonly timedOut: boolean;
}

/** How to run a program. */
export interface RunJob {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All variables that it gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly milliseconds: number;
}

/** How long output may come after the program ended: something that it started may hold the pipe open. */
const DRAIN_MS = 1000;

/** More output than this is not read. */
const LARGEST = 1024 * 1024;

/**
 * Runs a program without a shell, with `stdin` as all its input, and kills it when its time is over.
 *
 * @throws what the system says where it cannot be started
 */
export async function runProgram(job: RunJob): Promise<RunResult> {
  const child = await start(job);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    try {
      child.kill("SIGKILL");
    } catch {
      // It ended by itself.
    }
  }, job.milliseconds);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const fed = feed(child.stdin, job.stdin);
  const { code } = await child.status;
  clearTimeout(timer);
  const drain = setTimeout(() => {
    stdout.stop();
    stderr.stop();
  }, DRAIN_MS);
  const [out, err] = await Promise.all([stdout.bytes, stderr.bytes, fed]);
  clearTimeout(drain);
  return { code, stdout: out, stderr: err, timedOut };
}

/** A file that was written a moment ago may still be open in a program that was started meanwhile. */
const BUSY = 26;
const ATTEMPTS = 20;
const PAUSE_MS = 50;

async function start(job: RunJob): Promise<Deno.ChildProcess> {
  for (let attempt = 1;; attempt++) {
    try {
      return new Deno.Command(job.command, {
        args: [...job.args],
        cwd: job.cwd,
        env: { ...job.environment },
        clearEnv: true,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
    } catch (error) {
      const isBusy = error instanceof Error && error.message.includes(`os error ${BUSY})`);
      if (!isBusy || attempt === ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** Hands over the input. A program that does not read it is no fault of it. */
async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}

/** Reads until the end, the limit, or `stop`. */
function collect(stream: ReadableStream<Uint8Array>): { bytes: Promise<Uint8Array>; stop: () => void } {
  const reader = stream.getReader();
  const read = async () => {
    const parts: Uint8Array[] = [];
    let size = 0;
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        if (size < LARGEST) parts.push(value);
        size += value.length;
      }
    } catch {
      // Stopped.
    }
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  };
  return { bytes: read(), stop: () => void reader.cancel().catch(() => {}) };
}
