import { isEveryday } from "../../src/guard/everyday.ts";
import { assertEquals } from "../support/assert.ts";
import { bash, callOf } from "../support/call.ts";

Deno.test("a line that only lists or shows is known without loading anything", () => {
  for (
    const command of [
      "git status",
      "git log --oneline -n 5",
      "git diff HEAD",
      "ls -la src",
      "pwd",
      "which deno",
    ]
  ) {
    assertEquals(isEveryday(callOf(bash(command))), true, command);
  }
});

Deno.test("whatever could write, start, hide or show something else is another line", () => {
  const others = [
    "git push",
    "git -c alias.status=push status",
    "git diff --output=src/a.ts",
    "git diff --ext-diff",
    "git show HEAD:.env",
    "git show HEAD:config/credentials.yml",
    "ls > out",
    "ls; rm -rf x",
    "ls $(x)",
    "ls ~",
    "GIT_PAGER=x git log",
    "cat a",
    "rm -rf x",
    "npm test",
    "",
  ];
  for (const command of others) assertEquals(isEveryday(callOf(bash(command))), false, command);
  assertEquals(isEveryday(callOf({ tool: "PowerShell", input: { command: "ls" } })), false);
  assertEquals(isEveryday(callOf({ tool: "Write", input: { file_path: "a", content: "ls" } })), false);
});
