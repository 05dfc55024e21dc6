import { writeAll } from "../base/atomic.ts";
import { describeError } from "../base/errors.ts";
import { thisOs } from "../base/platform.ts";
import { REPLACE } from "../resident/serve_words.ts";
import { runServeCommand } from "./foreground.ts";

/** `garfio serve` with the words that `isServeCall` knows, without the other commands. The result is the exit code. */
export async function serveAlone(args: readonly string[], assets: string): Promise<number> {
  const tell = (stream: { writeSync(bytes: Uint8Array): number }) => (text: string) => {
    try {
      writeAll(stream, new TextEncoder().encode(text));
    } catch {
      // Whoever started it has gone.
    }
  };
  const error = tell(Deno.stderr);
  try {
    return await runServeCommand({
      assets,
      os: thisOs(),
      variables: Deno.env.toObject(),
      replace: args.includes(REPLACE),
      write: tell(Deno.stdout),
      error,
    });
  } catch (thrown) {
    error(`garfio serve: ${describeError(thrown)}\n`);
    return 1;
  }
}
