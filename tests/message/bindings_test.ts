/** What a message says of its guard is what the guard says of itself. */
import { readBindings, readMessages } from "../../scripts/generate_message_inventory.ts";
import { AUTOMATIONS } from "../../src/automation/registry.ts";
import { CONTEXTS } from "../../src/context/registry.ts";
import { GUARDS } from "../../src/guard/registry.ts";
import { assert, assertEquals } from "../support/assert.ts";

const ROOT = new URL("../../", import.meta.url);
const MESSAGES = readMessages(ROOT).map(({ name, source }) => ({ name, ...readBindings(source) }));

for (const { name, guard, events, tools, source } of MESSAGES) {
  Deno.test(`${name}: guard, events and tools are those of ${source}`, () => {
    if (guard === undefined) {
      for (const file of source.match(/[\w./-]+\.(?:ts|json)/g) ?? []) Deno.statSync(new URL(file, ROOT));
      return;
    }
    Deno.statSync(new URL(source, ROOT));
    const speaker: { events: readonly string[]; tools?: readonly string[] } | undefined = [
      ...GUARDS,
      ...CONTEXTS,
      ...AUTOMATIONS,
    ]
      .find(({ id }) => id === guard);
    assert(speaker !== undefined, `nothing with the id ${guard} is in a table`);
    assertEquals([...speaker.events], events);
    const own = speaker.tools ?? [];
    assertEquals(tools, own.length > 0 ? [...own] : ["all"]);
  });
}

Deno.test("every guard and every context has a message, and every guard of a message is in a table", () => {
  const names = MESSAGES.map(({ name }) => name);
  const silent: readonly string[] = [...GUARDS, ...CONTEXTS].filter((one) => one.silent).map(({ id }) => id);
  for (const { id } of [...GUARDS, ...CONTEXTS, ...AUTOMATIONS]) {
    if (silent.includes(id)) continue;
    assert(names.includes(id), `no message for ${id}`);
  }
  const ids = [...GUARDS, ...CONTEXTS, ...AUTOMATIONS].map(({ id }) => id);
  for (const { guard } of MESSAGES) assert(guard === undefined || ids.includes(guard), `no guard ${guard}`);
});
