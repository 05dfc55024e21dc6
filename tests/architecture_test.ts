/** Imports go one way: reads the module graph and fails on an import against the order of `docs/architecture.md`. */
import { assert, assertEquals } from "./support/assert.ts";

/** Each room and the rooms that its files may import from, besides their own. */
const ROOMS: Record<string, readonly string[]> = {
  base: [],
  secret: ["base"],
  message: ["base"],
  state: ["base", "secret"],
  policy: ["base"],
  contract: ["base"],
  shell: ["base"],
  effect: ["base", "contract", "policy", "secret", "shell", "state"],
  rule: ["base", "contract", "effect", "policy", "shell"],
  knowledge: ["base", "contract", "effect", "message", "policy", "rule", "shell", "state"],
  resident: ["base", "state"],
  automation: ["base", "contract", "policy", "secret", "state"],
  guard: ["base", "contract", "effect", "knowledge", "message", "policy", "rule", "secret", "shell", "state"],
  context: ["base", "contract", "effect", "knowledge", "message", "policy", "secret", "shell", "state"],
  hook: [
    "automation",
    "base",
    "context",
    "contract",
    "effect",
    "guard",
    "message",
    "policy",
    "resident",
    "secret",
    "shell",
    "state",
  ],
  register: [
    "base",
    "context",
    "contract",
    "effect",
    "guard",
    "message",
    "policy",
    "resident",
    "secret",
    "shell",
    "state",
  ],
  cli: [
    "automation",
    "base",
    "context",
    "contract",
    "effect",
    "guard",
    "hook",
    "knowledge",
    "message",
    "policy",
    "register",
    "resident",
    "rule",
    "secret",
    "shell",
    "state",
  ],
};

/**
 * Packages that the path of a hook may load; everything else costs start-up time at each tool call. `yaml` is loaded
 * where a file of knowledge was changed and holds more than plain words, or, like `smol-toml`, where such a file was
 * edited; Node's way of starting a process, where there is no resident yet.
 */
const HOT_PACKAGES = /^(?:unbash|yaml|smol-toml|@std\/jsonc\/|node:child_process$)/;

const source = new URL("../src/", import.meta.url);

function* files(folder: URL): Generator<URL> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory) yield* files(new URL(`${entry.name}/`, folder));
    else if (/(?<!\.d)\.ts$/.test(entry.name)) yield new URL(entry.name, folder);
  }
}

function importsOf(file: URL): string[] {
  const text = Deno.readTextFileSync(file).replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [
    ...text.matchAll(
      /(?<=^|[}\w*]\s)from\s*"([^"\n]+)"|\bimport\s*\(\s*"([^"\n]+)"\s*\)|^import\s+"([^"\n]+)"/gm,
    ),
  ]
    .map((match) => match[1] ?? match[2] ?? match[3]!);
}

const roomOf = (url: URL): string => url.href.slice(source.href.length).split("/")[0]!;

/** Every import against the order, as `file -> import`. */
function violations(all: Iterable<{ file: URL; imports: readonly string[] }>): string[] {
  const found: string[] = [];
  for (const { file, imports } of all) {
    const room = roomOf(file);
    for (const specifier of imports) {
      const where = `${file.href.slice(source.href.length)} -> ${specifier}`;
      if (!specifier.startsWith(".")) {
        if (!["register", "cli"].includes(room) && !HOT_PACKAGES.test(specifier)) found.push(where);
        continue;
      }
      const target = new URL(specifier, file);
      const inside = target.href.startsWith(source.href) ? roomOf(target) : "outside src";
      if (inside !== room && ROOMS[room]?.includes(inside) !== true) found.push(where);
    }
  }
  return found;
}

Deno.test("no import goes against the order of the rooms", () => {
  const all = [...files(source)].map((file) => ({ file, imports: importsOf(file) }));
  assert(all.length > 50);
  assert(all.some(({ imports }) => imports.length > 5), "imports are found at all");
  assertEquals(violations(all), []);
});

Deno.test("an import against the order is seen", () => {
  const file = new URL("base/path.ts", source);
  assertEquals(violations([{ file, imports: ["../guard/registry.ts"] }]).length, 1);
  assertEquals(violations([{ file, imports: ["npm:left-pad"] }]).length, 1);
  assertEquals(violations([{ file, imports: ["./platform.ts"] }]).length, 0);
});

Deno.test("the parser of shell syntax is loaded by nothing that is loaded for every event", () => {
  for (const file of files(source)) {
    if (!["shell", "register", "cli"].includes(roomOf(file))) {
      const text = Deno.readTextFileSync(file);
      assert(
        !/from "[^"]*shell\/(?:read|parse)\.ts"/.test(text),
        `${file.pathname} loads the parser at once`,
      );
    }
  }
});
