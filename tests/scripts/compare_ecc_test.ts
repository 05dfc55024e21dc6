/** The comparison with a checkout: which commands an event starts, and that it says what is missing. */
import { main, occasions, ourCommands, theirCommands } from "../../scripts/compare_ecc.ts";
import { countProcesses, makeGround, measure } from "../../scripts/compare/cost.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";
import { withScratch } from "../support/scratch.ts";

const group = (matcher: string | undefined, ...commands: string[]) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: commands.map((command) => ({ type: "command", command })),
});

function checkout(folder: string): string {
  Deno.mkdirSync(`${folder}/hooks`);
  const hooks = {
    PreToolUse: [group("Bash", "a", "b"), group("Write|Edit", "c"), group("*", "d"), "odd", {
      matcher: "Bash",
    }],
    PostToolUse: [group("Edit|Write|MultiEdit", "e")],
    SessionStart: [group(undefined, "f")],
  };
  Deno.writeTextFileSync(`${folder}/hooks/hooks.json`, JSON.stringify({ hooks }));
  return folder;
}

Deno.test("the commands of each event, as their matchers say", () =>
  withScratch((folder) => {
    const root = checkout(folder);
    const started = occasions("/p").map((occasion) =>
      theirCommands(root, occasion).map(({ args }) => args.at(-1)).join(" ")
    );
    assertEquals(started, ["a b d", "c d", "e", "f"]);
    for (const occasion of occasions("/p")) {
      const [first, ...others] = ourCommands("/bin/garfio", occasion);
      assertEquals(
        [first?.command, first?.args[0], others.length],
        ["/bin/garfio", "hook", 0],
        occasion.title,
      );
    }
  }));

Deno.test("what is missing is said", () =>
  withScratch(async (folder) => {
    assertThrows(() => theirCommands(folder, occasions("/p")[0]!), Error, "hooks.json cannot be read");
    Deno.mkdirSync(`${folder}/hooks`);
    Deno.writeTextFileSync(`${folder}/hooks/hooks.json`, "[]");
    assertThrows(() => theirCommands(folder, occasions("/p")[0]!), Error, 'no object "hooks"');
    const said: string[] = [];
    const before = console.error;
    console.error = (text: string) => said.push(text);
    try {
      assertEquals(await main([]), 1);
    } finally {
      console.error = before;
    }
    assertStringIncludes(said.join(), "say where a checkout of ECC is");
  }));

Deno.test({
  name: "CPU time and processes include what a command starts",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const ground = makeGround();
    try {
      const side = (script: string) => ({
        starts: [{ command: "/bin/sh", args: ["-c", script] }],
        env: ground.env,
        cwd: ground.project,
        stdin: "{}",
      });
      const idle = side("cat > /dev/null");
      const busy = side("cat > /dev/null; sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done'");
      const [one, other] = await measure([idle, busy], 3);
      assert(other!.cpu > one!.cpu, `${other!.cpu} after ${one!.cpu}`);
      assert(one!.wall > 0);
      const count = await countProcesses(busy);
      // Where nobody may trace, there is no count rather than a wrong one.
      assert(count === undefined || count >= 2, String(count));
    } finally {
      ground.remove();
    }
  },
});
