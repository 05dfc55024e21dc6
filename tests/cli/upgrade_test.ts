/** `garfio upgrade` against a release on loopback. */
import { VERSION } from "../../src/base/version.ts";
import { CHECKSUMS } from "../../src/cli/upgrade/source.ts";
import { inSandbox, type Sandbox } from "../register/sandbox.ts";
import { type Served, standIn, withRelease } from "../release/served.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";

interface Place {
  readonly box: Sandbox;
  readonly served: Served;
  readonly executable: string;
  /** Runs `garfio upgrade …` as the executable. */
  readonly upgrade: (
    args?: string,
    more?: Partial<Parameters<Sandbox["run"]>[1]>,
  ) => ReturnType<Sandbox["run"]>;
}

const ignore = Deno.build.os === "windows";
const OLD = standIn(VERSION);

/** @param gh the exit code of a program that stands in for gh; undefined: there is none */
async function inPlace(body: (place: Place) => Promise<void>, gh?: number, version?: string): Promise<void> {
  await inSandbox((box) =>
    withRelease(
      async (served) => {
        const executable = box.put("bin/garfio", OLD, 0o750);
        // Only what is named here: a gh of the machine is not asked.
        const tools = `${box.root}/tools`;
        Deno.mkdirSync(tools);
        for (const name of ["curl", "wget", "sh"]) {
          for (const folder of ["/bin", "/usr/bin"]) {
            try {
              Deno.statSync(`${folder}/${name}`);
              Deno.symlinkSync(`${folder}/${name}`, `${tools}/${name}`);
              break;
            } catch {
              // Not there.
            }
          }
        }
        if (gh !== undefined) {
          box.put(
            `${tools}/gh`,
            `#!/bin/sh\necho "$@" >"${box.root}/asked"\nexit ${gh}\n`,
            0o755,
          );
        }
        const upgrade: Place["upgrade"] = (args = "", more = {}) =>
          box.run(`upgrade --base-url ${served.base}${args === "" ? "" : ` ${args}`}`, {
            executable,
            env: { PATH: tools, TMPDIR: box.root },
            ...more,
          });
        await body({ box, served, executable, upgrade });
        assertEquals([...Deno.readDirSync(`${box.root}/bin`)].map(({ name }) => name), ["garfio"]);
      },
      version,
      version === undefined ? undefined : standIn(version),
    )
  );
}

function test(name: string, body: (place: Place) => Promise<void>, gh?: number, version?: string): void {
  Deno.test({ name: `upgrade: ${name}`, ignore, fn: () => inPlace(body, gh, version) });
}

test("the newest release takes the place of the executable, which keeps its mode", async (place) => {
  const before = Deno.statSync(place.executable);
  const { code, out, err } = await place.upgrade();
  assertEquals([code, err], [0, ""]);
  assertStringIncludes(out, `${place.executable} is now 9.8.7; it was ${VERSION}.`);
  assertStringIncludes(out, "not checked: gh is not here");
  const after = Deno.statSync(place.executable);
  assertEquals(after.mode, before.mode);
  assert(after.ino !== before.ino, "whoever runs the old file keeps it");
  assertEquals(Deno.readFileSync(place.executable), standIn("9.8.7"));
});

test("--check only tells; --json is an object", async ({ upgrade, executable, served }) => {
  const { code, out } = await upgrade("--check");
  assertEquals(code, 0);
  assertStringIncludes(out, `9.8.7 is there; this is ${VERSION}`);
  assertEquals(served.asked, [`/r/latest/download/${CHECKSUMS}`]);
  const report = JSON.parse((await upgrade("--check --json")).out);
  assertEquals([report.ok, report.release, report.newer, report.changed], [true, "9.8.7", true, false]);
  assertEquals(Deno.readFileSync(executable), OLD);
});

for (const version of [VERSION, "0.0.9"]) {
  test(
    `a newest release that is ${version} changes nothing`,
    async ({ upgrade, executable }) => {
      const { code, out } = await upgrade();
      assertEquals(code, 0);
      assertStringIncludes(out, "Nothing to do");
      assertEquals(Deno.readFileSync(executable), OLD);
    },
    undefined,
    version,
  );
}

test(
  "--version goes back as well",
  async ({ upgrade, executable, served }) => {
    const { code, out, err } = await upgrade("--version v0.0.9");
    assertEquals([code, err], [0, ""]);
    assertStringIncludes(out, "is now 0.0.9");
    assert(served.asked.every((path) => path.startsWith("/r/download/v0.0.9/")));
    assertEquals(Deno.readFileSync(executable), standIn("0.0.9"));
  },
  undefined,
  "0.0.9",
);

test("gh that confirms the provenance is told", async ({ upgrade, box }) => {
  assertStringIncludes((await upgrade()).out, "Its provenance is attested");
  const asked = box.read("asked");
  assert(/^attestation verify \S.*garfio-9\.8\.7-.* --repo garfio\/garfio\n$/.test(asked), asked);
}, 0);

test("gh without a login is told and does not hinder", async ({ upgrade }) => {
  assertStringIncludes((await upgrade()).out, "gh is not logged in");
}, 4);

test("gh that says no ends it; --skip-attestation does not ask", async ({ upgrade, executable }) => {
  const { code, err } = await upgrade();
  assertEquals(code, 1);
  assertStringIncludes(err, "attestation.failed");
  assertEquals(Deno.readFileSync(executable), OLD);
  assertEquals((await upgrade("--skip-attestation")).code, 0);
}, 1);

/** What goes wrong, and the word for it. The executable stays. */
const FAILURES: readonly [string, string, (place: Place) => Promise<string> | string][] = [
  ["a corrupted archive", "checksum.wrong", ({ served: { get, put, archive } }) => {
    const bytes = get(archive).slice();
    bytes[40]! ^= 1;
    put(archive, bytes);
    return "";
  }],
  ["a wrong checksum", "checksum.wrong", ({ served }) => {
    served.put(CHECKSUMS, `${"0".repeat(64)}  ${served.archive}\n`);
    return "";
  }],
  ["an archive that is none", "archive.damaged", async ({ served }) => {
    served.put(served.archive, "<html>");
    await served.sum();
    return "";
  }],
  ["sums that are a page", "checksums.unreadable", ({ served }) => {
    served.put(CHECKSUMS, "<html>");
    return "";
  }],
  ["a release without this platform", "release.no-target", ({ served }) => {
    served.put(CHECKSUMS, `${"0".repeat(64)}  other.zip\n`);
    return "";
  }],
  ["a version that is not there", "download.failed", () => "--version 7.7.7"],
];

for (const [name, code, prepare] of FAILURES) {
  test(`${name} changes nothing`, async (place) => {
    const ran = await place.upgrade(await prepare(place));
    assertEquals([ran.code, ran.out], [1, ""]);
    assertStringIncludes(ran.err, `${code}: `);
    assertEquals(Deno.readFileSync(place.executable), OLD);
    const json = JSON.parse((await place.upgrade("--json")).out);
    if (code !== "download.failed") assertEquals([json.ok, json.code], [false, code]);
  });
}

Deno.test({
  name: "upgrade: an executable that does not run, or is another, is not put in place",
  ignore,
  fn: async () => {
    for (const program of [standIn("9.8.7", "exit 1"), standIn("9.8.6")]) {
      await inSandbox((box) =>
        withRelease(
          async ({ base }) => {
            const executable = box.put("bin/garfio", OLD, 0o755);
            const { code, err } = await box.run(`upgrade --skip-attestation --base-url ${base}`, {
              executable,
            });
            assertEquals(code, 1);
            assertStringIncludes(err, "program.does-not-run");
            assertEquals(Deno.readFileSync(executable), OLD);
            assertEquals([...Deno.readDirSync(`${box.root}/bin`)].length, 1);
          },
          "9.8.7",
          program,
        )
      );
    }
  },
});

test("no network is said; no address but HTTPS is taken", async ({ box, executable }) => {
  const dead = await box.run("upgrade --base-url http://127.0.0.1:9", { executable });
  assertEquals(dead.code, 1);
  assertStringIncludes(dead.err, "download.failed: http://127.0.0.1:9/latest/download/SHA256SUMS");
  for (const base of ["http://example.org", "ftp://example.org", "file:///etc", "https://a:b@example.org"]) {
    const { code, err } = await box.run(`upgrade --base-url ${base}`, { executable });
    assertEquals(code, 1);
    assertStringIncludes(err, "takes an HTTPS address");
  }
});

test("without a program to download with, that is said", async ({ box, upgrade }) => {
  const { code, err } = await upgrade("", { env: { PATH: `${box.root}/nothing` } });
  assertEquals(code, 1);
  assertStringIncludes(err, "download.no-program");
});

test("wget does as well", async ({ box, upgrade }) => {
  Deno.removeSync(`${box.root}/tools/curl`);
  try {
    Deno.statSync(`${box.root}/tools/wget`);
  } catch {
    return;
  }
  const { code, err } = await upgrade();
  assertEquals([code, err], [0, ""]);
});

test("a link is followed, and stays", async ({ box, upgrade, executable }) => {
  const link = `${box.root}/garfio`;
  Deno.symlinkSync(executable, link);
  const { code } = await upgrade("", { env: { PATH: `${box.root}/tools` }, executable: link });
  assertEquals([code, Deno.readLinkSync(link)], [0, executable]);
  assertEquals(Deno.readFileSync(executable), standIn("9.8.7"));
});

test("an executable of a package manager is left to it; so is a checkout", async ({ box, served, upgrade }) => {
  const cellar = box.put("brew/Cellar/garfio/0.1.0/bin/garfio", OLD, 0o755);
  Deno.mkdirSync(`${box.root}/brew/bin`);
  Deno.symlinkSync(cellar, `${box.root}/brew/bin/garfio`);
  const owned = await upgrade("", { executable: `${box.root}/brew/bin/garfio` });
  assertEquals(owned.code, 1);
  assertStringIncludes(owned.err, "belongs to Homebrew");
  assertStringIncludes(owned.err, "Run: brew upgrade garfio");
  const checkout = await upgrade("", { compiled: false });
  assertStringIncludes(checkout.err, "runs from a checkout");
  assertEquals(served.asked, []);
});
