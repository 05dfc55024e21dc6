/** Every case of `tests/cases`, on the executable as a harness starts it. A checkout is slow to start, so it runs every tenth. */
import { asProcess, checkCase, readCases } from "../support/hook_case.ts";

const compiled = Deno.env.get("GARFIO_EXECUTABLE") !== undefined;

for (
  const file of [...Deno.readDirSync(new URL("../cases", import.meta.url))].map(({ name }) => name).sort()
) {
  const topic = file.replace(/\.jsonl$/, "");
  for (const [index, hookCase] of readCases(topic).entries()) {
    if (!compiled && index % 10 !== 0) continue;
    Deno.test(`executable: ${topic}: ${hookCase.name}`, () => checkCase(hookCase, asProcess));
  }
}
