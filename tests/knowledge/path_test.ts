/** The tool channel and the session start. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { fixture, item, withProject } from "./project.ts";

const SHOP = fixture("knowledge-shop");

Deno.test("a touched file brings names and one line each, once", () =>
  withProject(SHOP, async ({ tool, root }) => {
    const read = (path: string) => tool("Read", { file_path: `${root}/${path}` });
    const text = await read("services/billing/webhooks/handler.ts");
    assertStringIncludes(text, "Billing writes are idempotent - Every write carries an idempotency key");
    assertStringIncludes(text, ".garfio/knowledge/billing/idempotency.md");
    assertStringIncludes(text, "::replay-webhook");
    assert(!text.includes("Store the event id"), "no bodies");
    assert(text.length <= 900);
    assertEquals(await read("services/billing/webhooks/handler.ts"), "");
    assertEquals(await read("services/billing/invoices/invoice.ts"), "");
    assertEquals(await read("README.md"), "");
    assertStringIncludes(await read("apps/web/dashboard/chart.tsx"), "shared palette");
  }));

for (
  const [name, input] of [
    ["Write", { file_path: "ROOT/services/billing/new.ts", content: "x" }],
    ["Edit", { file_path: "ROOT/services/billing/new.ts", old_string: "a", new_string: "b" }],
    ["Grep", { pattern: "x", path: "services/billing" }],
    ["Glob", { pattern: "services/billing/**/*.ts" }],
    ["Bash", { command: "cat services/billing/invoices/invoice.ts | head -3" }],
    ["Bash", { command: "cd services/billing && npm test" }],
    ["Bash", { command: "echo x > services/billing/invoices/new.txt" }],
    ["apply_patch", {
      command: "*** Begin Patch\n*** Update File: services/billing/a.ts\n+x\n*** End Patch",
    }],
  ] as const
) {
  Deno.test(`the path is found in ${name}: ${Object.values(input)[0]}`, () =>
    withProject(SHOP, async ({ tool, root }) => {
      const moved = JSON.parse(JSON.stringify(input).replaceAll("ROOT", root));
      assertStringIncludes(await tool(name, moved), "Billing writes are idempotent");
    }));
}

Deno.test("a command that touches nothing of the project, and a path outside of it, bring nothing", () =>
  withProject(SHOP, async ({ tool }) => {
    assertEquals(await tool("Bash", { command: "ls" }), "");
    assertEquals(await tool("Read", { file_path: "/etc/hostname" }), "");
    assertEquals(await tool("WebFetch", { url: "https://example.com/services/billing" }), "");
  }));

Deno.test("what a prompt has brought is not named again, and what was named comes in full when a prompt needs it", () =>
  withProject(SHOP, async ({ tool, prompt, root }) => {
    await prompt("Fix services/billing/invoices/invoice.ts");
    assertEquals(await tool("Read", { file_path: `${root}/services/billing/invoices/invoice.ts` }), "");
    await tool("Read", { file_path: `${root}/db/migrations/001.sql` });
    assertStringIncludes(await prompt("Fix db/migrations/001.sql"), "Old code runs beside new code");
  }));

Deno.test("each sub-agent has a context of its own", () =>
  withProject(SHOP, async ({ tool, root }) => {
    const input = { file_path: `${root}/services/billing/invoices/invoice.ts` };
    const main = await tool("Read", input);
    assertEquals(await tool("Read", input, { agent_id: "one" }), main);
    assertEquals(await tool("Read", input, { agent_id: "two" }), main);
    assertEquals(await tool("Read", input, { agent_id: "one" }), "");
    assertEquals(await tool("Read", input), "");
  }));

Deno.test("after the tool it is told only where it was not told before", () =>
  withProject(SHOP, async ({ tool, told, root }) => {
    const call = { tool_name: "Read", tool_input: { file_path: `${root}/db/migrations/001.sql` } };
    assertStringIncludes(await told("PostToolUse", call), "Database migrations only add");
    assertEquals(await tool("Read", call.tool_input), "");
  }));

Deno.test("what does not fit into 900 characters comes with the next call", () => {
  const files: Record<string, string> = {};
  for (let number = 0; number < 5; number++) {
    files[`.garfio/knowledge/r${number}.md`] = item(
      `kind: rule\ntitle: Rule ${number} of the queue\npaths: [queue/**]\nsummary: ${"word ".repeat(22)}`,
    );
  }
  return withProject(files, async ({ tool, root }) => {
    const seen: string[] = [];
    for (let call = 0; call < 3; call++) {
      const text = await tool("Read", { file_path: `${root}/queue/a.ts` });
      assert(text.length <= 900);
      seen.push(...text.match(/Rule \d/g) ?? []);
    }
    assertEquals([...new Set(seen)].length, 5);
    assertEquals(seen.length, 5);
  });
});

Deno.test("an item that names everything needs a shared word, so that thousands of them flood nothing", () =>
  withProject({
    ".garfio/knowledge/a.md": item('kind: memory\ntitle: Charting library\npaths: ["**"]'),
  }, async ({ tool, root }) => {
    assertEquals(await tool("Read", { file_path: `${root}/src/a.ts` }), "");
    assertStringIncludes(await tool("Read", { file_path: `${root}/src/charting/a.ts` }), "Charting library");
  }));

Deno.test("a name is told again on a path that another glob of the item covers", () =>
  withProject({
    ".garfio/knowledge/a.md": item("kind: rule\ntitle: Dates are UTC\npaths: [api/**, worker/**]"),
  }, async ({ tool, root }) => {
    const read = (path: string) => tool("Read", { file_path: `${root}/${path}` });
    assertStringIncludes(await read("api/a.ts"), "Dates are UTC");
    assertEquals(await read("api/b.ts"), "");
    assertStringIncludes(await read("worker/a.ts"), "Dates are UTC");
  }));

Deno.test("the session start tells counts, the high rules of the whole project and the skills, within its measure", () =>
  withProject(SHOP, async ({ event, told, state }) => {
    const answer = JSON.parse(await event("SessionStart", { source: "startup" }));
    const text: string = answer.hookSpecificOutput.additionalContext;
    const own = text.slice(text.indexOf("# Project knowledge"));
    assertStringIncludes(own, "7 rules, 3 memories, 2 skills");
    assertStringIncludes(own, "The logger has `mask()`");
    assertStringIncludes(own, "::release");
    assert(own.length <= 3_000);
    assertStringIncludes(answer.systemMessage, "12 items of knowledge");
    assertEquals(
      JSON.parse(await event("SessionStart", { source: "startup", session_id: "s2" })).systemMessage,
      undefined,
    );
    assert(!(await told("SessionStart", { source: "resume" })).includes("# Project knowledge"));
    assertStringIncludes(await told("SessionStart", { source: "compact" }), "The logger has `mask()`");
    assertEquals(Deno.statSync(`${state}/knowledge-seen`).mode! & 0o777, 0o700);
  }));

Deno.test("the parts have switches of their own", () =>
  withProject({ ...SHOP }, async ({ told, tool, root, home }) => {
    Deno.mkdirSync(`${home}/.config/garfio`, { recursive: true });
    Deno.writeTextFileSync(
      `${home}/.config/garfio/config.jsonc`,
      '{"guards":{"knowledge-overview":"off","knowledge-path":"off"}}',
    );
    assert(!(await told("SessionStart", { source: "startup" })).includes("# Project knowledge"));
    assertEquals(await tool("Read", { file_path: `${root}/services/billing/a.ts` }), "");
  }));

Deno.test("a part of the project with knowledge of its own counts for its subtree, also when it is new", () =>
  withProject(SHOP, async ({ tool, root, write }) => {
    const read = (path: string) => tool("Read", { file_path: `${root}/${path}` });
    assertStringIncludes(await read("services/search/query.ts"), "rebuilt at night");
    write({
      "libs/a/b/c/d/e/f/.garfio/knowledge/x.md": item("kind: rule\ntitle: Deep rule"),
      "libs/a/b/c/d/e/f/g.ts": "",
    });
    assertEquals(await read("libs/a/b/x.ts"), "");
    assertStringIncludes(await read("libs/a/b/c/d/e/f/g.ts"), "Deep rule");
  }));
