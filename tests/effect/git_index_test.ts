/** The index as git writes it, in each of its versions. */
import { readGitIndex } from "../../src/effect/git_index.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

function git(folder: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command("git", {
    args: ["-c", "user.name=x", "-c", "user.email=x@example.test", ...args],
    cwd: folder,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).outputSync();
  assert(success, new TextDecoder().decode(stderr));
}

const FILES = ["a.ts", "src/a.ts", "src/deep/er/b.ts", "src-x/c.ts", "src/\u00fcber.ts", "z"];

for (const version of ["2", "3", "4"]) {
  Deno.test(`version ${version}`, () =>
    withScratch((folder) => {
      git(folder, "init", "-q");
      for (const file of FILES) {
        Deno.mkdirSync(`${folder}/${file}/..`.replace(/\/[^/]+\/\.\.$/, ""), { recursive: true });
        Deno.writeTextFileSync(`${folder}/${file}`, file);
      }
      git(folder, "add", ".");
      // Version 3 is what git writes for entries with more flags.
      if (version === "3") {
        Deno.writeTextFileSync(`${folder}/later`, "x");
        git(folder, "add", "-N", "later");
      } else git(folder, "update-index", "--index-version", version);
      const index = readGitIndex(folder, "linux");
      assert(index !== undefined);
      // The first questions are answered in another way than the later ones.
      for (const file of [...FILES, ...FILES]) assert(index.holds(file), file);
      for (const file of ["src", "src/deep", "src-x"]) assert(index.holds(file), file);
      for (const file of ["sr", "src/b.ts", "b", "src/deep/er/b", ""]) assert(!index.holds(file), file);
    }));
}

Deno.test("a worktree has an index of its own", () =>
  withScratch((folder) => {
    const main = `${folder}/main`;
    Deno.mkdirSync(main);
    git(main, "init", "-q");
    Deno.writeTextFileSync(`${main}/a`, "x");
    git(main, "add", ".");
    git(main, "commit", "-qm", "first commit");
    git(main, "worktree", "add", "-q", `${folder}/other`);
    assertEquals(readGitIndex(`${folder}/other`, "linux")?.holds("a"), true);
  }));

Deno.test("no index, and bytes that are none", () =>
  withScratch((folder) => {
    assertEquals(readGitIndex(folder, "linux"), undefined);
    Deno.mkdirSync(`${folder}/.git`);
    for (const text of ["", "DIRC", "DIRC\0\0\0\x02\xff\xff\xff\xff", "x".repeat(200)]) {
      Deno.writeTextFileSync(`${folder}/.git/index`, text);
      assertEquals(readGitIndex(folder, "linux"), undefined, text);
    }
  }));
