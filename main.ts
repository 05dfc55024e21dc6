/**
 * The entry of the executable. Standard input is asked for before anything else is loaded, so that a payload is on
 * its way while the program is still being read. `garfio hook …` loads the path of an event and nothing else.
 */
import { early, isHookCall } from "./src/hook/early.ts";
import { isServeCall } from "./src/resident/serve_words.ts";

const assets = import.meta.dirname ?? ".";

if (isHookCall || isServeCall(Deno.args)) {
  // Most events meet files that are not there, and nobody reads where in the program that was noticed.
  Error.stackTraceLimit = 0;
}
if (isHookCall) {
  const { runHookCommand } = await import("./src/hook/command.ts");
  Deno.exit(await runHookCommand(Deno.args.slice(1), assets, early));
} else if (isServeCall(Deno.args)) {
  // A harness waits for a resident that is being started, so the other commands are not loaded for it.
  const { serveAlone } = await import("./src/hook/serve_alone.ts");
  Deno.exit(await serveAlone(Deno.args, assets));
} else {
  if (Deno.args.length === 0 && !Deno.stdin.isTerminal()) {
    const { runBareCall } = await import("./src/hook/bare.ts");
    const code = await runBareCall(assets);
    if (code !== undefined) Deno.exit(code);
  }
  const { runCommand, processIo } = await import("./src/cli/main.ts");
  Deno.exit(await runCommand(Deno.args, processIo(assets)));
}
