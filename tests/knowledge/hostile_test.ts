/** Files that are made to break or slow an event do neither. */
import { environmentOf } from "../../src/base/environment.ts";
import { openKnowledge } from "../../src/knowledge/cache.ts";
import { loadAll } from "../../src/knowledge/rebuild.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { item, withProject } from "./project.ts";

const GOOD = item("kind: rule\ntitle: The good one\npaths: [src/**]");
const bomb = `a: &a [x, x, x, x, x, x, x, x]\n${
  "bcdefghi".split("").map((name, at) =>
    `${name}: &${name} [${Array(8).fill(`*${"abcdefgh"[at]}`).join(", ")}]`
  ).join("\n")
}`;

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "huge.md": `---\nkind: rule\n---\n${"word ".repeat(200_000)}`,
  "binary.md": new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0, 1, 2, 255, 254]),
  "latin1.md": new Uint8Array([
    ...new TextEncoder().encode("---\nkind: rule\ntitle: A"),
    0xf1,
    0x0a,
    0x2d,
    0x2d,
    0x2d,
    0x0a,
  ]),
  "nul.md": "---\nkind: rule\n---\na\0b",
  "bomb.md": `---\nkind: rule\n${bomb}\n---\nx`,
  "deep.md": `---\nkind: rule\npaths: ${"[".repeat(5_000)}${"]".repeat(5_000)}\n---\nx`,
  "deeper.md": `---\n${Array.from({ length: 400 }, (_, at) => `${"  ".repeat(at)}a:`).join("\n")}\n---\nx`,
  "dashes.md": `---\n${"- ".repeat(4_000)}x\n---\nx`,
  "open.md": `---\nkind: rule\n${"x".repeat(100_000)}`,
  "many.md": `---\nkind: rule\npaths: [${Array(900).fill("a/**").join(", ")}]\n---\nx`,
  "braces.md": `---\nkind: rule\npaths: ["${"{a,b}".repeat(40)}"]\n---\nx`,
  "stars.md": `---\nkind: rule\npaths: ["${"**/".repeat(90)}x"]\n---\nx`,
  "pattern.md": "---\nkind: rule\nblock:\n  pattern: '(x+x+)+y'\n---\nx",
  "proto.md": "---\nkind: rule\n__proto__: {a: b}\nconstructor: x\n---\nx",
  "tag.md": "---\nkind: !!js/function 'x'\n---\nx",
  "empty.md": "",
  "words.md": item("kind: memory", "a1b2 ".repeat(40_000)),
};

Deno.test("hostile files neither break an event nor slow it, and the good one is still told", () =>
  withProject(
    Object.fromEntries([...Object.entries(FILES).map(([name, text]) => [`.garfio/knowledge/${name}`, text]), [
      ".garfio/knowledge/good.md",
      GOOD,
    ]]),
    async ({ root, tool, prompt, told }) => {
      Deno.symlinkSync(`${root}/.garfio`, `${root}/.garfio/knowledge/loop`);
      Deno.symlinkSync("/etc/passwd", `${root}/.garfio/knowledge/passwd.md`);
      Deno.mkdirSync(`${root}/.garfio/knowledge/folder.md`);
      Deno.writeTextFileSync(
        `${root}/.garfio/knowledge/line\nbreak\t::x.md`,
        item("kind: skill\ntitle: 'a'"),
      );
      const text = await tool("Read", { file_path: `${root}/src/a.ts` });
      assertStringIncludes(text, "The good one");
      assert(!text.includes("root:"), "a link out of the project is followed");
      assert(
        !/\nbreak/.test(await prompt("Explain this") + await told("SessionStart", { source: "startup" })),
      );
    },
  ));

Deno.test("every hostile file is reported by name, and none twice the same way", () =>
  withProject(
    Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`.garfio/knowledge/${name}`, text])),
    async ({ root }) => {
      const { problems } = await loadAll(root, [""]);
      const files = new Set(
        problems.filter(({ level }) => level === "error").map(({ file }) =>
          file.slice(".garfio/knowledge/".length)
        ),
      );
      for (const name of Object.keys(FILES)) {
        if (["words.md", "stars.md", "proto.md"].includes(name)) continue;
        assert(files.has(name), `${name} is not reported`);
      }
      for (const { message } of problems) assert(message.length < 600);
    },
  ));

Deno.test("five thousand items that name everything flood nothing", () => {
  const files: Record<string, string> = {};
  for (let number = 0; number < 5_000; number++) {
    files[`.garfio/knowledge/d${number % 10}/i${number}.md`] = item(
      `kind: rule\ntitle: Rule ${number} of files\npriority: high\npaths: ["**"]`,
    );
  }
  return withProject(files, async ({ tool, prompt, told, root }) => {
    await told("SessionStart", { source: "startup" });
    assert((await tool("Read", { file_path: `${root}/src/a.ts` })).length <= 900);
    assert(
      (await tool("Write", { file_path: `${root}/src/rule.ts`, content: "rule ".repeat(10_000) })).length <=
        900,
    );
    assert((await prompt("Explain the rules of files, rule by rule")).length <= 10_000);
  });
});

Deno.test("a folder of knowledge that is a link, or leads nowhere, counts as none", () =>
  withProject({ "elsewhere/a.md": GOOD, ".garfio/x": "" }, async ({ root, env }) => {
    const place = { env: environmentOf(env), os: "linux" as const };
    Deno.symlinkSync(`${root}/elsewhere`, `${root}/.garfio/knowledge`);
    assertEquals(await openKnowledge(place, root), undefined);
  }));

Deno.test("session ids are hostile text", () =>
  withProject({ ".garfio/knowledge/good.md": GOOD }, async ({ tool, root, state }) => {
    for (const session_id of ["../../x", "a/b\0c", "", "CON", "x".repeat(10_000), "a\nb"]) {
      const input = { file_path: `${root}/src/a.ts` };
      assertStringIncludes(await tool("Read", input, { session_id, agent_id: "../y" }), "The good one");
      assertEquals(await tool("Read", input, { session_id, agent_id: "../y" }), "");
    }
    for (const { name, isFile } of Deno.readDirSync(`${state}/knowledge`)) {
      assert(isFile && !name.startsWith("."), name);
    }
  }));
