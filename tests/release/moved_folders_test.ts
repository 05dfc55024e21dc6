/** After an upgrade by a package manager, whose folders move, registered entries still run. */
import { plannedEntries } from "../../src/register/entry.ts";
import { programFor } from "../../src/register/program.ts";
import { CLAUDE, inSandbox, ourHandlers, type Sandbox } from "../register/sandbox.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { runWith, standIn } from "./served.ts";

const ignore = Deno.build.os === "windows";

interface Manager {
  readonly name: string;
  readonly os: "linux" | "darwin" | "windows";
  /** The executable of `version`, below the root. */
  readonly versioned: (version: string) => string;
  readonly stable: string;
  /** Puts the stable path onto `version`. */
  readonly link: (box: Sandbox, version: string) => void;
}

const MANAGERS: readonly Manager[] = [
  {
    name: "Homebrew",
    os: "darwin",
    versioned: (version) => `brew/Cellar/garfio/${version}/bin/garfio`,
    stable: "brew/bin/garfio",
    link: (box, version) => {
      Deno.mkdirSync(`${box.root}/brew/bin`, { recursive: true });
      relink(`../Cellar/garfio/${version}/bin/garfio`, `${box.root}/brew/bin/garfio`);
    },
  },
  {
    name: "Scoop",
    os: "windows",
    versioned: (version) => `scoop/apps/garfio/${version}/garfio.exe`,
    stable: "scoop/apps/garfio/current/garfio.exe",
    link: (box, version) => relink(version, `${box.root}/scoop/apps/garfio/current`),
  },
];

function relink(target: string, path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // The first time.
  }
  Deno.symlinkSync(target, path);
}

for (const { name, os, versioned, stable, link } of MANAGERS) {
  Deno.test({
    name: `upgrade by ${name}: entries name the stable path and still run`,
    ignore,
    fn: () =>
      inSandbox(async (box) => {
        const programAt = (path: string) =>
          programFor({ path, compiled: true, main: "" }, undefined, CLAUDE.registration.reserved, os);
        const old = box.put(versioned("1.0.0"), standIn("1.0.0"), 0o755);
        link(box, "1.0.0");
        const program = programAt(old);
        assertEquals(program, { command: `${box.root}/${stable}`, leading: [] });
        const entries = plannedEntries(CLAUDE, CLAUDE.registration.surfaces.user!, program, os);

        // The upgrade: the new folder comes, the stable path leads there, the old folder goes.
        const fresh = box.put(versioned("1.1.0"), standIn("1.1.0"), 0o755);
        link(box, "1.1.0");
        Deno.removeSync(old.slice(0, old.indexOf("/1.0.0") + 6), { recursive: true });

        assert(entries.length > 5);
        for (const { handler } of entries) {
          const { command, args } = handler as { command: string; args: string[] };
          const ran = await runWith(command, args, { PATH: "/usr/bin:/bin" });
          assertEquals([ran.code, ran.out.trim()], [0, args.join(" ")]);
        }
        assertEquals(programAt(fresh), program);
      }),
  });
}

Deno.test({
  name: "upgrade by Homebrew: the new executable finds nothing to do in the file that the old one wrote",
  ignore,
  fn: () =>
    inSandbox(async (box) => {
      const [{ versioned, link }] = MANAGERS as readonly [Manager];
      for (const [version, says] of [["1.0.0", "Written"], ["1.1.0", "Nothing to do"]] as const) {
        const executable = box.put(versioned(version), standIn(version), 0o755);
        link(box, version);
        const { code, out, err } = await box.run("install --harness claude-code", { executable });
        assertEquals([code, err], [0, ""]);
        assertStringIncludes(out, says);
      }
      assert(ourHandlers(box.read(box.settings)).every(({ command }) => !String(command).includes("Cellar")));
    }),
});
