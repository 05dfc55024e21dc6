/** The files for Homebrew and Scoop. */
import { TARGETS } from "../../scripts/compile.ts";
import { fillTemplate, PACKAGING, targetsOf, TEST_EVENT } from "../../scripts/release/packaging.ts";
import { archiveName, RELEASES } from "../../src/cli/upgrade/source.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";
import { runProgram } from "../support/executable.ts";
import { withScratch } from "../support/scratch.ts";
import { isHere } from "./served.ts";

const ROOT = new URL("../../", import.meta.url);
const digestOf = (target: string): string => `${TARGETS.findIndex((one) => one === target) + 1}`.repeat(64);
const DIGESTS = new Map(TARGETS.map((target) => [archiveName("1.2.3", target), digestOf(target)]));

function filled(output: string): string {
  const [source] = Object.entries(PACKAGING).find(([, one]) => one === output)!;
  return fillTemplate(Deno.readTextFileSync(new URL(source, ROOT)), "1.2.3", DIGESTS);
}

Deno.test("homebrew: the formula names each archive with its checksum", () => {
  const formula = filled("homebrew/garfio.rb");
  assert(!/(?<!#)\{(?:url|sha256|version|homepage|event)/.test(formula), formula);
  for (const target of TARGETS.filter((one) => !one.includes("windows"))) {
    const url = `${RELEASES}/download/v1.2.3/garfio-1.2.3-${target}.tar.gz`;
    const at = formula.indexOf(`url "${url}"`);
    assert(at > 0, target);
    assertStringIncludes(formula.slice(at, at + url.length + 90), `sha256 "${digestOf(target)}"`);
  }
  for (const part of ["class Garfio < Formula", 'bin.install "garfio"', "test do", 'license "MIT"']) {
    assertStringIncludes(formula, part);
  }
  assert(!formula.includes("Cellar"));
});

Deno.test({
  name: "homebrew: the formula is Ruby",
  ignore: !isHere("ruby"),
  fn: () =>
    withScratch(async (folder) => {
      Deno.writeTextFileSync(`${folder}/garfio.rb`, filled("homebrew/garfio.rb"));
      const { success, stderr } = await new Deno.Command("ruby", { args: ["-wc", `${folder}/garfio.rb`] })
        .output();
      assertEquals([success, new TextDecoder().decode(stderr)], [true, ""]);
    }),
});

Deno.test("homebrew: what its test runs is answered as its test expects", () =>
  withScratch(async (folder) => {
    const ran = await runProgram({
      args: ["hook", "PreToolUse", "pretooluse-bash"],
      stdin: `${TEST_EVENT}\n`,
      env: { HOME: folder },
      cwd: folder,
    });
    assertEquals(ran.code, 0);
    assertStringIncludes(ran.stdout, "Co-Authored-By");
  }));

Deno.test("scoop: the manifest has what Scoop's schema asks for, and updates itself", () => {
  const manifest = JSON.parse(filled("scoop/garfio.json"));
  const known = [
    "version",
    "description",
    "homepage",
    "license",
    "architecture",
    "bin",
    "notes",
    "checkver",
    "autoupdate",
  ];
  assertEquals(Object.keys(manifest).filter((key) => !known.includes(key)), []);
  for (const key of ["version", "homepage", "license"]) assert(typeof manifest[key] === "string", key);
  assert(/^[\w.+-]+$/.test(manifest.version) && /^https:/.test(manifest.homepage));
  assertEquals([manifest.version, manifest.bin], ["1.2.3", "garfio.exe"]);
  const target = "x86_64-pc-windows-msvc";
  assertEquals(manifest.architecture, {
    "64bit": {
      url: `${RELEASES}/download/v1.2.3/garfio-1.2.3-${target}.zip`,
      hash: digestOf(target),
      extract_dir: `garfio-1.2.3-${target}`,
    },
  });
  const { url, extract_dir } = manifest.autoupdate.architecture["64bit"];
  assertEquals(url.replaceAll("$version", "1.2.3"), manifest.architecture["64bit"].url);
  assertEquals(extract_dir.replaceAll("$version", "1.2.3"), manifest.architecture["64bit"].extract_dir);
  assertEquals(manifest.autoupdate.hash.url, "$baseurl/SHA256SUMS");
});

Deno.test("packaging: nothing is written with a gap", () => {
  assertThrows(() => fillTemplate("{sha256 aarch64-apple-darwin}", "9.9.9", DIGESTS), Error, "garfio-9.9.9");
  assertThrows(() => fillTemplate("{colour}", "1.2.3", DIGESTS), Error, "{colour}");
  assertEquals(targetsOf("{url a-b} {sha256 a-b} {url c}"), ["a-b", "c"]);
});
