import {
  baseName,
  dirName,
  extension,
  isAbsolute,
  isInside,
  isWindowsPath,
  normalize,
  relativeTo,
  resolve,
  resolveLinks,
} from "../../src/base/path.ts";
import type { Os } from "../../src/base/platform.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("an absolute path starts at a root of its system", () => {
  const rows: [string, Os, boolean][] = [
    ["/a", "linux", true],
    ["a", "linux", false],
    ["C:\\a", "linux", false],
    ["C:\\a", "windows", true],
    ["C:/a", "windows", true],
    ["C:a", "windows", false],
    ["\\\\server\\share\\a", "windows", true],
    ["", "windows", false],
  ];
  for (const [path, os, expected] of rows) assertEquals(isAbsolute(path, os), expected, `${path} ${os}`);
});

Deno.test("normalising removes dots and doubled separators, and never climbs above the root", () => {
  const rows: [string, Os, string][] = [
    ["/a//b/./c/..", "linux", "/a/b"],
    ["/../../etc", "linux", "/etc"],
    ["../a", "linux", "../a"],
    ["", "linux", "."],
    ["a\\b", "linux", "a\\b"],
    ["C:\\a\\..\\..\\b", "windows", "C:\\b"],
    ["C:/a/b", "windows", "C:\\a\\b"],
    ["\\\\server\\share\\a\\..", "windows", "\\\\server\\share\\"],
  ];
  for (const [path, os, expected] of rows) assertEquals(normalize(path, os), expected, path);
});

Deno.test("a path resolves against a folder unless it is absolute", () => {
  assertEquals(resolve("/a/b", "../c", "linux"), "/a/c");
  assertEquals(resolve("/a/b", "/c", "linux"), "/c");
  assertEquals(resolve("C:\\a", "b/c", "windows"), "C:\\a\\b\\c");
});

Deno.test("inside is judged name by name, without case where the system has none", () => {
  const rows: [string, string, Os, boolean][] = [
    ["/a/b/c", "/a/b", "linux", true],
    ["/a/b", "/a/b", "linux", true],
    ["/a/bc", "/a/b", "linux", false],
    ["/a/b/../c", "/a/b", "linux", false],
    ["/A/b", "/a", "linux", false],
    ["/A/b", "/a", "darwin", true],
    ["c:\\Work\\x", "C:/work", "windows", true],
    ["D:\\work\\x", "C:\\work", "windows", false],
    ["/a", "/", "linux", true],
  ];
  for (const [path, folder, os, expected] of rows) {
    assertEquals(isInside(path, folder, os), expected, `${path} in ${folder}`);
  }
});

Deno.test("names, folders and extensions", () => {
  assertEquals(baseName("C:\\work\\package.json"), "package.json");
  assertEquals(baseName("/a/b/"), "b");
  assertEquals(dirName("/a/b", "linux"), "/a");
  assertEquals(dirName("/", "linux"), "/");
  assertEquals(dirName("C:\\", "windows"), "C:\\");
  assertEquals(extension("/a.b/c.TAR.GZ"), "gz");
  assertEquals(extension("/a/.env"), "");
  assertEquals(relativeTo("/a/b/C", "/a", "linux"), "b/C");
  assertEquals(relativeTo("/b", "/a", "linux"), undefined);
  assertEquals(
    [isWindowsPath("C:\\a"), isWindowsPath("c:/a"), isWindowsPath("c:a"), isWindowsPath("/c:/a")],
    [true, true, false, false],
  );
});

Deno.test("links of the nearest existing ancestor are followed, the rest stays", () => {
  const base = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.mkdirSync(`${base}/real`);
    Deno.symlinkSync(`${base}/real`, `${base}/link`);
    assertEquals(resolveLinks(`${base}/link/new/file`, "linux"), `${base}/real/new/file`);
    assertEquals(resolveLinks("/no/such/place", "linux"), "/no/such/place");
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
});

Deno.test("a path that is in order already comes back as it is", () => {
  for (const path of ["/", "/a", "/a/.b", "/a/..b/c...", "/a b/c"]) {
    assertEquals(normalize(path, "linux"), path);
  }
  const untidy: [string, string][] = [["/a/", "/a"], ["//a", "/a"], ["/a/.", "/a"], ["/a/..", "/"], [
    "/./a",
    "/a",
  ]];
  for (const [path, expected] of untidy) assertEquals(normalize(path, "linux"), expected, path);
});
