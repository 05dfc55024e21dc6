import { environmentOf } from "../../src/base/environment.ts";
import { configFolder, dataFolder, homeFolder, stateFolder } from "../../src/base/folders.ts";
import type { Os } from "../../src/base/platform.ts";
import { VERSION } from "../../src/base/version.ts";
import { assertEquals } from "../support/assert.ts";

const place = (os: Os, values: Record<string, string>) => ({ os, env: environmentOf(values) });

Deno.test("the state folder is the first that the environment tells", () => {
  const rows: [string | undefined, Os, Record<string, string>][] = [
    ["/s", "linux", { GARFIO_STATE_DIR: "/s", CLAUDE_PLUGIN_DATA: "/p", HOME: "/h" }],
    ["/p/state", "linux", { CLAUDE_PLUGIN_DATA: "/p", XDG_STATE_HOME: "/x", HOME: "/h" }],
    ["/x/garfio", "linux", { XDG_STATE_HOME: "/x", HOME: "/h" }],
    ["/h/.local/state/garfio", "darwin", { HOME: "/h" }],
    // Only absolute folders count, and a blank variable is none.
    ["/h/.local/state/garfio", "linux", {
      GARFIO_STATE_DIR: "relative",
      CLAUDE_PLUGIN_DATA: " ",
      HOME: "/h",
    }],
    ["C:\\L\\garfio\\state", "windows", { LOCALAPPDATA: "C:\\L", USERPROFILE: "C:\\U" }],
    ["C:\\U\\.local\\state\\garfio", "windows", { USERPROFILE: "C:\\U" }],
    [undefined, "linux", {}],
    [undefined, "linux", { HOME: "relative" }],
  ];
  for (const [expected, os, values] of rows) {
    assertEquals(stateFolder(place(os, values)), expected, JSON.stringify(values));
  }
});

Deno.test("configuration and data follow the same order", () => {
  assertEquals(configFolder(place("linux", { HOME: "/h" })), "/h/.config/garfio");
  assertEquals(configFolder(place("windows", { APPDATA: "C:\\R" })), "C:\\R\\garfio");
  assertEquals(dataFolder(place("linux", { XDG_DATA_HOME: "/d", HOME: "/h" })), "/d/garfio");
  assertEquals(dataFolder(place("windows", { LOCALAPPDATA: "C:\\L" })), "C:\\L\\garfio\\data");
  assertEquals(homeFolder(place("windows", { USERPROFILE: "C:/U/" })), "C:\\U");
});

Deno.test("the version is that of deno.json", () => {
  const manifest = JSON.parse(Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)));
  assertEquals(VERSION, manifest.version);
});
