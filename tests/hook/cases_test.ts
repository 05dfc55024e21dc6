/** Every case of `tests/cases`, through the function that both transports call. */
import { checkCase, inProcess, readCases } from "../support/hook_case.ts";

for (
  const file of [...Deno.readDirSync(new URL("../cases", import.meta.url))].map(({ name }) => name).sort()
) {
  const topic = file.replace(/\.jsonl$/, "");
  for (const hookCase of readCases(topic)) {
    Deno.test(`${topic}: ${hookCase.name}: ${hookCase.because}`, () => checkCase(hookCase, inProcess));
  }
}
