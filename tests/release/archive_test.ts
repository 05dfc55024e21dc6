/** The archives: what is in them, for all five targets, and that two builds are alike. */
import { TARGETS } from "../../scripts/compile.ts";
import { makeArchive } from "../../scripts/release/contents.ts";
import { checkProgram, checkRuntime } from "../../scripts/release/program.ts";
import { targetOfProgram } from "../../scripts/release/platform.ts";
import { setTimes } from "../../scripts/release/time.ts";
import { fileFrom } from "../../src/cli/upgrade/archive.ts";
import { archiveName, executableName } from "../../src/cli/upgrade/source.ts";
import { assert, assertEquals, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { isHere, MAKING } from "./served.ts";

/** The first bytes of an executable of each target, and something behind: stands in for a runtime file. */
const HEADS: Readonly<Record<string, (view: DataView) => void>> = {
  "x86_64-unknown-linux-gnu": (view) => elf(view, 0x3e),
  "aarch64-unknown-linux-gnu": (view) => elf(view, 0xb7),
  "x86_64-apple-darwin": (view) => mach(view, 0x0100_0007),
  "aarch64-apple-darwin": (view) => mach(view, 0x0100_000c),
  "x86_64-pc-windows-msvc": (view) => {
    view.setUint16(0, 0x4d5a);
    view.setUint32(60, 128, true);
    view.setUint32(128, 0x50450000);
    view.setUint16(132, 0x8664, true);
  },
};

function elf(view: DataView, machine: number): void {
  view.setUint32(0, 0x7f454c46);
  view.setUint16(18, machine, true);
}

function mach(view: DataView, type: number): void {
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(4, type, true);
}

function runtimeFile(target: string): Uint8Array {
  const bytes = new Uint8Array(100_000).map((_, index) => index % 251);
  HEADS[target]!(new DataView(bytes.buffer));
  return bytes;
}

const FILES = [
  "LICENSE",
  "THIRD-PARTY",
  "completions/_garfio",
  "completions/garfio.bash",
  "completions/garfio.fish",
  "completions/garfio.ps1",
  "man/garfio.1",
];

for (const target of TARGETS) {
  Deno.test(`release: the archive for ${target} holds what it should, the same bytes each time`, async () => {
    const program = runtimeFile(target);
    assertEquals(targetOfProgram(program), target);
    const { name, bytes } = makeArchive(target, program, MAKING);
    assertEquals(name, `garfio-9.8.7-${target}.${target.includes("windows") ? "zip" : "tar.gz"}`);
    assertEquals(makeArchive(target, program, MAKING).bytes, bytes);
    assertEquals(await fileFrom(bytes, name, executableName(target)), program);
    await withScratch(async (folder) => {
      const found = await unpack(folder, name, bytes);
      if (found === undefined) return;
      const inside = `garfio-9.8.7-${target}`;
      assertEquals(found, [...FILES, executableName(target)].map((one) => `${inside}/${one}`).sort());
      assertEquals(Deno.readFileSync(`${folder}/${inside}/${executableName(target)}`), program);
      if (Deno.build.os === "windows") return;
      for (const one of [...FILES, executableName(target)]) {
        const { mode, mtime } = Deno.statSync(`${folder}/${inside}/${one}`);
        assertEquals(mode! & 0o777, one === executableName(target) ? 0o755 : 0o644, one);
        if (name.endsWith(".gz")) assertEquals(mtime?.getTime(), MAKING.time * 1000, one);
      }
    });
  });
}

/** Unpacks with the program of the system; undefined where there is none. */
async function unpack(folder: string, name: string, bytes: Uint8Array): Promise<string[] | undefined> {
  Deno.writeFileSync(`${folder}/${name}`, bytes);
  const isZip = name.endsWith(".zip");
  if (!isHere(isZip ? "unzip" : "tar", isZip ? ["-v"] : ["--version"])) return undefined;
  const { success } = await new Deno.Command(isZip ? "unzip" : "tar", {
    args: isZip ? ["-q", name] : ["-xzf", name],
    cwd: folder,
  }).output();
  assert(success, `${name} is no archive for the programs of the system`);
  Deno.removeSync(`${folder}/${name}`);
  const walk = (path: string): string[] =>
    [...Deno.readDirSync(`${folder}/${path}`)].flatMap((one) =>
      one.isDirectory ? walk(`${path}${one.name}/`) : [`${path}${one.name}`]
    );
  return walk("").sort();
}

Deno.test("release: other times give other bytes, other languages of the machine do not", () => {
  const [first, second] = [1_700_000_000, 1_700_000_002].map((time) =>
    makeArchive("x86_64-pc-windows-msvc", runtimeFile("x86_64-pc-windows-msvc"), { ...MAKING, time })
  );
  assert(first!.bytes.some((byte, index) => byte !== second!.bytes[index]));
});

Deno.test("release: a runtime file or an executable for another target is refused", () =>
  withScratch((folder) => {
    const file = `${folder}/denort`;
    Deno.writeFileSync(file, runtimeFile("x86_64-unknown-linux-gnu"));
    checkRuntime(file, "x86_64-unknown-linux-gnu");
    checkProgram(file, "x86_64-unknown-linux-gnu");
    for (const target of TARGETS.slice(1)) {
      assertThrows(() => checkRuntime(file, target), Error, "is a file for x86_64-unknown-linux-gnu");
      assertThrows(() => checkRuntime(file, target), Error, `deno task release --target ${target}`);
      assertThrows(() => checkProgram(file, target), Error, target);
    }
    Deno.writeTextFileSync(file, "#!/bin/sh\n");
    assertThrows(() => checkRuntime(file, TARGETS[0]), Error, "unknown platform");
  }));

Deno.test("release: a damaged archive is told from a good one", async () => {
  for (const target of ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc"]) {
    const { name, bytes } = makeArchive(target, runtimeFile(target), MAKING);
    for (
      const broken of [bytes.subarray(0, bytes.length - 100), new Uint8Array(bytes.length), new Uint8Array()]
    ) {
      let message = "";
      await fileFrom(broken, name, executableName(target)).catch((error) => message = error.message);
      assert(message.includes("cannot be unpacked"), `${name}: "${message}"`);
    }
    let message = "";
    await fileFrom(bytes, name, "other").catch((error) => message = error.message);
    assertEquals(message, "The archive holds no other.");
  }
});

Deno.test("release: names of archives", () => {
  assertEquals(archiveName("1.2.3", "aarch64-apple-darwin"), "garfio-1.2.3-aarch64-apple-darwin.tar.gz");
  assertEquals(executableName("x86_64-pc-windows-msvc"), "garfio.exe");
});

Deno.test("release: every embedded file gets the time of the commit", () =>
  withScratch((folder) => {
    Deno.mkdirSync(`${folder}/a`);
    Deno.writeTextFileSync(`${folder}/a/b`, "");
    setTimes(folder, 1_700_000_000);
    assertEquals(Deno.statSync(`${folder}/a/b`).mtime?.getTime(), 1_700_000_000_000);
  }));

Deno.test("docs/releasing.md: the compile commands are those of scripts/compile.ts, one for each target", () => {
  const read = (path: string) => Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));
  const doc = read("docs/releasing.md");
  for (const target of TARGETS) assert(doc.includes(`deno task compile --target ${target}\n`), target);
  const command = doc.slice(doc.indexOf("\ndeno compile "), doc.indexOf(" main.js\n"));
  const script = read("scripts/compile.ts");
  const lists = script.slice(script.indexOf("const PERMISSIONS"), script.indexOf("/** Runs a program"));
  const flags = [...lists.matchAll(/"(--[\w=,-]+)"/g)].map((match) => match[1]!);
  assert(flags.length > 8);
  for (const flag of flags) assert(command.includes(flag), flag);
  for (const [, folder] of script.matchAll(/"--include", "([^"]+)"/g)) {
    assert(command.includes(` --include ${folder} `), folder);
  }
});
