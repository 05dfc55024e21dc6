/** The cache: valid while nothing changed, made again when it did, never in the way. */
import { environmentOf } from "../../src/base/environment.ts";
import { cacheFile, openKnowledge } from "../../src/knowledge/cache.ts";
import { knowsFor } from "../../src/knowledge/gate.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { fixture, item, type Project, withProject } from "./project.ts";

const SHOP = fixture("knowledge-shop");
const placeOf = ({ env }: Project) => ({ env: environmentOf(env), os: "linux" as const });

Deno.test("a project without knowledge leaves nothing behind", () =>
  withProject({ "src/a.ts": "" }, async ({ event, state, root }) => {
    assertEquals(await event("UserPromptSubmit", { prompt: "Fix src/a.ts" }), "");
    assertEquals(
      await event("PreToolUse", { tool_name: "Read", tool_input: { file_path: `${root}/src/a.ts` } }),
      "",
    );
    assertEquals(await event("Stop"), "");
    assertEquals([...Deno.readDirSync(state)].filter(({ name }) => name.startsWith("knowledge")), []);
  }));

Deno.test("an event writes one private file, and the next one only reads it", () =>
  withProject(SHOP, async (project) => {
    const place = placeOf(project);
    await openKnowledge(place, project.root);
    const file = cacheFile(place, project.root);
    assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
    const then = new Date(Date.now() - 60_000);
    Deno.utimeSync(file, then, then);
    const again = await openKnowledge(place, project.root);
    assertEquals(again?.items.length, 12);
    assertEquals(Deno.statSync(file).mtime?.getTime(), then.getTime());
    assertEquals(again?.index().words.length, 12);
  }));

Deno.test("an edit, a new file and a removed one are seen", () =>
  withProject(SHOP, async (project) => {
    const place = placeOf(project);
    const titles = async () => (await openKnowledge(place, project.root))!.items.map(({ title }) => title);
    const before = await titles();
    project.write({ ".garfio/knowledge/commits.md": item("kind: rule\ntitle: Other") });
    assert((await titles()).includes("Other"));
    project.write({ ".garfio/knowledge/new/deep/x.md": item("kind: memory\ntitle: New") });
    assertEquals((await titles()).length, before.length + 1);
    Deno.removeSync(`${project.root}/.garfio/knowledge/new`, { recursive: true });
    assertEquals((await titles()).length, before.length);
  }));

Deno.test("what was kept of unchanged files is what reading them gives", () =>
  withProject(SHOP, async (project) => {
    const place = placeOf(project);
    await openKnowledge(place, project.root);
    project.write({ ".garfio/knowledge/a.md": item("kind: memory\ntitle: New") });
    const kept = await openKnowledge(place, project.root);
    Deno.removeSync(cacheFile(place, project.root));
    const read = await openKnowledge(place, project.root);
    assertEquals(JSON.stringify(kept!.items), JSON.stringify(read!.items));
    assertEquals(JSON.stringify(kept!.index()), JSON.stringify(read!.index()));
  }));

for (
  const [name, content] of [["empty", ""], ["torn", '{"version":1,"root":'], ["foreign", "[]\n\n\n\n"], [
    "binary",
    "\0\xff",
  ]] as const
) {
  Deno.test(`a cache that is ${name} is made again`, () =>
    withProject(SHOP, async (project) => {
      const place = placeOf(project);
      await openKnowledge(place, project.root);
      Deno.writeTextFileSync(cacheFile(place, project.root), content);
      assertEquals((await openKnowledge(place, project.root))?.items.length, 12);
    }));
}

Deno.test("items that were torn in a cache with a good head are read again", () =>
  withProject(SHOP, async (project) => {
    const place = placeOf(project);
    await openKnowledge(place, project.root);
    const file = cacheFile(place, project.root);
    const lines = Deno.readTextFileSync(file).split("\n");
    lines[2] = lines[2]!.slice(0, 50);
    Deno.writeTextFileSync(file, lines.join("\n"));
    assertEquals((await openKnowledge(place, project.root))?.items.length, 12);
  }));

Deno.test("without a place for state it works all the same", () =>
  withProject(SHOP, async ({ root }) => {
    const place = { env: environmentOf({}), os: "linux" as const };
    assertEquals((await openKnowledge(place, root))?.items.length, 12);
  }));

Deno.test("guards and contexts of one event look for the folder once", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const event = {};
    assertEquals(knowsFor(event, folder, { os: "linux" }), false);
    Deno.mkdirSync(`${folder}/.garfio/knowledge`, { recursive: true });
    assertEquals(knowsFor(event, folder, { os: "linux" }), false);
    assertEquals(knowsFor({}, folder, { os: "linux" }), true);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
