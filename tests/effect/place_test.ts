/** Where paths lie. */
import { environmentOf } from "../../src/base/environment.ts";
import type { Os } from "../../src/base/platform.ts";
import type { Place } from "../../src/effect/effect.ts";
import { type Ground, makeGround } from "../../src/effect/ground.ts";
import { placeOf } from "../../src/effect/place.ts";
import { targetOf } from "../../src/effect/word_targets.ts";
import { assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

function groundOf(root: string, home: string, os: Os = "linux", env: Record<string, string> = {}): Ground {
  return makeGround({ cwd: root, root, home, os, env: environmentOf(env), checkTime: () => {} });
}

const UNIX: readonly (readonly [path: string, place: Place])[] = [
  ["/", "root"],
  ["/etc", "system"],
  ["/etc/hosts", "system"],
  ["/usr/bin/ls", "system"],
  ["/usr/local", "system"],
  ["/usr/local/bin/x", "outside"],
  ["/opt", "system"],
  ["/opt/app", "outside"],
  ["/srv/data", "outside"],
  ["/srv", "system"],
  ["/data", "outside"],
  ["/var/cache/apt/archives/x.deb", "build"],
  ["/home", "home"],
  ["/home/u", "home"],
  ["/home/other", "home"],
  ["/home/other/x/y", "outside"],
  ["/home/u/work", "home"],
  ["/home/u/work/old", "outside"],
  ["/home/u/.ssh", "home"],
  ["/home/u/.ssh/id_rsa", "home"],
  ["/home/u/Documents/a/b.txt", "home"],
  ["/home/u/.cache/pip", "build"],
  ["/home/u/.npm/_cacache", "build"],
  ["/root", "home"],
  ["/Users/someone", "home"],
  ["/mnt/c", "root"],
  ["/mnt/c/Users/dev", "home"],
  ["/mnt/c/Windows/System32", "system"],
  ["/mnt/c/work/x", "outside"],
  ["/mnt/disk", "root"],
  ["/Volumes/Backup", "root"],
  ["/Volumes/Backup/x", "outside"],
  ["/proj", "project"],
  ["/proj/src", "inside"],
  ["/proj/.git", "git"],
  ["/proj/.git/refs/heads/main", "git"],
  ["/proj/.git/index.lock", "temporary"],
  ["/proj/.gitignore", "inside"],
  ["/proj/node_modules/.bin", "build"],
  ["/proj/packages/a/dist/x.js", "build"],
  ["/proj/a.pyc", "build"],
  ["/proj/vendor/x/.git", "build"],
  ["/project", "outside"],
  ["/tmp", "system"],
  ["/tmp/x", "temporary"],
  ["/var/tmp/x", "temporary"],
  ["/dev/shm/x", "temporary"],
  ["/dev/sda", "device"],
  ["/dev/nvme0n1p1", "device"],
  ["/dev/mapper/vg-root", "device"],
  ["/dev/null", "nowhere"],
  ["/dev/stdout", "nowhere"],
  ["/dev/fd/3", "nowhere"],
];

Deno.test("places on Linux", () => {
  const ground = groundOf("/proj", "/home/u");
  for (const [path, place] of UNIX) assertEquals(placeOf(path, ground), place, path);
});

const WINDOWS: readonly (readonly [path: string, place: Place])[] = [
  ["C:\\", "root"],
  ["D:\\", "root"],
  ["C:\\Windows\\System32", "system"],
  ["C:\\Program Files\\x", "system"],
  ["C:\\Users", "home"],
  ["C:\\Users\\dev", "home"],
  ["c:\\users\\DEV\\Documents\\x", "home"],
  ["C:\\Users\\other", "home"],
  ["C:\\Users\\dev\\AppData\\Local\\Temp\\x", "temporary"],
  ["C:\\Users\\dev\\app", "project"],
  ["C:\\Users\\dev\\app\\src", "inside"],
  ["C:\\Users\\dev\\App\\NODE_MODULES", "build"],
  ["C:\\Users\\dev\\app\\.git\\config", "git"],
  ["D:\\data\\x", "outside"],
  ["/c/Users/dev", "home"],
  ["\\\\.\\PhysicalDrive0", "device"],
  ["NUL", "nowhere"],
];

Deno.test("places on Windows", () => {
  const ground = groundOf("C:\\Users\\dev\\app", "C:\\Users\\dev", "windows");
  for (const [path, place] of WINDOWS) assertEquals(placeOf(path, ground), place, path);
});

Deno.test("a session in the home folder or at the root has no project there", () => {
  assertEquals(placeOf("/home/u/work", groundOf("/home/u", "/home/u")), "home");
  assertEquals(placeOf("/home/u", groundOf("/home/u", "/home/u")), "home");
  assertEquals(placeOf("/etc/x", groundOf("/", "/home/u")), "system");
  assertEquals(placeOf("/opt/app/src", groundOf("/opt/app", "/home/u")), "inside");
});

Deno.test("a folder above the project is the project, and more", () => {
  const ground = groundOf("/data/work/proj", "/home/u");
  assertEquals(placeOf("/data/work", ground), "project");
  assertEquals(placeOf("/data", ground), "project");
  assertEquals(placeOf("/", ground), "root");
  assertEquals(placeOf("/home/u", groundOf("/home/u/a/proj", "/home/u")), "home");
});

Deno.test("a project in a temporary folder is a project, and what lies beside it is not temporary", () => {
  const ground = groundOf("/tmp/x/proj", "/home/u");
  assertEquals(placeOf("/tmp/x/proj/src", ground), "inside");
  assertEquals(placeOf("/tmp/x/other", ground), "outside");
  assertEquals(placeOf("/tmp/y", ground), "temporary");
});

Deno.test("another machine has no project", () => {
  const ground = groundOf("/proj", "/home/u");
  assertEquals(placeOf("/proj/src", ground, { remote: true }), "outside");
  assertEquals(placeOf("/etc", ground, { remote: true }), "system");
});

Deno.test("links are followed, but for the one that is itself removed", () =>
  withScratch((folder) => {
    const root = `${folder}/a/proj`;
    Deno.mkdirSync(`${root}/src`, { recursive: true });
    Deno.mkdirSync(`${folder}/a/beside`);
    Deno.symlinkSync(`${folder}/a/beside`, `${root}/link`);
    Deno.symlinkSync("/etc", `${root}/etc`);
    const ground = groundOf(root, "/home/u");
    const place = (text: string, keepLink: boolean) =>
      targetOf(text, text, { ground, cwd: root, remote: false, keepLink }).place;
    assertEquals(place("link", true), "inside");
    assertEquals(place("link/", true), "outside");
    assertEquals(place("link/x", true), "outside");
    assertEquals(place("link", false), "outside");
    assertEquals(place("etc/hosts", true), "system");
    assertEquals(place("src/../link/y", true), "outside");
  }));
