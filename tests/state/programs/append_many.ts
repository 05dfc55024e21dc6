/** Appends so many ones to a journal and prints what they added up to. Run by `journal_test.ts`, several at once. */
import { append, type Fold } from "../../../src/state/journal.ts";

const count: Fold<number, number> = {
  initial: 0,
  add: (sum, entry) => sum + entry,
  asState: (value) => typeof value === "number" ? value : undefined,
  asEntry: (value) => typeof value === "number" ? value : undefined,
};

const [path, times] = Deno.args;
console.log(JSON.stringify(Array.from({ length: Number(times) }, () => append(path!, 1, count).after)));
