import { environmentOf } from "../../src/base/environment.ts";
import { STATUS } from "../../src/cli/status.ts";
import type { Io } from "../../src/cli/io.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

async function status(folder: string, switches: readonly string[] = [], env: Record<string, string> = {}) {
  let out = "";
  const io = {
    write: (text: string) => out += text,
    env: environmentOf({ HOME: `${folder}/home`, ...env }),
    os: "linux",
    assets: new URL("../../", import.meta.url).pathname,
    cwd: `${folder}/p`,
  } as unknown as Io;
  const values = { text: () => undefined, has: (name: string) => switches.includes(name), operands: [] };
  const code = await STATUS.run(values, io);
  return { code, out };
}

function place(folder: string, operator: string, project: string): void {
  for (const [path, text] of [["home/.config/garfio", operator], ["p/.garfio", project]] as const) {
    Deno.mkdirSync(`${folder}/${path}`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/${path}/config.jsonc`, text);
  }
  Deno.mkdirSync(`${folder}/p/.git`);
}

Deno.test("status shows each action with the layer that sets it, and what a project would loosen", () =>
  withScratch(async (folder) => {
    place(folder, '{"profile":"strict"}', '{"guards":{"pretooluse-askuserquestion-recommended":"off"}}');
    const { code, out } = await status(folder);
    assertEquals(code, 0);
    assertStringIncludes(out, "Profile: strict");
    assert(/pretooluse-askuserquestion-recommended +deny +profile strict/.test(out), out);
    assertStringIncludes(out, "Ignored: ");
    assertStringIncludes(out, 'a project cannot loosen "deny"');
  }));

Deno.test("status names a broken file and fails, and tells that hooks are switched off", () =>
  withScratch(async (folder) => {
    place(folder, "{ broken", "{}");
    const broken = await status(folder);
    assertEquals(broken.code, 1);
    assertStringIncludes(broken.out, "config.jsonc is not used");
    assertStringIncludes(broken.out, "Profile: standard (built-in)");
    const off = await status(folder, ["json"], { GARFIO_HOOKS_DISABLE: "1" });
    assertEquals(JSON.parse(off.out).switchedOff, true);
  }));
