/** Every case that a harness could send over HTTP is answered there with the same bytes as by the function itself. */
import { checkCase, inProcess, readCases } from "../support/hook_case.ts";
import { assert, assertEquals } from "../support/assert.ts";
import { isSendable, overHttp, recorded, withResident } from "../support/resident.ts";

const topics = [...Deno.readDirSync(new URL("../cases", import.meta.url))].map(({ name }) =>
  name.replace(/\.jsonl$/, "")
).sort();

for (const topic of topics) {
  const cases = readCases(topic).filter(isSendable);
  if (cases.length === 0) continue;
  Deno.test(`resident: ${topic}: ${cases.length} cases, byte for byte`, () =>
    withResident(async ({ residence, base }) => {
      for (const hookCase of cases) {
        const [here, there]: [string[], string[]] = [[], []];
        await checkCase(hookCase, recorded(inProcess, here), `${base}/case`);
        await checkCase(hookCase, recorded(overHttp(residence), there), `${base}/case`);
        assertEquals(there, here, hookCase.name);
      }
    }));
}

Deno.test("resident: nearly every case is one that a harness could send", () => {
  const all = topics.flatMap(readCases);
  assert(
    all.filter(isSendable).length > all.length * 0.8,
    `${all.filter(isSendable).length} of ${all.length}`,
  );
});
