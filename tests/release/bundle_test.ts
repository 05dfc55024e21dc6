/** What is embedded in the executable: all of it used, and the same bytes each time. */
import { makeBundle } from "../../scripts/compile.ts";
import { commitOf } from "../../scripts/release/commit.ts";
import { filesOf } from "../../scripts/release/report.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

Deno.test("bundle: nothing that is not used, and the same bytes when it is made again", () =>
  withScratch(async (folder) => {
    const [first, second] = [`${folder}/first`, `${folder}/second`];
    await makeBundle(first);
    await makeBundle(second);
    const names = filesOf(first).map(({ name }) => name).sort();
    assertEquals(filesOf(second).map(({ name }) => name).sort(), names);
    for (const name of names) {
      const [one, other] = [first, second].map((place) => Deno.readTextFileSync(`${place}/${name}`));
      assert(one === other, `${name} differs`);
    }
    // What lies in a folder is no part of the program, but text that it writes somewhere.
    const scripts = names.filter((name) => /^[\w.-]+\.js$/.test(name));
    const reached = new Set(["main.js"]);
    for (const name of reached) {
      const text = Deno.readTextFileSync(`${first}/${name}`);
      for (const [, other] of text.matchAll(/"\.\/([\w.-]+\.js)"/g)) reached.add(other!);
    }
    assertEquals(scripts.filter((name) => !reached.has(name)), [], "no other file loads them");
    for (const name of names) {
      assert(
        /^(?:[\w.-]+\.js|build\.json|messages\/[\w-]+\.md|(?:contracts|rules)\/[\w.-]+)$/.test(
          name,
        ),
        name,
      );
    }
  }));

Deno.test("bundle: the commit, and whether something was changed since", () =>
  withScratch(async (folder) => {
    assertEquals(await commitOf(folder), undefined);
    const git = (...args: string[]) =>
      new Deno.Command("git", {
        args: ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", ...args],
        cwd: folder,
      }).output();
    await git("init", "--quiet");
    assertEquals(await commitOf(folder), undefined);
    Deno.writeTextFileSync(`${folder}/file`, "one");
    await git("add", "file");
    await git("commit", "--quiet", "--message", "one");
    const commit = await commitOf(folder);
    assert(/^[0-9a-f]{40}$/.test(commit ?? ""), commit);
    Deno.writeTextFileSync(`${folder}/file`, "two");
    assertEquals(await commitOf(folder), `${commit}-dirty`);
  }));
