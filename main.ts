/**
 * The entry of the executable. Standard input is asked for before anything else is loaded, so that a payload is on
 * its way while the program is still being read. `garfio hook …` loads the path of an event and nothing else.
 */
const [command, ...rest] = Deno.args;
const assets = import.meta.dirname ?? ".";

if (command === "hook" && rest[0] !== "--help" && rest[0] !== "-h") {
  const buffer = new Uint8Array(64 * 1024);
  const first = Deno.stdin.isTerminal() ? undefined : Deno.stdin.read(buffer);
  // A failure is met where the input is read; until then it must not count as unhandled.
  first?.catch(() => {});
  const { runHookCommand } = await import("./src/hook/command.ts");
  Deno.exit(await runHookCommand(rest, assets, first === undefined ? undefined : { buffer, first }));
} else {
  const { runCommand, processIo } = await import("./src/cli/main.ts");
  Deno.exit(await runCommand(Deno.args, processIo(assets)));
}
