/** What a message says of its guard is what the guard says of itself. */
import { readBindings, readMessages } from "../../scripts/generate_message_inventory.ts";
import { isObject } from "../../src/base/json.ts";
import { CONTEXTS } from "../../src/context/registry.ts";
import { GUARDS } from "../../src/guard/registry.ts";
import { assert, assertEquals } from "../support/assert.ts";

const ROOT = new URL("../../", import.meta.url);
const MESSAGES = readMessages(ROOT).map(({ name, source }) => ({ name, ...readBindings(source) }));

for (const { name, guard, events, tools, source } of MESSAGES) {
  Deno.test(`${name}: guard, events and tools are those of ${source}`, async () => {
    if (guard === undefined) {
      for (const file of source.match(/[\w./-]+\.(?:ts|json)/g) ?? []) Deno.statSync(new URL(file, ROOT));
      return;
    }
    const module: Record<string, unknown> = await import(new URL(source, ROOT).href);
    const speaker = Object.values(module).filter(isObject).find((value) => value.id === guard);
    assert(speaker !== undefined, `${source} exports nothing with the id ${guard}`);
    assertEquals(speaker.events, events);
    const own = speaker.tools ?? [];
    assertEquals(tools, Array.isArray(own) && own.length > 0 ? own : ["all"]);
  });
}

Deno.test("every guard and every context has a message, and every guard of a message is in a table", () => {
  const names = MESSAGES.map(({ name }) => name);
  for (const { id } of [...GUARDS, ...CONTEXTS]) assert(names.includes(id), `no message for ${id}`);
  const ids = [...GUARDS, ...CONTEXTS].map(({ id }) => id);
  for (const { guard } of MESSAGES) assert(guard === undefined || ids.includes(guard), `no guard ${guard}`);
});
