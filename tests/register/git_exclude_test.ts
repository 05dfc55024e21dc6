/** A file kept out of a repository by git's own private list. */
import { excludeFromGit } from "../../src/register/git_exclude.ts";
import { assertEquals } from "../support/assert.ts";
import { inSandbox } from "./sandbox.ts";

Deno.test("exclude: once, behind what is there, and only said in a dry run", () =>
  inSandbox((box) => {
    const path = `${box.project}/.devin/config.local.json`;
    const list = `${box.project}/.git/info/exclude`;
    box.put(list, "# mine\n*.swp");
    assertEquals([excludeFromGit(path, "linux", true), box.read(list)], [true, "# mine\n*.swp"]);
    assertEquals(excludeFromGit(path, "linux", false), true);
    assertEquals(box.read(list), "# mine\n*.swp\n/.devin/config.local.json\n");
    assertEquals(excludeFromGit(path, "linux", false), false);
  }));

Deno.test("exclude: in a worktree the list of the whole repository counts", () =>
  inSandbox((box) => {
    box.put("tree/.git", `gitdir: ${box.project}/.git/worktrees/tree\n`);
    box.put(`${box.project}/.git/worktrees/tree/commondir`, "../..\n");
    assertEquals(excludeFromGit(`${box.root}/tree/.devin/config.local.json`, "linux", false), true);
    assertEquals(box.read(`${box.project}/.git/info/exclude`), "/.devin/config.local.json\n");
  }));

Deno.test("exclude: outside of a repository there is no list", () =>
  inSandbox((box) => {
    assertEquals(excludeFromGit(`${box.home}/.devin/config.local.json`, "linux", false), false);
  }));
