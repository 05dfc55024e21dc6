/** `garfio --version`. */
import { VERSION } from "../../src/base/version.ts";
import { edition, versionLine } from "../../src/cli/version.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { inSandbox } from "../register/sandbox.ts";

const KNOWN = {
  version: "1.2.3",
  commit: undefined,
  target: "x86_64-unknown-linux-gnu",
  deno: "2.4.2",
  v8: "13.7",
};

Deno.test("version: name and version first, then commit, target and engine", () => {
  assertEquals(versionLine(KNOWN), "garfio 1.2.3 x86_64-unknown-linux-gnu, Deno 2.4.2, V8 13.7");
  const commit = "0123456789abcdef0123456789abcdef01234567";
  assertEquals(versionLine({ ...KNOWN, commit }).split(" x86")[0], "garfio 1.2.3 (0123456)");
  assertEquals(
    versionLine({ ...KNOWN, commit: `${commit}-dirty` }).split(" x86")[0],
    "garfio 1.2.3 (0123456-dirty)",
  );
});

Deno.test("version: the commit is that of build.json, if it is one", () =>
  withScratch((assets) => {
    const commitOf = () => edition({ assets, os: "linux" }).commit;
    assertEquals(commitOf(), undefined);
    for (
      const [text, commit] of [
        ['{"commit":"0123456789abcdef"}', "0123456789abcdef"],
        ['{"commit":"0123456789abcdef-dirty"}', "0123456789abcdef-dirty"],
        ['{"commit":"$(x)"}', undefined],
        ["{", undefined],
        ["[]", undefined],
        ['{"commit":7}', undefined],
      ] as const
    ) {
      Deno.writeTextFileSync(`${assets}/build.json`, text);
      assertEquals(commitOf(), commit, text);
    }
  }));

Deno.test("version: --version and -V in words, with --json as an object", () =>
  inSandbox(async ({ run }) => {
    const { code, out, err } = await run("--version");
    assertEquals([code, err, (await run("-V")).out], [0, "", out]);
    assert(out.startsWith(`garfio ${VERSION} `) && out.endsWith("\n") && out.split("\n").length === 2, out);
    const json = JSON.parse((await run("--version --json")).out);
    assertEquals(json, {
      version: VERSION,
      target: Deno.build.target,
      deno: Deno.version.deno,
      v8: Deno.version.v8,
    });
  }));
