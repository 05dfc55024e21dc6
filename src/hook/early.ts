import type { EarlyRead } from "./stdin.ts";

const [command, first] = Deno.args;

/** Whether this process answers an event. */
export const isHookCall = command === "hook" && first !== "--help" && first !== "-h";

/** The read of standard input, on its way while the rest of the program is still being loaded. */
export const early: EarlyRead | undefined = isHookCall && !Deno.stdin.isTerminal()
  ? startReading()
  : undefined;

function startReading(): EarlyRead {
  const buffer = new Uint8Array(64 * 1024);
  const first = Deno.stdin.read(buffer);
  // A failure is met where the input is read; until then it must not count as unhandled.
  first.catch(() => {});
  return { buffer, first };
}
