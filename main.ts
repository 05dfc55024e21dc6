/** The entry of the executable: `garfio hook …` loads the hot path and nothing else, the rest loads the commands. */
const [command, ...rest] = Deno.args;
const assets = import.meta.dirname ?? ".";

if (command === "hook") {
  const { runHookCommand } = await import("./src/hook/command.ts");
  Deno.exit(await runHookCommand(rest, assets));
} else {
  const { runCommand, processIo } = await import("./src/cli/main.ts");
  Deno.exit(await runCommand(Deno.args, processIo(assets)));
}
