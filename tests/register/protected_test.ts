/** Every file that we register in is one that the guard of our own entries knows. */
import { allHarnesses } from "../../src/register/detect.ts";
import { surfaceOf } from "../../src/guard/self_protection/hook_surfaces.ts";
import { mayConcernUs } from "../../src/guard/self_protection/marks.ts";
import { assert } from "../support/assert.ts";
import { ASSETS } from "./sandbox.ts";

for (const harness of allHarnesses(ASSETS, "standard")) {
  Deno.test(`${harness.id}: its files are protected`, () => {
    for (const { paths } of Object.values(harness.registration.surfaces)) {
      // A folder that a variable moves could be anywhere.
      for (const path of paths.filter((one) => !/^\$(?!XDG_CONFIG_HOME)/.test(one))) {
        const full = path.replace(/^~/, "/home/dev").replace("{project}", "/home/dev/project")
          .replace("$XDG_CONFIG_HOME", "/home/dev/.config").replace("{event}", "PreToolUse");
        assert(mayConcernUs(full), `${full} passes the cheap look`);
        assert(surfaceOf(full, "linux") !== undefined, full);
      }
    }
  });
}
