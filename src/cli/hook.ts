import type { Command } from "./command.ts";

/** `garfio hook` itself never comes here (see `main.ts`): this is its help. */
export const HOOK: Command = {
  name: "hook",
  summary: "Answer one hook event; what a harness calls. The event is read from standard input.",
  usage: "[--contract ID] [--strict] [--resident] EVENT [MESSAGE ...]",
  operands: Number.POSITIVE_INFINITY,
  options: [
    { name: "contract", value: "ID", summary: "The harness that calls; without it, Claude Code." },
    { name: "strict", summary: "Refuse a question whose recommended option is wrongly marked." },
    { name: "resident", summary: "Behind the answer, make sure that the resident runs." },
  ],
  run: (_values, io) => {
    io.write('Run "garfio hook --help" for what it takes.\n');
    return Promise.resolve(0);
  },
};
