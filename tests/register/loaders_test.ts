/** The files that we write, as each client would load them and start what they name. */
import type { Os } from "../../src/base/platform.ts";
import type { Profile } from "../../src/policy/action.ts";
import { allHarnesses } from "../../src/register/detect.ts";
import { installEntries } from "../../src/register/edit.ts";
import { plannedEntries } from "../../src/register/entry.ts";
import type { Harness, Scope, Surface } from "../../src/register/registration.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { load, LOADERS } from "./loaders.ts";
import { ASSETS } from "./sandbox.ts";

const PROGRAMS: readonly [Os, string][] = [
  ["linux", "/opt/my tools/garfio"],
  ["linux", "/home/dev/bob's bin/garfio"],
  ["darwin", "/Applications/Garfio (new)/garfio"],
  ["windows", "C:\\Users\\Test User\\AppData\\Local\\garfio\\bin\\garfio.exe"],
  ["windows", "C:\\tools\\garfio.exe"],
];
const PROFILES: readonly Profile[] = ["advisory", "standard", "strict"];

for (const profile of PROFILES) {
  for (const harness of allHarnesses(ASSETS, profile)) {
    for (const [scope, surface] of Object.entries(harness.registration.surfaces)) {
      if (surface.layout === "file") continue;
      Deno.test(`${harness.id}, scope ${scope}, ${profile}: the client loads and starts each entry`, () => {
        for (const [os, program] of PROGRAMS) check(harness, scope as Scope, surface, os, program);
      });
    }
  }
}

function check(harness: Harness, scope: Scope, surface: Surface, os: Os, program: string): void {
  const loader = LOADERS[harness.id];
  assert(loader !== undefined, `there is no model of how ${harness.id} loads entries`);
  const planned = plannedEntries(harness, surface, { command: program, leading: [] }, os);
  if (planned.length === 0) return;
  const loaded = load(loader, installEntries("", { harness, surface, place: { os }, planned }), scope, os);
  assertEquals(loaded.length, planned.length);
  for (const [index, entry] of planned.entries()) {
    const { event, matches, argv } = loaded.find((one) =>
      one.argv.join(" ").endsWith(entry.arguments.join(" "))
    )!;
    assertEquals(event, entry.event, `entry ${index}`);
    const sample = entry.row.sample;
    const value = sample["tool_name"] ?? sample["toolName"] ?? sample["source"] ?? sample["trigger"] ?? "";
    assert(matches(String(value)), `${entry.matcher} does not match ${value}`);
    // Git Bash takes slashes in a path of Windows.
    assertEquals([argv[0]!.replaceAll("/", os === "windows" ? "\\" : "/"), ...argv.slice(1)], [
      program,
      ...entry.arguments,
    ]);
  }
}
