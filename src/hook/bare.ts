/**
 * A call without a word behind the program. Claude Code's entries hold program and arguments apart; a harness that runs
 * them as well may only know the program, and so do versions of Claude Code before that form. The payload then says what
 * is asked, and everything that is bound to the event answers.
 */
import { runHookCommand } from "./command.ts";
import { READ_LIMITS, readInput } from "./stdin.ts";

/** Where harnesses name the event. */
const KEYS = ["hook_event_name", "hookEventName", "hookName"];

/**
 * Answers the event on standard input.
 *
 * @param assets the folder that holds `contracts/` and `messages/`
 * @returns the exit code; undefined where nobody has sent an event, so that it is a person who asks
 */
export async function runBareCall(assets: string): Promise<number | undefined> {
  if (Deno.stdin.isTerminal()) return undefined;
  const { payload } = await readInput(Deno.stdin, READ_LIMITS);
  if (payload === undefined) return undefined;
  const event = KEYS.map((key) => payload[key]).find((name) => typeof name === "string");
  // To a harness the help would be a text for the model.
  if (event === undefined) return 0;
  const buffer = new TextEncoder().encode(JSON.stringify(payload));
  return await runHookCommand([asEvent(event as string)], assets, {
    buffer,
    first: Promise.resolve(buffer.length),
  });
}

/** `pre_tool_use` is `PreToolUse`. */
function asEvent(name: string): string {
  return name.includes("_")
    ? name.split("_").map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join("")
    : name;
}
