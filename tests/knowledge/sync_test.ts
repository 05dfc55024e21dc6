/** Notes and compiled files: the user's text is never touched. */
import fc from "fast-check";
import { BEGIN, END, NOTE, withBlock, withoutBlock } from "../../src/knowledge/companion/block.ts";
import { COMPANIONS } from "../../src/knowledge/companion/places.ts";
import { hasCompanion, syncCompanion, type Wanted } from "../../src/knowledge/companion/sync.ts";
import { findParts } from "../../src/knowledge/listing.ts";
import { loadAll } from "../../src/knowledge/rebuild.ts";
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { fixture, type Project, withProject } from "./project.ts";

const SHOP = fixture("knowledge-shop");
const companion = (id: string) => COMPANIONS.find((one) => one.id === id)!;

async function sync({ root }: Project, id: string, wanted: Wanted, dryRun = false) {
  const { items } = await loadAll(root, findParts(root, [], "linux"));
  return syncCompanion({ root, os: "linux", items, dryRun }, companion(id), wanted);
}

const read = ({ root }: Project, file: string): string | undefined => {
  try {
    return Deno.readTextFileSync(`${root}/${file}`);
  } catch {
    return undefined;
  }
};

function tree(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const { name, isDirectory } of Deno.readDirSync(`${root}${folder}`)) {
      if (isDirectory) visit(`${folder}/${name}`);
      else files[`${folder}/${name}`] = Deno.readTextFileSync(`${root}${folder}/${name}`);
    }
  };
  visit("");
  return files;
}

Deno.test("a block that is put in and taken out leaves a text as it was", () => {
  const text = fc.array(fc.constantFrom("a", "# T", "", " ", "---", "`x`"), { maxLength: 8 }).map((lines) =>
    lines.join("\n")
  );
  fc.assert(fc.property(text, (before) => {
    const after = withBlock(before, NOTE);
    assert(after.startsWith(before) || before.trim() === "");
    assertEquals(withBlock(after, NOTE), after);
    assertEquals(withoutBlock(after).trimEnd(), before.trim() === "" ? "" : before.trimEnd());
    assertEquals(withBlock(withBlock(before, "old"), NOTE), after);
  }));
});

Deno.test("a block whose end is gone takes nothing of the user's with it", () => {
  const torn = `Mine\n\n${BEGIN}\n${NOTE}\nMine too\n`;
  assertEquals(withoutBlock(torn), "Mine\nMine too\n".replace("Mine\n", "Mine\n\n"));
  assertStringIncludes(withBlock(torn, NOTE), "Mine too");
  assertEquals(withBlock(torn, NOTE).split(END).length, 2);
  assertEquals(withoutBlock(`${BEGIN}\nsomething else\nMine\n`), "something else\nMine\n");
});

for (const { id } of COMPANIONS) {
  Deno.test(`${id}: everything that was written goes again, and twice changes nothing`, () =>
    withProject(
      { ...SHOP, "CLAUDE.md": "# Mine\n", "services/billing/AGENTS.md": "Mine\n" },
      async (project) => {
        const before = tree(project.root);
        for (const wanted of ["compiled", "note"] as const) {
          await sync(project, id, wanted);
          const after = tree(project.root);
          assert((await sync(project, id, wanted)).every(({ does }) => does === "nothing"));
          assertEquals(tree(project.root), after);
          for (const [file, text] of Object.entries(before)) assert(after[file]!.startsWith(text), file);
        }
        await sync(project, id, "nothing");
        assertEquals(tree(project.root), before);
      },
    ));
}

Deno.test("with hooks a short note, without them the compiled files in their place", () =>
  withProject({ ...SHOP, "CLAUDE.md": "# Mine\n" }, async (project) => {
    await sync(project, "claude-code", "note");
    assertStringIncludes(read(project, "CLAUDE.md")!, ".garfio/knowledge");
    assertEquals(read(project, ".claude/rules/garfio-services-billing.md"), undefined);
    assert(hasCompanion(project.root, "linux", companion("claude-code")));
    await sync(project, "claude-code", "compiled");
    assertEquals(read(project, "CLAUDE.md"), "# Mine\n");
    const compiled = read(project, ".claude/rules/garfio-services-billing.md")!;
    assert(compiled.startsWith('---\npaths: ["services/billing/**"]\n---\n'));
    assertStringIncludes(compiled, "Store the event id");
    const skills = read(project, ".claude/rules/garfio-services-billing-webhooks.md")!;
    assert(skills.includes("::replay-webhook") && !skills.includes("pnpm replay"));
  }));

Deno.test("each harness gets its own form", () =>
  withProject(SHOP, async (project) => {
    for (const id of ["cursor", "copilot", "windsurf", "codex"]) await sync(project, id, "compiled");
    assertStringIncludes(
      read(project, ".cursor/rules/garfio-db-migrations.mdc")!,
      "globs: db/migrations/**\nalwaysApply: false",
    );
    assertStringIncludes(read(project, ".cursor/rules/garfio-project.mdc")!, "alwaysApply: true");
    assertStringIncludes(
      read(project, ".github/instructions/garfio-db.instructions.md")!,
      'applyTo: "db/**"',
    );
    assertStringIncludes(read(project, ".windsurf/rules/garfio-db.md")!, "trigger: glob");
    assertStringIncludes(read(project, "db/migrations/AGENTS.md")!, "Old code runs beside new code");
    assertStringIncludes(read(project, "AGENTS.md")!, "mask()");
  }));

Deno.test("a file of the user's that has the name of one of ours is left alone", () =>
  withProject({ ...SHOP, ".claude/rules/garfio-db.md": "Mine\n" }, async (project) => {
    const steps = await sync(project, "claude-code", "compiled");
    assert(steps.some(({ file, does }) => file === ".claude/rules/garfio-db.md" && does === "left alone"));
    await sync(project, "claude-code", "nothing");
    assertEquals(read(project, ".claude/rules/garfio-db.md"), "Mine\n");
  }));

Deno.test("line ends, a byte order mark and the mode stay; a link is followed inside the project only", () =>
  withProject({ ...SHOP, "AGENTS.md": "\ufeff# Mine\r\nText\r\n" }, async (project) => {
    Deno.chmodSync(`${project.root}/AGENTS.md`, 0o640);
    Deno.symlinkSync("AGENTS.md", `${project.root}/CLAUDE.md`);
    await sync(project, "claude-code", "note");
    const text = read(project, "AGENTS.md")!;
    assert(text.startsWith("\ufeff# Mine\r\nText\r\n"));
    assert(!/[^\r]\n/.test(text));
    assertEquals(Deno.statSync(`${project.root}/AGENTS.md`).mode! & 0o777, 0o640);
    assert(Deno.lstatSync(`${project.root}/CLAUDE.md`).isSymlink);
    assertEquals((await sync(project, "codex", "note")).filter(({ does }) => does === "write"), []);

    Deno.removeSync(`${project.root}/CLAUDE.md`);
    Deno.writeTextFileSync(`${project.home}/outside.md`, "x");
    Deno.symlinkSync(`${project.home}/outside.md`, `${project.root}/CLAUDE.md`);
    assertEquals((await sync(project, "claude-code", "note"))[0]?.does, "left alone");
    assertEquals(Deno.readTextFileSync(`${project.home}/outside.md`), "x");
  }));

Deno.test("a dry run writes nothing", () =>
  withProject(SHOP, async (project) => {
    const before = tree(project.root);
    for (const { id } of COMPANIONS) await sync(project, id, "compiled", true);
    assertEquals(tree(project.root), before);
  }));
