/** What a look at a whole new file can decide. */
import { assertEquals } from "../support/assert.ts";
import { edit, judged, write } from "../support/call.ts";
import { findGuard } from "../../src/guard/registry.ts";

const conformityGuard = findGuard("pretooluse-conformity")!;

const CONFLICT = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n";
const CASES: readonly (readonly [checks: string | undefined, path: string, text: string])[] = [
  // Front matter
  [undefined, "skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n"],
  [
    undefined,
    "skills/a/SKILL.md",
    "<!-- SPDX-License-Identifier: MIT -->\n---\nname: a\ndescription: >\n  b\n---\n",
  ],
  [undefined, "skills/a/SKILL.md", "---\r\nname: a\r\ndescription:\r\n  b\r\n---\r\n"],
  ["front matter without name and description", "skills/a/SKILL.md", "# A\n"],
  ["front matter without description", "skills/a/SKILL.md", "---\nname: a\n---\ndescription: b\n"],
  ["front matter without name and description", "skills/a/SKILL.md", "---\nname: a\ndescription: b\n"],
  ["front matter without name", ".claude/agents/a.md", "---\ndescription: b\n---\n"],
  ["front matter without description", ".claude/commands/a.md", "Do it.\n"],
  [undefined, ".claude/commands/a.md", "---\ndescription: b\n---\n"],
  [undefined, "docs/agents/a.md", "# A\n"],
  [undefined, ".claude/agents/README.md", "# A\n"],
  // Conflict markers
  ["merge conflict markers", "a.py", CONFLICT],
  ["merge conflict markers", "a.py", CONFLICT.replaceAll("\n", "\r\n")],
  [undefined, "a.md", "Title\n=======\n"],
  [undefined, "a.py", "x = '''\n  <<<<<<< HEAD\n  =======\n  >>>>>>> b\n'''\n"],
  [undefined, "a.py", ">>>>>>> a\n=======\n<<<<<<< b\n"],
  // JSON
  ["JSON that does not parse", "a.json", "{"],
  ["JSON that does not parse", "a.json", ""],
  ["JSON that does not parse", "a.json", '{"a": 1,}'],
  [undefined, "a.json", '\ufeff{"a": 1}\n'],
  [undefined, "tsconfig.json", "{ // x\n}"],
  [undefined, "tsconfig.build.json", "{ // x\n}"],
  [undefined, ".vscode/settings.json", "{ // x\n}"],
  [undefined, "a.jsonc", "{ // x\n}"],
  ["merge conflict markers, JSON that does not parse", "a.json", CONFLICT],
];

Deno.test("conformity", async (test) => {
  for (const [checks, path, text] of CASES) {
    await test.step(`${path}: ${text}`, async () => {
      const finding = await judged(conformityGuard, write(`/proj/${path}`, text));
      assertEquals(finding?.values["checks"], checks);
    });
  }
});

Deno.test("conformity: how many checks failed", async () => {
  assertEquals((await judged(conformityGuard, write("/proj/a.json", CONFLICT)))?.values["count"], 2);
});

Deno.test("conformity: a plugin has agents and commands too", async () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/.claude-plugin`);
    const finding = await judged(conformityGuard, { ...write(`${root}/agents/a.md`, "# A\n"), root });
    assertEquals(finding?.values["checks"], "front matter without name and description");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("conformity: a part of a file is not judged", async () => {
  assertEquals(await judged(conformityGuard, edit("/proj/a.json", "1", "{")), undefined);
});
