/** Front matter: the quick reader and the YAML parser agree, and every mistake has its line. */
import fc from "fast-check";
import { isFault, readSimple, splitFrontMatter } from "../../src/knowledge/front_matter.ts";
import { readYaml } from "../../src/knowledge/front_matter_yaml.ts";
import { readItem } from "../../src/knowledge/read_item.ts";
import { frontMatterOf } from "../../src/knowledge/write_item.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

Deno.test("what the quick reader takes, the parser reads in the same way", () => {
  const unit = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(..."abyno1 ./-_*") },
    { weight: 1, arbitrary: fc.constantFrom(..."@()+:#[]{},&!|>%'\"\\~?=\tñ") },
  );
  const text = fc.string({ unit, maxLength: 8 });
  const key = fc.constantFrom("kind", "title", "paths", "a-b", "no", "X1");
  const line = fc.oneof(
    fc.tuple(key, text).map(([name, value]) => `${name}: ${value}`),
    fc.tuple(key, fc.array(text, { maxLength: 3 })).map(([name, list]) => `${name}: [${list.join(", ")}]`),
    fc.tuple(key, fc.array(text, { minLength: 1, maxLength: 3 })).map(([name, list]) =>
      `${name}:\n${list.map((one) => `  - ${one}`).join("\n")}`
    ),
    fc.tuple(key, key, text).map(([name, inner, value]) => `${name}:\n  ${inner}: ${value}`),
    text,
  );
  let taken = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const front = `${lines.join("\n")}\n`;
      const simple = readSimple(front);
      if (simple === undefined) return;
      taken++;
      const yaml = readYaml(front);
      assert(!isFault(yaml), `${JSON.stringify(front)}: ${JSON.stringify(yaml)}`);
      assertEquals(plain(simple), plain(yaml), JSON.stringify(front));
    }),
    { numRuns: 3_000 },
  );
  assert(taken > 100, `only ${taken} were taken`);
});

Deno.test("ordinary front matter needs no parser", () => {
  const front =
    'kind: rule\ntitle: Billing writes\npaths: [services/billing/**, "**/*.ts"]\nsummary: A key\n' +
    "symbols:\n  - chargeCard\nblock:\n  pattern: 'parseFloat'\n  on: [write]\n";
  assertEquals(plain(readSimple(front)), plain(readYaml(front)));
  assert(readSimple(front) !== undefined);
});

Deno.test("a file is split at its second line of three dashes, whatever its line ends", () => {
  assertEquals(splitFrontMatter("---\nkind: rule\n---\n\nText\n---\nmore\n"), {
    front: "kind: rule\n",
    body: "Text\n---\nmore",
  });
  assertEquals(splitFrontMatter("\ufeff---\r\nkind: rule\r\n---\r\nText\r\n"), {
    front: "kind: rule\n",
    body: "Text",
  });
  assert(isFault(splitFrontMatter("# Title\n")));
  assert(isFault(splitFrontMatter("---\nkind: rule\n")));
});

const MISTAKES: readonly (readonly [string, string, number, string])[] = [
  ["no front matter", "# Title\n", 1, "begin the file with a line ---"],
  ["an open front matter", "---\nkind: rule\ntext\n", 1, "close it with a line"],
  ["no kind", "---\ntitle: x\n---\nx", 1, "write kind: rule, kind: memory or kind: skill"],
  ["another kind", "---\ntitle: x\nkind: rulle\n---\nx", 3, 'kind "rulle" is not known'],
  ["a glob that YAML takes for an alias", "---\nkind: rule\npaths: [**/*.ts]\n---\nx", 3, "quote a glob"],
  ["a key twice", "---\nkind: rule\nkind: memory\n---\nx", 3, "a key stands twice"],
  ["a tab", "---\nkind: rule\npaths:\n\t- a\n---\nx", 4, "tab"],
  ["a colon in text", "---\nkind: rule\ntitle: a: b\n---\nx", 3, "stands in quotes"],
  ["a way out", "---\nkind: rule\npaths: [../x]\n---\nx", 3, "leaves the project"],
  ["braces", '---\nkind: rule\npaths: ["{a,{b}}"]\n---\nx', 3, "braces"],
  ["a backslash", "---\nkind: rule\npaths: ['a\\b']\n---\nx", 3, 'separated by "/"'],
  ["a list that is none", "---\nkind: rule\npaths: {a: b}\n---\nx", 3, "takes a list"],
  ["priority", "---\nkind: rule\npriority: urgent\n---\nx", 3, "write high, medium or low"],
  ["block of a memory", "---\nkind: memory\nblock:\n  pattern: x\n---\nx", 3, "only a rule can block"],
  ["block without pattern", "---\nkind: rule\nblock:\n  on: [write]\n---\nx", 3, "has no pattern"],
  [
    "a catastrophic pattern",
    "---\nkind: rule\nblock:\n  pattern: '(a+)+$'\n---\nx",
    4,
    "repetition inside a repetition",
  ],
  [
    "a pattern that looks back",
    "---\nkind: rule\nblock:\n  pattern: '(a)\\1'\n---\nx",
    4,
    "the pattern is not taken",
  ],
  ["a broken pattern", "---\nkind: rule\nblock:\n  pattern: '(a'\n---\nx", 4, "the pattern is not taken"],
  ["flags", "---\nkind: rule\nblock:\n  pattern: a\n  flags: g\n---\nx", 5, "some of i, m and s"],
  ["a shell string", "---\nkind: rule\ncheck:\n  run: npm test\n---\nx", 4, "words of one command as a list"],
];

for (const [name, text, line, part] of MISTAKES) {
  Deno.test(`a mistake has its line and what to write instead: ${name}`, async () => {
    const { problems } = await readItem(new TextEncoder().encode(text), {
      part: "",
      path: "a.md",
      file: "k/a.md",
    });
    const found = problems.find(({ level }) => level === "error");
    assert(found !== undefined, "no error");
    assertStringIncludes(found.message, part);
    assertEquals([found.file, found.line], ["k/a.md", line]);
  });
}

Deno.test("an item whose globs are all refused does not come to hold for everything", async () => {
  const bytes = new TextEncoder().encode("---\nkind: rule\npaths: [../x]\n---\nx");
  assertEquals((await readItem(bytes, { part: "", path: "a.md", file: "a.md" })).item, undefined);
});

Deno.test("defaults: title from the heading or the name, summary from the text, the part's own folder", async () => {
  const read = async (text: string, part = "") =>
    (await readItem(new TextEncoder().encode(text), { part, path: "b/the-name.md", file: "f" })).item!;
  const first = await read("---\nkind: memory\n---\n# The heading\n\n**Text** of `it`.\n");
  assertEquals([first.title, first.summary, first.priority], ["The heading", "Text of it.", "medium"]);
  assertEquals((await read("---\nkind: memory\n---\nText")).title, "the-name");
  assertEquals((await read("---\nkind: memory\n---\nText", "apps/web")).paths, ["apps/web/**"]);
  assertEquals((await read("---\nkind: memory\npaths: [src/**]\n---\nText", "apps/web")).paths, [
    "apps/web/src/**",
  ]);
  assertEquals((await read("---\nkind: memory\n---\nText", "apps/web")).id, "apps/web:b/the-name");
});

Deno.test("front matter that is written is read as what was written", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 20 }).map((one) => one.replace(/\s+/g, " ").trim());
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 3 }), (title, paths) => {
      const written = frontMatterOf({ kind: "rule", title, paths });
      const split = splitFrontMatter(`${written}\nBody\n`);
      assert(!isFault(split));
      const read = readYaml(split.front);
      assert(!isFault(read), JSON.stringify([written, read]));
      assertEquals(read["title"] ?? "", title);
      assertEquals(read["paths"] ?? [], paths);
    }),
    { numRuns: 500 },
  );
});
