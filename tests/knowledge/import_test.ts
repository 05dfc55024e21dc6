/** Imports lose nothing, and say what they could not carry over. */
import { draftsOf } from "../../src/knowledge/import/patterns.ts";
import { draftOf, ruleFileKind } from "../../src/knowledge/import/rule_files.ts";
import { readLiteral } from "../../src/knowledge/import/literal.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";

async function draft(path: string, text: string) {
  const kind = ruleFileKind(path);
  assert(kind !== undefined, `${path} is not known`);
  const made = await draftOf(kind, path, text);
  assert(typeof made !== "string", String(made));
  return made;
}

Deno.test("a Cursor rule with globs, as Cursor writes it", async () => {
  const made = await draft(
    ".cursor/rules/api.mdc",
    "---\ndescription: How the API answers\nglobs: *.ts,src/api/**\nalwaysApply: false\n---\n\nAnswer in JSON.\n",
  );
  assertEquals(made.front["paths"], ["**/*.ts", "src/api/**"]);
  assertEquals([made.front["kind"], made.front["summary"], made.front["priority"]], [
    "rule",
    "How the API answers",
    "medium",
  ]);
  assertEquals([made.body, made.name], ["Answer in JSON.", "imported/api"]);
});

Deno.test("a Cursor rule that always applies, and one that the model chooses", async () => {
  const always = await draft("a.mdc", "---\ndescription:\nglobs:\nalwaysApply: true\n---\nText");
  assertEquals([always.front["paths"], always.front["priority"], always.notes], [[], "high", []]);
  const chosen = await draft(
    "a.mdc",
    "---\ndescription: When writing tests\nglobs:\nalwaysApply: false\n---\nText",
  );
  assertStringIncludes(chosen.notes.join(), "chose it by its description");
  const list = await draft("a.mdc", '---\nglobs: ["a/**", "b/**"]\n---\nText');
  assertEquals(list.front["paths"], ["a/**", "b/**"]);
});

Deno.test("a rule of Claude Code, with and without paths", async () => {
  const made = await draft(
    ".claude/rules/web/forms.md",
    '---\npaths:\n  - "src/**/*.{ts,tsx}"\nowner: me\n---\n# Forms\n\nText',
  );
  assertEquals([made.front["paths"], made.front["title"], made.front["owner"]], [
    ["src/**/*.{ts,tsx}"],
    "Forms",
    "me",
  ]);
  assertStringIncludes(made.notes.join(), '"owner" has no meaning here');
  assertEquals((await draft(".claude/rules/a.md", "Text")).front["paths"], []);
});

Deno.test("instructions of Copilot, by file and for everything", async () => {
  const made = await draft(
    ".github/instructions/py.instructions.md",
    '---\napplyTo: "**/*.py,scripts/**"\nexcludeAgent: "code-review"\n---\nText',
  );
  assertEquals(made.front["paths"], ["**/*.py", "scripts/**"]);
  assertEquals(made.front["excludeAgent"], "code-review");
  assertEquals(
    (await draft(".github/instructions/a.instructions.md", '---\napplyTo: "**"\n---\nText')).front["paths"],
    [],
  );
  assertEquals((await draft(".github/copilot-instructions.md", "Text")).front["paths"], []);
});

Deno.test("instruction files of folders hold for their folder, less what Garfio wrote into them", async () => {
  const text =
    "# Billing\n\nUse cents.\n@docs/more.md\n\n<!-- garfio:knowledge begin -->\nours\n<!-- garfio:knowledge end -->\n";
  const made = await draft("services/billing/AGENTS.md", text);
  assertEquals([made.front["paths"], made.front["title"]], [["services/billing/**"], "Billing"]);
  assert(!made.body.includes("ours"));
  assertStringIncludes(made.body, "@docs/more.md");
  assertStringIncludes(made.notes.join(), "draw in other files");
  assertEquals((await draft("CLAUDE.md", "Text")).front["paths"], []);
  assertEquals(
    typeof await draftOf(
      "instructions",
      "CLAUDE.md",
      "<!-- garfio:knowledge begin -->\nx\n<!-- garfio:knowledge end -->\n",
    ),
    "string",
  );
});

const PIECES = {
  slug: "hono-api",
  pieces: [
    {
      kind: "rule",
      nodePath: "/apps/api",
      title: "Validate input",
      summary: "Always.",
      body: "Use a schema.",
      scopeType: "folder",
      priority: "high",
      enforcement: "strict",
    },
    { kind: "memory", nodePath: "/", title: "Why Hono", summary: "Speed.", body: "It is small." },
    {
      kind: "skill",
      nodePath: "/",
      title: "api-review",
      summary: "Review.",
      body: "---\nname: api-review\n---\n\n# Review\n\n- [ ] one",
      skillTags: ["api"],
    },
    {
      kind: "rule",
      nodePath: "/x",
      title: "T",
      summary: "S",
      body: "B\nBLOCK_PATTERN: /a+b/i",
      scopeType: "project",
      enforcement: "strict",
      colour: "red",
    },
  ],
};

Deno.test("a bundle of pieces becomes items, one to one", () => {
  const drafts = draftsOf(JSON.stringify(PIECES));
  assert(typeof drafts !== "string");
  const [rule, memory, skill, other] = drafts;
  assertEquals([rule!.name, rule!.front["paths"], rule!.front["priority"]], ["hono-api/validate-input", [
    "apps/api/**",
  ], "high"]);
  assertStringIncludes(rule!.notes.join(), "strict there, by no pattern");
  assertEquals([memory!.front["paths"], memory!.body, memory!.notes], [[], "It is small.", []]);
  assertEquals([skill!.name, skill!.body, skill!.front["tags"]], [
    "hono-api/api-review",
    "# Review\n\n- [ ] one",
    ["api"],
  ]);
  assertEquals(other!.front["paths"], []);
  assertStringIncludes(other!.notes.join(), "/a+b/i");
  assertEquals(other!.front["colour"], "red");
});

Deno.test("a module that holds a bundle is read and not run", () => {
  const source =
    `import type { P } from "../types.js";\n// a comment { with braces\nexport const hono: P = {\n  slug: "hono-api",\n  pieces: [\n    {\n      kind: "memory", nodePath: '/',\n      title: \`Why\`, summary:\n        "a" +\n        "b", body: "line\\n\\"two\\" \\u00f1", installs: -1.5, old: null,\n    },\n  ],\n};\n`;
  const drafts = draftsOf(source);
  assert(typeof drafts !== "string", String(drafts));
  assertEquals([drafts[0]!.front["summary"], drafts[0]!.body], ["ab", 'line\n"two" ñ']);
  for (
    const text of [
      "x = { a: f() }",
      "x = { a: `${b}` }",
      "x = {",
      "x = { a: 'b }",
      `x = ${"[".repeat(5_000)}`,
      "no literal",
    ]
  ) {
    assertEquals(readLiteral(text), undefined, text.slice(0, 40));
    assertEquals(typeof draftsOf(text), "string");
  }
});
