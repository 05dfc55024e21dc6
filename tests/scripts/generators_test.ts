/** The generators as they are run: on this repository, and on a small copy in which something is wrong. */
import {
  checkInventory,
  main as inventory,
  purpose,
  readBindings,
  readMessages,
  renderInventory,
} from "../../scripts/generate_message_inventory.ts";
import { main as skillIndex } from "../../scripts/generate_skill_index.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "../support/assert.ts";

const ROOT = new URL("../../", import.meta.url);
const SCRIPTS = ["generate_skill_index.ts", "generate_message_inventory.ts"];

const MESSAGE = `<!-- SPDX-License-Identifier: MIT -->

# Title

Say a | b, in
two lines. More text.

## Bindings

- Guard: none
- Events: Stop
- Tools: none
- Placeholders: path, line
- Source: src/a.ts
`;

/** Runs `body` with a folder that looks like the repository, and returns what went to standard error. */
function inCopy(body: (root: URL) => void): string {
  const folder = Deno.makeTempDirSync();
  const errors: string[] = [];
  const { error } = console;
  console.error = (...parts: unknown[]) => void errors.push(parts.join(" "));
  try {
    const root = new URL(`file://${folder.replaceAll("\\", "/").replace(/^(?=[A-Za-z]:)/, "/")}/`);
    for (const name of ["messages", "docs"]) Deno.mkdirSync(new URL(name, root));
    Deno.writeTextFileSync(
      new URL("messages/catalogue.json", root),
      Deno.readTextFileSync(new URL("messages/catalogue.json", ROOT)),
    );
    body(root);
  } finally {
    console.error = error;
    Deno.removeSync(folder, { recursive: true });
  }
  return errors.join("\n");
}

for (const script of SCRIPTS) {
  Deno.test(`${script} --check passes on this repository, as a program`, async () => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", new URL(`scripts/${script}`, ROOT).href, "--check"],
    }).output();
    const text = new TextDecoder();
    assertEquals([code, text.decode(stdout), text.decode(stderr)], [0, "", ""]);
  });
}

Deno.test("the skill index: written, checked, and missed when it is old", () => {
  const errors = inCopy((root) => {
    const index = new URL("messages/skill-index.md", root);
    assertEquals(skillIndex(["--check"], root), 1);
    assertEquals(skillIndex([], root), 0);
    assertEquals(skillIndex(["--check"], root), 0);
    const text = Deno.readTextFileSync(index);
    Deno.writeTextFileSync(index, text.replace("garfio", "other"));
    assertEquals(skillIndex(["--check"], root), 1);
    assertEquals(Deno.readTextFileSync(index), text.replace("garfio", "other"), "a check writes nothing");
  });
  assertEquals(errors.match(/Run: deno run -A scripts\/generate_skill_index\.ts$/gm)?.length, 2, errors);
});

Deno.test("the skill index: a broken catalogue writes nothing and says what is wrong", () => {
  for (const [broken, part] of [["{", "catalogue.json"], ["{}", "prefix"]] as const) {
    const errors = inCopy((root) => {
      Deno.writeTextFileSync(new URL("messages/catalogue.json", root), broken);
      assertEquals(skillIndex([], root), 1);
      assertEquals([...Deno.readDirSync(new URL("messages", root))].length, 1);
    });
    assertStringIncludes(errors, part);
  }
});

Deno.test("the inventory: written, checked, and missed when it is old", () => {
  const errors = inCopy((root) => {
    const message = new URL("messages/stop.md", root);
    Deno.writeTextFileSync(message, MESSAGE);
    assertEquals(inventory(["--check"], root), 1);
    assertEquals(inventory([], root), 0);
    assertEquals(inventory(["--check"], root), 0);
    Deno.writeTextFileSync(message, MESSAGE.replace("Events: Stop", "Events: PreCompact"));
    assertEquals(inventory(["--check"], root), 1);
    Deno.writeTextFileSync(message, "# Title\n");
    assertEquals(inventory([], root), 1);
  });
  assertEquals(
    errors.match(/Run: deno run -A scripts\/generate_message_inventory\.ts$/gm)?.length,
    2,
    errors,
  );
  assertStringIncludes(errors, "messages/stop.md: the message does not end with a section of bindings");
});

Deno.test("the inventory has one row per message", () => {
  const page = renderInventory([{ name: "b", source: MESSAGE }, { name: "a", source: MESSAGE }]);
  assertEquals(page.split("\n").filter((line) => line.startsWith("| [")), [
    "| [`a`](../messages/a.md) | Say a \\| b, in two lines. | `Stop` | -     | `path`, `line` |",
    "| [`b`](../messages/b.md) | Say a \\| b, in two lines. | `Stop` | -     | `path`, `line` |",
  ]);
  assertEquals(
    checkInventory(page, [{ name: "a", source: MESSAGE }, { name: "b", source: MESSAGE }]),
    undefined,
  );
  const names = readMessages(ROOT).map(({ name }) => name);
  const committed = Deno.readTextFileSync(new URL("docs/messages.md", ROOT));
  assertEquals([...committed.matchAll(/^\| \[`([\w-]+)`\]/gm)].map((match) => match[1]!), names);
});

Deno.test("bindings are read in their one form", () => {
  assertEquals(readBindings(MESSAGE), {
    guard: undefined,
    events: ["Stop"],
    tools: [],
    placeholders: ["path", "line"],
    source: "src/a.ts",
  });
  const wrapped = MESSAGE.replace("path, line", "path,\n  line").replaceAll("\n", "\r\n");
  assertEquals(readBindings(wrapped).placeholders, ["path", "line"]);
  for (
    const wrong of [
      MESSAGE.replace("- Tools: none\n", ""),
      MESSAGE.replace("- Tools: none", "- Tool: none"),
      `${MESSAGE}- More: none\n`,
      `${MESSAGE}\nText.\n`,
      MESSAGE.replace("## Bindings", "## Binding"),
    ]
  ) assertThrows(() => readBindings(wrong), SyntaxError);
  assertThrows(() => purpose("# Title\n\n## Advisory\n\nText.\n"), SyntaxError);
  assert(purpose("# Title\n\nNo full stop\n") === "No full stop");
});
