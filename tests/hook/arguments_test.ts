import { readHookArguments } from "../../src/hook/arguments.ts";
import { assertEquals } from "../support/assert.ts";

Deno.test("the command line of an entry", () => {
  assertEquals(readHookArguments(["Stop"]), {
    contract: "claude-code",
    event: "Stop",
    messages: [],
    strict: false,
    background: false,
  });
  assertEquals(readHookArguments(["--contract", "cursor", "sessionStart", "a", "b.md"]), {
    contract: "cursor",
    event: "sessionStart",
    messages: ["a", "b.md"],
    strict: false,
    background: false,
  });
  assertEquals(readHookArguments(["--contract=kiro", "--strict", "X"]), {
    contract: "kiro",
    event: "X",
    messages: [],
    strict: true,
    background: false,
  });
  assertEquals(readHookArguments(["X", "--background", "a"]), {
    contract: "claude-code",
    event: "X",
    messages: ["a"],
    strict: false,
    background: true,
  });
});

Deno.test("a command line that cannot be read says why", () => {
  assertEquals(readHookArguments([]), "no event was named");
  assertEquals(readHookArguments(["--contract"]), "--contract needs the id of a harness");
  assertEquals(readHookArguments(["--no-such-flag", "Stop"]), "unknown option --no-such-flag");
});
