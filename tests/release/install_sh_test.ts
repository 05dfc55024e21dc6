/** `install.sh` against a release on loopback. */
import { makeArchive } from "../../scripts/release/contents.ts";
import { CHECKSUMS, REPOSITORY } from "../../src/cli/upgrade/source.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";
import { isHere, MAKING, type Ran, runWith, type Served, standIn, TARGET, withRelease } from "./served.ts";

const SCRIPT = new URL("../../install.sh", import.meta.url).pathname;
const ignore = Deno.build.os === "windows";

interface Place {
  readonly folder: string;
  readonly home: string;
  readonly program: string;
  /** Runs the script. */
  readonly install: (args?: readonly string[], env?: Record<string, string>) => Promise<Ran>;
}

async function inPlace(body: (place: Place, served: Served) => Promise<void>): Promise<void> {
  await withScratch((folder) =>
    withRelease(async (served) => {
      const home = `${folder}/a home`;
      const temporary = `${folder}/tmp`;
      Deno.mkdirSync(home);
      Deno.mkdirSync(temporary);
      const install: Place["install"] = (args = [], env = {}) =>
        runWith("sh", [SCRIPT, ...args], {
          HOME: home,
          PATH: Deno.env.get("PATH")!,
          TMPDIR: temporary,
          GARFIO_BASE_URL: served.base,
          ...env,
        }, folder);
      await body({ folder, home, program: `${home}/.local/bin/garfio`, install }, served);
      assertEquals([...Deno.readDirSync(temporary)], [], "a temporary folder was left");
    })
  );
}

/** Every file below `folder`. */
function files(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? files(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}

function test(name: string, body: (place: Place, served: Served) => Promise<void>, skip = false): void {
  Deno.test({ name: `install.sh: ${name}`, ignore: ignore || skip, fn: () => inPlace(body) });
}

test("puts the newest release where it goes, says so, and changes nothing the second time", async (place) => {
  const { code, out, err } = await place.install();
  assertEquals([code, err], [0, ""]);
  for (const part of [`Installed garfio 9.8.7 for`, place.program, "SHA-256 was checked", "is not on PATH"]) {
    assertStringIncludes(out, part);
  }
  assertStringIncludes(out, `Next: ${place.program} install --harness claude-code`);
  const before = Deno.statSync(place.program);
  assertEquals(before.mode! & 0o777, 0o755);
  assertEquals((await runWith(place.program, ["--version"], {})).out, "garfio 9.8.7 stand-in\n");
  const again = await place.install();
  assertEquals([again.code, again.err], [0, ""]);
  assertStringIncludes(again.out, `Nothing to do: ${place.program} is garfio 9.8.7 already.`);
  assertEquals(Deno.statSync(place.program).ino, before.ino);
  assertEquals(files(place.home), [place.program]);
});

test("--version and --dir; the folder on PATH needs no word", async (place, served) => {
  const dir = `${place.folder}/bin of mine`;
  const env = { PATH: `${Deno.env.get("PATH")}:${dir}` };
  const { code, out } = await place.install(["--version", "v9.8.7", `--dir=${dir}`], env);
  assertEquals(code, 0, out);
  assert(!out.includes("PATH"), out);
  assertEquals(files(dir), [`${dir}/garfio`]);
  assert(served.asked.every((path) => path.startsWith("/r/download/v9.8.7/")));
});

test("replaces an older one, in one step", async (place) => {
  Deno.mkdirSync(`${place.home}/.local/bin`, { recursive: true });
  Deno.writeFileSync(place.program, standIn("0.0.1"), { mode: 0o755 });
  const { code, out } = await place.install();
  assertEquals(code, 0);
  assertStringIncludes(out, "(there was another one before)");
  assertEquals((await runWith(place.program, ["--version"], {})).out, "garfio 9.8.7 stand-in\n");
  assertEquals(files(place.home), [place.program]);
});

/** What goes wrong: nothing is installed, the old executable stays, and the reason is said. */
const FAILURES: readonly {
  readonly name: string;
  readonly prepare?: (served: Served, place: Place) => Promise<void> | void;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: string;
}[] = [
  {
    name: "a corrupted archive",
    prepare: ({ get, put, archive }) => {
      const bytes = get(archive).slice();
      bytes[bytes.length >> 1]! ^= 1;
      put(archive, bytes);
    },
    says: "is damaged or was tampered with",
  },
  {
    name: "a wrong checksum",
    prepare: ({ put, archive }) => put(CHECKSUMS, `${"0".repeat(64)}  ${archive}\n`),
    says: `not ${"0".repeat(64)}`,
  },
  {
    name: "an archive that is none, with its right checksum",
    prepare: async ({ put, archive, sum }) => {
      put(archive, "<html>a page</html>");
      await sum();
    },
    says: "cannot be unpacked",
  },
  {
    name: "an archive that is cut off",
    prepare: ({ get, put, archive }) => put(archive, get(archive).subarray(0, 50)),
    says: "is damaged or was tampered with",
  },
  { name: "no network", env: { GARFIO_BASE_URL: "http://127.0.0.1:9" }, says: "cannot be downloaded" },
  { name: "a version that is not there", args: ["--version", "1.2.3"], says: "cannot be downloaded" },
  { name: "a version that is none", args: ["--version", "../x"], says: "is no version" },
  { name: "sums without this platform", prepare: ({ put }) => put(CHECKSUMS, ""), says: "has nothing for" },
  { name: "plain HTTP", env: { GARFIO_BASE_URL: "http://example.org/r" }, says: "must be an HTTPS address" },
  {
    name: "plain HTTP to a name that only begins like this machine",
    env: { GARFIO_BASE_URL: "http://localhost.example.org/r" },
    says: "must be an HTTPS address",
  },
  { name: "an unknown option", args: ["--force"], says: "there is no option --force" },
  { name: "an option without its value", args: ["--dir"], says: "--dir needs a value" },
];

for (const { name, prepare, args, env, says } of FAILURES) {
  test(`${name} installs nothing`, async (place, served) => {
    const old = standIn("0.0.1");
    Deno.mkdirSync(`${place.home}/.local/bin`, { recursive: true });
    Deno.writeFileSync(place.program, old, { mode: 0o755 });
    await prepare?.(served, place);
    const { code, out, err } = await place.install(args, { ...env });
    assertEquals(code, 1, out);
    assertStringIncludes(err, says);
    assertStringIncludes(err, "install: ");
    assertEquals(Deno.readFileSync(place.program), old);
    assertEquals(files(place.home), [place.program]);
  });
}

Deno.test({
  name: "install.sh: an executable that does not run here is not put in place",
  ignore,
  fn: () =>
    withScratch((folder) =>
      withRelease(
        async ({ base }) => {
          const env = { HOME: folder, PATH: Deno.env.get("PATH")!, GARFIO_BASE_URL: base };
          const { code, err } = await runWith("sh", [SCRIPT], env, folder);
          assertEquals(code, 1);
          assertStringIncludes(err, "does not run on this system");
          assertEquals(files(folder), []);
        },
        "9.8.7",
        standIn("9.8.7", "exit 1"),
      )
    ),
});

test("a link of a package manager is left alone", async (place) => {
  Deno.mkdirSync(`${place.home}/.local/bin`, { recursive: true });
  Deno.symlinkSync("/opt/somewhere/garfio", place.program);
  const { code, err } = await place.install();
  assertEquals(code, 1);
  assertStringIncludes(err, "is a link");
  assertEquals(Deno.readLinkSync(place.program), "/opt/somewhere/garfio");
});

test("a folder that cannot be made or written", async (place) => {
  Deno.writeTextFileSync(`${place.folder}/file`, "");
  const { code, err } = await place.install(["--dir", `${place.folder}/file/bin`]);
  assertEquals(code, 1);
  assertStringIncludes(err, "cannot be made: choose another with --dir");
});

test("a read-only folder", async (place) => {
  const dir = `${place.folder}/fixed`;
  Deno.mkdirSync(dir, { mode: 0o555 });
  const { code, err } = await place.install(["--dir", dir]);
  assertEquals(code, 1);
  assertStringIncludes(err, "cannot take the executable");
  assertEquals([...Deno.readDirSync(dir)], []);
  Deno.chmodSync(dir, 0o755);
}, !ignore && Deno.uid() === 0); // root writes anywhere

/** A small file system to fill; undefined where mounting is not allowed. */
function smallDisk(folder: string): string | undefined {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return undefined;
  const disk = `${folder}/disk`;
  Deno.mkdirSync(disk);
  const { success } = new Deno.Command("mount", {
    args: ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk],
    stderr: "null",
  }).outputSync();
  return success ? disk : undefined;
}

test("a full disk keeps what was there", async (place, served) => {
  const disk = smallDisk(place.folder);
  if (disk === undefined) return;
  try {
    Deno.writeFileSync(`${disk}/garfio`, standIn("0.0.1"), { mode: 0o755 });
    served.put(
      served.archive,
      makeArchive(TARGET, standIn("9.8.7", `: ${"x".repeat(50_000)}`), MAKING).bytes,
    );
    await served.sum();
    const { code, err } = await place.install(["--dir", disk]);
    assertEquals(code, 1);
    assertStringIncludes(err, "make room");
    assertEquals(files(disk), [`${disk}/garfio`]);
    assertEquals(Deno.readFileSync(`${disk}/garfio`), standIn("0.0.1"));
  } finally {
    new Deno.Command("umount", { args: [disk] }).outputSync();
  }
});

test("wget, shasum and openssl do as well", async (place) => {
  const tools = `${place.folder}/tools`;
  Deno.mkdirSync(tools);
  const basic = "sh uname ldd grep cut sed head mktemp tar gzip mkdir cp chmod mv rm env".split(" ");
  const link = (name: string) => {
    const path = ["/usr/bin", "/bin"].map((folder) => `${folder}/${name}`).find((one) => {
      try {
        return Deno.statSync(one).isFile;
      } catch {
        return false;
      }
    });
    if (path !== undefined) Deno.symlinkSync(path, `${tools}/${name}`);
    return path !== undefined;
  };
  basic.forEach(link);
  const without = await place.install([], { PATH: tools });
  assertStringIncludes(without.err, "neither sha256sum nor shasum nor openssl");
  if (!link("openssl") || !link("wget")) return;
  const { code, err } = await place.install([], { PATH: tools });
  assertEquals([code, err], [0, ""]);
  assertEquals(files(place.home), [place.program]);
});

Deno.test("install scripts: they name the repository that the program names", () => {
  for (
    const [file, line] of [["install.sh", `repository=${REPOSITORY}`], [
      "install.ps1",
      `'${REPOSITORY}'`,
    ]] as const
  ) {
    assertStringIncludes(Deno.readTextFileSync(new URL(`../../${file}`, import.meta.url)), line);
  }
});

Deno.test({
  name: "install.sh: a strict POSIX shell reads it",
  ignore: ignore || !isHere("dash", ["-c", ":"]),
  fn: async () => assertEquals((await runWith("dash", ["-n", SCRIPT], {})).err, ""),
});
