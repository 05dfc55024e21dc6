import { assertEquals } from "../support/assert.ts";
import { ASSETS, CLAUDE, inSandbox, ourHandlers } from "./sandbox.ts";

Deno.test("install: three processes at the same time converge", () =>
  inSandbox(async (box) => {
    box.put(box.settings, '{"model":"x"}');
    const script = `
      import { processIo, runCommand } from "${new URL("../../src/cli/main.ts", import.meta.url)}";
      const io = processIo(${JSON.stringify(ASSETS)});
      const self = { path: ${JSON.stringify(box.executable)}, compiled: true, main: "" };
      Deno.exit(await runCommand(["install", "--harness", "claude-code"], { ...io, self }));
    `;
    const file = box.put("install.ts", script);
    const runs = await Promise.all([1, 2, 3].map(() =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", "--no-check", `--config=${ASSETS}/deno.json`, file],
        env: { HOME: box.home, DENO_DIR: denoDir(), GARFIO_PROFILE: "advisory" },
        clearEnv: true,
        stdout: "null",
        stderr: "inherit",
      }).output()
    ));
    assertEquals(runs.map(({ code }) => code), [0, 0, 0]);
    assertEquals(ourHandlers(box.read(box.settings)).length, CLAUDE.registration.events.length);
    assertEquals([...Deno.readDirSync(box.backups)].length, 1);
  }));

function denoDir(): string {
  return Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/deno`;
}
