/** The parts of an upgrade: versions, addresses, owners, the exchange of files. */
import { ownerOf } from "../../src/cli/upgrade/owner.ts";
import { compareVersions } from "../../src/base/compare_versions.ts";
import { isSafeAddress, readVersion, versionIn } from "../../src/cli/upgrade/source.ts";
import { stage, swap } from "../../src/cli/upgrade/swap.ts";
import { UpgradeFailure } from "../../src/cli/upgrade/failure.ts";
import type { Os } from "../../src/base/platform.ts";
import { assert, assertEquals, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

Deno.test("upgrade: versions in order", () => {
  const order = [
    "0.9.0",
    "0.10.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0",
    "1.0.1",
  ];
  for (const [i, one] of order.entries()) {
    for (const [j, other] of order.entries()) {
      assertEquals(Math.sign(compareVersions(one, other)), Math.sign(i - j), `${one} ${other}`);
    }
  }
  assertEquals([readVersion("v1.2.3"), readVersion("1.2.3-rc.1"), readVersion("1.2")], [
    "1.2.3",
    "1.2.3-rc.1",
    undefined,
  ]);
});

Deno.test("upgrade: the version of a release stands in the names of its archives", () => {
  const sums = (name: string) => new Map([[name, "0"]]);
  const linux = "x86_64-unknown-linux-gnu";
  assertEquals(versionIn(sums(`garfio-1.2.3-${linux}.tar.gz`), linux), "1.2.3");
  assertEquals(versionIn(sums(`garfio-1.2.3-rc.1-${linux}.tar.gz`), linux), "1.2.3-rc.1");
  assertEquals(versionIn(sums("garfio-1.2.3-x86_64-pc-windows-msvc.zip"), "x86_64-pc-windows-msvc"), "1.2.3");
  assertEquals(versionIn(sums(`garfio-1.2.3-${linux}.zip`), linux), undefined);
  assertEquals(versionIn(sums(`garfio-../x-${linux}.tar.gz`), linux), undefined);
});

Deno.test("upgrade: HTTPS, and HTTP on this machine only", () => {
  for (
    const yes of ["https://example.org/x", "http://127.0.0.1:8000", "http://localhost", "http://[::1]:1/x"]
  ) {
    assert(isSafeAddress(yes), yes);
  }
  for (
    const no of [
      "http://example.org",
      "http://127.0.0.1.example.org",
      "http://localhost@example.org",
      "x",
      "",
    ]
  ) {
    assert(!isSafeAddress(no), no);
  }
});

/** A path and the package manager that owns it. */
const OWNED: readonly [string, Os, string | undefined][] = [
  ["/opt/homebrew/Cellar/garfio/1.2.3/bin/garfio", "darwin", "brew upgrade garfio"],
  ["/home/linuxbrew/.linuxbrew/bin/garfio", "linux", "brew upgrade garfio"],
  ["C:\\Users\\u\\scoop\\apps\\garfio\\current\\garfio.exe", "windows", "scoop update garfio"],
  ["D:\\Scoop\\Apps\\garfio\\1.2.3\\garfio.exe", "windows", "scoop update garfio"],
  ["/nix/store/abc-garfio-1.2.3/bin/garfio", "linux", "nix profile upgrade garfio"],
  ["/home/u/.cargo/bin/garfio", "linux", "cargo binstall --force garfio"],
  ["/usr/lib/node_modules/garfio/bin/garfio", "linux", "npm install --global garfio@latest"],
  ["/usr/bin/garfio", "linux", "apt install --only-upgrade garfio"],
  ["/opt/garfio/garfio", "linux", "apt install --only-upgrade garfio"],
  ["/usr/local/bin/garfio", "linux", undefined],
  ["/home/u/.local/bin/garfio", "linux", undefined],
  ["/Users/u/bin/garfio", "darwin", undefined],
  ["C:\\Users\\u\\AppData\\Local\\garfio\\bin\\garfio.exe", "windows", undefined],
];

for (const [path, os, command] of OWNED) {
  Deno.test(`upgrade: ${path} is ${command === undefined ? "ours to replace" : `for ${command}`}`, async () => {
    const dpkg = (program: string, args: readonly string[]) =>
      Promise.resolve(program === "dpkg-query" && args.at(-1) === path);
    assertEquals((await ownerOf([path], os, dpkg))?.command, command);
  });
}

Deno.test("upgrade: rpm, pacman and apk are asked too, and nobody for a home", async () => {
  for (const [program, title] of [["rpm", "rpm"], ["pacman", "pacman"], ["apk", "apk"]]) {
    const owner = await ownerOf(["/usr/bin/garfio"], "linux", (one) => Promise.resolve(one === program));
    assertEquals(owner?.title, title);
  }
  assertEquals(
    await ownerOf(["/home/u/garfio"], "linux", () => Promise.reject(new Error("asked"))),
    undefined,
  );
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

for (const os of ["linux", "windows"] as const) {
  Deno.test({
    name: `upgrade: the new file takes the place while the old one is open, by the way of ${os}`,
    ignore: Deno.build.os === "windows" && os !== "windows",
    fn: () =>
      withScratch((folder) => {
        const target = `${folder}/garfio.exe`;
        Deno.writeFileSync(target, bytes("old"), { mode: 0o755 });
        Deno.writeTextFileSync(`${folder}/.garfio-old-1-x.exe`, "left by an earlier one");
        const running = Deno.openSync(target);
        swap(stage(target, bytes("new"), os), os);
        const held = new Uint8Array(3);
        running.readSync(held);
        running.close();
        assertEquals([new TextDecoder().decode(held), Deno.readTextFileSync(target)], ["old", "new"]);
        assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["garfio.exe"]);
      }),
  });
}

Deno.test("upgrade: on Windows the old one goes back where the new one cannot come", () =>
  withScratch((folder) => {
    const target = `${folder}/garfio.exe`;
    Deno.writeTextFileSync(target, "old");
    const staged = stage(target, bytes("new"), "windows");
    Deno.removeSync(staged.path);
    assertThrows(() => swap(staged, "windows"), UpgradeFailure, "The old one is as it was");
    assertEquals(Deno.readTextFileSync(target), "old");
    assertEquals([...Deno.readDirSync(folder)].length, 1);
  }));

Deno.test("upgrade: a file that another upgrade writes right now is left alone", () =>
  withScratch((folder) => {
    const target = `${folder}/garfio`;
    Deno.writeTextFileSync(target, "old");
    Deno.writeTextFileSync(`${folder}/.garfio-new-1-young`, "");
    Deno.writeTextFileSync(`${folder}/.garfio-new-1-left`, "");
    Deno.utimeSync(`${folder}/.garfio-new-1-left`, 1_000, 1_000);
    swap(stage(target, bytes("new"), "linux"), "linux");
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      ".garfio-new-1-young",
      "garfio",
    ]);
  }));

Deno.test({
  name: "upgrade: a folder that takes no file keeps the old one",
  ignore: Deno.build.os !== "linux" || Deno.uid() !== 0,
  fn: () =>
    withScratch((folder) => {
      const disk = `${folder}/disk`;
      Deno.mkdirSync(disk);
      const mounted =
        new Deno.Command("mount", { args: ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk], stderr: "null" })
          .outputSync().success;
      if (!mounted) return;
      try {
        Deno.writeTextFileSync(`${disk}/garfio`, "old");
        assertThrows(
          () => stage(`${disk}/garfio`, new Uint8Array(100_000), "linux"),
          UpgradeFailure,
          "as it was",
        );
        assertEquals([...Deno.readDirSync(disk)].map(({ name }) => name), ["garfio"]);
        assertEquals(Deno.readTextFileSync(`${disk}/garfio`), "old");
      } finally {
        new Deno.Command("umount", { args: [disk] }).outputSync();
      }
    }),
});
