/** What is special to Mistral Vibe: its events have had two sets of names, and one entry serves both. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { findEvent, loadContract, toldEvent } from "../../src/contract/contract.ts";
import { ASSETS, inHome } from "../support/home.ts";
import { playerOf, refuses, TOKEN } from "../support/played.ts";

refuses("vibe", [
  ["a delete outside the project", "before-bash", { "tool_input.command": "rm -rf ~/work" }, "work"],
  [
    "a delete, by the older name of the event,",
    "old-before",
    { "tool_input.command": "rm -rf ~/work" },
    "work",
  ],
  ["a secret in a block to replace", "before-replace", {
    "tool_input.content": `<<<<<<< SEARCH\na\n=======\n"${TOKEN}"\n>>>>>>> REPLACE\n`,
  }, "secret"],
  [
    "an edit of a linter's configuration",
    "before-edit",
    { "tool_input.file_path": ".eslintrc.json" },
    "eslint",
  ],
]);

for (const [entry, told] of [["pre_tool", "before_tool"], ["post_tool", "after_tool"]] as const) {
  Deno.test(`vibe: the entry ${entry} is also told of ${told}`, () => {
    const contract = loadContract(ASSETS, "vibe")!;
    assertEquals(
      findEvent(contract, entry, toldEvent(contract, { hook_event_name: told }))?.event.canonical,
      contract.events[entry]!.canonical,
    );
  });
}

Deno.test("vibe: a changed command goes out whole, without a decision", () =>
  inHome(async (home) => {
    home.put(`${home.home}/bin/tmux`, "");
    Deno.chmodSync(`${home.home}/bin/tmux`, 0o755);
    const played = await playerOf(home, "vibe")("before-bash", { "tool_input.command": "npm run dev" }, {
      env: { PATH: `${home.home}/bin` },
    });
    assertEquals([played.goesOn, played.fault], [true, undefined]);
    assertStringIncludes(`${played.input?.["command"]}`, "tmux");
    assertEquals(played.input?.["timeout"], 60);
    assert(!played.reply.stdout.includes("decision"));
  }));

Deno.test("vibe: after a tool the result is never taken away", () => {
  const { events } = loadContract(ASSETS, "vibe")!;
  for (const [name, { canonical, channels }] of Object.entries(events)) {
    if (canonical === "PostToolUse") assertEquals([name, channels.deny], [name, undefined]);
  }
});
