/** The prompt channel: what fits comes in full, once. */
import { assert, assertEquals, assertStringIncludes } from "../support/assert.ts";
import { fixture, item, withProject } from "./project.ts";

const SHOP = fixture("knowledge-shop");

function lacks(text: string, part: string): void {
  assert(!text.includes(part), `holds ${part}: ${text}`);
}

Deno.test("a change in the dashboard brings no rule about migrations", () =>
  withProject(SHOP, async ({ prompt }) => {
    const text = await prompt("Add a legend to the chart in apps/web/dashboard and update the column layout");
    assertStringIncludes(text, "Dashboard charts use the shared palette");
    assertStringIncludes(text, "Charts must stay readable");
    for (const part of ["migration", "Billing", "marketing", "pooling"]) lacks(text, part);
  }));

Deno.test("a change in the webhooks brings the billing rules and the replay skill, not the marketing conventions", () =>
  withProject(SHOP, async ({ prompt }) => {
    const text = await prompt(
      "Fix the retry in services/billing/webhooks/handler.ts for the marketing campaign",
    );
    for (const part of ["Billing writes are idempotent", "Store the event id", "Money is whole cents"]) {
      assertStringIncludes(text, part);
    }
    assertStringIncludes(text, "::replay-webhook");
    lacks(text, "pnpm replay");
    lacks(text, "Tone of marketing pages");
  }));

Deno.test("an exploring prompt at the root brings an overview, not every body", () =>
  withProject(SHOP, async ({ prompt }) => {
    const text = await prompt("Explain how this project is organised");
    for (
      const part of [
        "Billing writes are idempotent",
        "Database migrations only add",
        "Tone of marketing pages",
      ]
    ) {
      assertStringIncludes(text, part);
    }
    assert((text.match(/^## /gm) ?? []).length <= 2, text);
    lacks(text, "Store the event id");
  }));

Deno.test("the working folder counts where the prompt names no path", () =>
  withProject(SHOP, async ({ prompt, root }) => {
    const text = await prompt("Improve this", { cwd: `${root}/db/migrations` });
    assertStringIncludes(text, "Database migrations only add");
    lacks(text, "Billing");
  }));

Deno.test("a skill is named, and its text comes when it is called", () =>
  withProject(SHOP, async ({ prompt }) => {
    assertStringIncludes(await prompt("::replay-webhook for the last event"), "pnpm replay");
    assertStringIncludes(await prompt("::replay-webhook for the last event"), "pnpm replay");
    lacks(await prompt("std::replay-webhook"), "pnpm replay");
  }));

Deno.test("a name that two skills have calls neither", () =>
  withProject({
    ".garfio/knowledge/a/deploy.md": item("kind: skill\nsummary: One", "BODY-A"),
    ".garfio/knowledge/b/deploy.md": item("kind: skill\nsummary: Two", "BODY-B"),
  }, async ({ prompt }) => {
    const text = await prompt("::deploy now");
    assertStringIncludes(text, "Several skills are called ::deploy");
    lacks(text, "BODY");
  }));

Deno.test("five unchanged turns cost context once, byte for byte", () =>
  withProject(SHOP, async ({ event }) => {
    const turn = () =>
      event("UserPromptSubmit", { prompt: "Fix the retry in services/billing/webhooks/handler.ts" });
    const answers = [await turn(), await turn(), await turn(), await turn(), await turn()];
    assert(answers[0]!.length > 500);
    assertEquals(answers.slice(1), ["", "", "", ""]);
  }));

Deno.test("the same prompt gives the same bytes in another session, and with a cache made anew", () =>
  withProject(SHOP, async ({ event, state }) => {
    const turn = (session_id: string) =>
      event("UserPromptSubmit", { prompt: "Explain the billing webhook secret", session_id });
    const first = await turn("a");
    assert(first !== "");
    assertEquals(await turn("b"), first);
    Deno.removeSync(`${state}/knowledge-cache`, { recursive: true });
    assertEquals(await turn("c"), first);
  }));

Deno.test("an edited memory comes again, the others do not", () =>
  withProject(SHOP, async ({ prompt, write }) => {
    const ask = () => prompt("Fix the retry in services/billing/webhooks/handler.ts");
    await ask();
    const file = ".garfio/knowledge/billing/webhook-secret.md";
    write({ [file]: `${SHOP[file]}\nThe old one ends at noon.\n` });
    const text = await ask();
    assertStringIncludes(text, "ends at noon");
    lacks(text, "Store the event id");
    assertEquals(await ask(), "");
  }));

for (const source of ["compact", "clear"]) {
  Deno.test(`after a ${source} everything may come again`, () =>
    withProject(SHOP, async ({ prompt, told }) => {
      const ask = () => prompt("Fix the retry in services/billing/webhooks/handler.ts");
      const first = await ask();
      assertEquals(await ask(), "");
      await told("SessionStart", { source });
      assertEquals(await ask(), first);
    }));
}

Deno.test("a session that is resumed still has what it was sent", () =>
  withProject(SHOP, async ({ prompt, told }) => {
    const ask = () => prompt("Fix the retry in services/billing/webhooks/handler.ts");
    await ask();
    await told("SessionStart", { source: "resume" });
    assertEquals(await ask(), "");
  }));

Deno.test("what is put off is not recorded as sent", () => {
  const files: Record<string, string> = {};
  for (let number = 0; number < 9; number++) {
    files[`.garfio/knowledge/r${number}.md`] = item(
      `kind: rule\ntitle: Queue rule ${number}\npaths: [queue/**]`,
      `BODY-${number} ${"word ".repeat(150)}`,
    );
  }
  return withProject({ ...files, "queue/a.ts": "" }, async ({ prompt }) => {
    const seen: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const text = await prompt("Fix queue/a.ts");
      assert(new TextEncoder().encode(text).length <= 3_000 * 4);
      seen.push(...text.match(/BODY-\d/g) ?? []);
    }
    assertEquals(seen.length, 9, "each of them once");
    assertEquals(new Set(seen).size, 9);
    assertEquals(await prompt("Fix queue/a.ts"), "");
  });
});

Deno.test("the first body goes out however long it is, and one that is too long for any answer goes by name", () =>
  withProject({
    ".garfio/knowledge/long.md": item(
      "kind: memory\ntitle: Queue limits\npaths: [queue/**]",
      `LONG ${"word ".repeat(1_500)}`,
    ),
    ".garfio/knowledge/endless.md": item(
      "kind: memory\ntitle: Queue history\npaths: [queue/**]",
      `ENDLESS ${"word ".repeat(9_000)}`,
    ),
    "queue/a.ts": "",
  }, async ({ prompt }) => {
    const text = await prompt("Fix the queue limits and the history in queue/a.ts");
    assert(text.length <= 10_000);
    assertStringIncludes(text, "LONG word");
    lacks(text, "## memory: Queue history");
    assertStringIncludes(text, "Queue history");
  }));

Deno.test("events at the same moment send each item once", () =>
  withProject(SHOP, async ({ event }) => {
    const prompt = "Fix the retry in services/billing/webhooks/handler.ts";
    const answers = await Promise.all(Array.from({ length: 8 }, () => event("UserPromptSubmit", { prompt })));
    const all = answers.join("\n");
    assertEquals(all.match(/Store the event id/g)?.length, 1);
    assertEquals(all.match(/Use `bigint` cents/g)?.length, 1);
  }));

Deno.test("a symbol must be named, a word must be shared", () =>
  withProject({
    ".garfio/knowledge/a.md": item(
      "kind: rule\ntitle: Charging a card\nsummary: A\nsymbols: [chargeCard]\npriority: high",
      "BODY-A",
    ),
    ".garfio/knowledge/b.md": item(
      "kind: rule\ntitle: Rounding of invoice totals\nsummary: B\npriority: low",
      "BODY-B",
    ),
  }, async ({ prompt }) => {
    assertEquals(await prompt("Change the card form"), "");
    assertStringIncludes(await prompt("Change chargeCard of the card form"), "BODY-A");
    lacks(await prompt("Send the invoice"), "BODY-B");
    assertStringIncludes(await prompt("The rounding of invoice totals is odd"), "BODY-B");
  }));

Deno.test("a file that a prompt names brings the one memory whose title names it", () =>
  withProject({
    ".garfio/knowledge/a.md": item("kind: memory\ntitle: Why ledger.ts is slow\nsummary: A", "BODY-A"),
    ".garfio/knowledge/b.md": item(
      "kind: memory\ntitle: About index.ts here\nsummary: B\npaths: [a/**]",
      "BODY-B",
    ),
    ".garfio/knowledge/c.md": item(
      "kind: memory\ntitle: About index.ts there\nsummary: C\npaths: [b/**]",
      "BODY-C",
    ),
  }, async ({ prompt }) => {
    assertStringIncludes(await prompt("Look at ledger.ts"), "BODY-A");
    const several = await prompt("Look at index.ts");
    lacks(several, "BODY");
    assertStringIncludes(several, "About index.ts there");
  }));

Deno.test("Spanish prompts are understood over Spanish items", () =>
  withProject({
    ".garfio/knowledge/a.md": item(
      "kind: rule\ntitle: Las migraciones de la base de datos solo añaden\npriority: high",
      "CUERPO",
    ),
  }, async ({ prompt }) => {
    assertStringIncludes(await prompt("Arregla la migración de usuarios, por favor"), "CUERPO");
    assertEquals(await prompt("Haz que esto vaya más rápido, por favor"), "");
  }));

Deno.test("the operator's empty message makes the channel silent, and nothing counts as sent", () =>
  withProject(SHOP, async ({ prompt, home }) => {
    const messages = `${home}/.config/garfio/messages`;
    Deno.mkdirSync(messages, { recursive: true });
    Deno.writeTextFileSync(`${messages}/knowledge-prompt.md`, "");
    assertEquals(await prompt("Fix services/billing/webhooks"), "");
    Deno.removeSync(`${messages}/knowledge-prompt.md`);
    assertStringIncludes(await prompt("Fix services/billing/webhooks"), "Store the event id");
  }));
