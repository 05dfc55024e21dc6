import type { Os } from "../../src/base/platform.ts";
import { checkPath, programFor, type Self, stablePath } from "../../src/register/program.ts";
import { Refusal } from "../../src/register/refusal.ts";
import { assertEquals, assertThrows } from "../support/assert.ts";

const COMPILED: Self = { path: "/opt/my tools/garfio", compiled: true, main: "" };
const SOURCE: Self = { path: "/usr/bin/deno", compiled: false, main: "/src/g/main.ts" };
const never = () => false;
const always = () => true;

Deno.test("program: compiled, the executable; from source, Deno with main.ts", () => {
  assertEquals(programFor(COMPILED, undefined, [], "linux", never), { command: COMPILED.path, leading: [] });
  assertEquals(programFor(SOURCE, undefined, [], "linux", never), {
    command: "/usr/bin/deno",
    leading: ["run", "-A", "--quiet", "/src/g/main.ts"],
  });
  assertEquals(programFor(SOURCE, "/x/garfio", [], "linux", never), { command: "/x/garfio", leading: [] });
});

Deno.test("program: a path of Windows stays one text with its backslashes", () => {
  const path = "C:\\Users\\Test User\\AppData\\Local\\garfio\\garfio.exe";
  assertEquals(programFor({ ...COMPILED, path }, undefined, ["${"], "windows", never).command, path);
  assertEquals(programFor(COMPILED, "C:/t/GARFIO.EXE", [], "windows", never).command, "C:\\t\\GARFIO.EXE");
});

Deno.test("program: a relative or renamed executable is refused", () => {
  for (const path of ["garfio", "./garfio", "C:\\garfio.exe"]) {
    assertThrows(() => programFor(COMPILED, path, [], "linux", never), Refusal, "absolute");
  }
  for (const path of ["/x/garfio-linux", "/x/mygarfio", "/x/Garfio", "/x/garfio.sh"]) {
    assertThrows(() => programFor(COMPILED, path, [], "linux", never), Refusal, path);
  }
});

const STABLE: readonly [string, Os, boolean, string][] = [
  ["/opt/homebrew/Cellar/garfio/1.2.3/bin/garfio", "darwin", true, "/opt/homebrew/bin/garfio"],
  [
    "/opt/homebrew/Cellar/garfio/1.2.3/bin/garfio",
    "darwin",
    false,
    "/opt/homebrew/Cellar/garfio/1.2.3/bin/garfio",
  ],
  [
    "/home/linuxbrew/.linuxbrew/Cellar/garfio/1.0/bin/garfio",
    "linux",
    true,
    "/home/linuxbrew/.linuxbrew/bin/garfio",
  ],
  [
    "C:\\u\\scoop\\apps\\garfio\\1.2.3\\garfio.exe",
    "windows",
    true,
    "C:\\u\\scoop\\apps\\garfio\\current\\garfio.exe",
  ],
  [
    "C:\\u\\scoop\\apps\\garfio\\1.2.3\\garfio.exe",
    "windows",
    false,
    "C:\\u\\scoop\\apps\\garfio\\1.2.3\\garfio.exe",
  ],
  [
    "C:\\u\\scoop\\apps\\garfio\\current\\garfio.exe",
    "windows",
    false,
    "C:\\u\\scoop\\apps\\garfio\\current\\garfio.exe",
  ],
  ["/usr/local/bin/garfio", "linux", true, "/usr/local/bin/garfio"],
];

for (const [path, os, same, expected] of STABLE) {
  Deno.test(`program: ${path} is written as ${expected}`, () => {
    assertEquals(stablePath(path, os, same ? always : never), expected);
  });
}

Deno.test("program: the stable path is taken only if it leads to the same file", () => {
  const root = Deno.makeTempDirSync();
  try {
    const versioned = `${root}/Cellar/garfio/1.2.3/bin`;
    Deno.mkdirSync(versioned, { recursive: true });
    Deno.mkdirSync(`${root}/bin`);
    Deno.writeTextFileSync(`${versioned}/garfio`, "");
    assertEquals(stablePath(`${versioned}/garfio`, "linux"), `${versioned}/garfio`);
    Deno.symlinkSync("../Cellar/garfio/1.2.3/bin/garfio", `${root}/bin/garfio`);
    assertEquals(stablePath(`${versioned}/garfio`, "linux"), `${root}/bin/garfio`);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

for (const character of ["$", "`", '"', "\\", "\n", "\r", "\0", "${CLAUDE_PROJECT_DIR}"]) {
  Deno.test(`program: ${JSON.stringify(character)} in a path is refused, naming the path`, () => {
    const path = `/opt/a${character}b/garfio`;
    const quoted = JSON.stringify(path);
    assertThrows(() => checkPath(path, "The path", ["${"], "linux"), Refusal, quoted);
    assertThrows(() => programFor({ ...COMPILED, path }, undefined, ["${"], "linux", never), Refusal, quoted);
    assertThrows(() => programFor(COMPILED, path, ["${"], "linux", never), Refusal, quoted);
    assertThrows(
      () => programFor({ ...SOURCE, main: `${path}/main.ts` }, undefined, ["${"], "linux", never),
      Refusal,
    );
    assertThrows(() => programFor({ ...SOURCE, path }, undefined, ["${"], "linux", never), Refusal, quoted);
  });
}

Deno.test("program: blanks, apostrophes and other scripts are no trouble; a backslash is none on Windows", () => {
  for (
    const path of ["/my project/garfio", "/bob's/garfio", "/данные/garfio", "/a&b;c/garfio", "/%PATH%/garfio"]
  ) {
    assertEquals(programFor({ ...COMPILED, path }, undefined, ["${"], "linux", never).command, path);
  }
  checkPath("C:\\bob's files\\x", "The path", ["${"], "windows");
  assertThrows(() => checkPath("C:\\a$b", "The path", [], "windows"), Refusal, "dollar");
});
