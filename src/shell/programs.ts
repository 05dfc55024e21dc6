/** Programs that lead to other commands, and what is done with each. */
import { gitHandler } from "./git.ts";
import { awkHandler, interpreterHandler } from "./interpreters.ts";
import type { Handler } from "./job.ts";
import { meet } from "./launch.ts";
import { REMOTE, remoteHandler } from "./remote.ts";
import { SEARCHERS } from "./search.ts";
import { shellHandler, SHELLS } from "./shells.ts";
import { envHandler, wrapperHandler } from "./wrap.ts";
import { WRAPPER_OF } from "./wrappers.ts";

/** The handler for `name`; undefined: it does what it does itself. */
export function programHandler(name: string): Handler | undefined {
  switch (name) {
    case "git":
      return gitHandler(meet);
    case "env":
    case "genv":
      return envHandler(meet);
    case "awk":
    case "gawk":
    case "mawk":
    case "nawk":
      return awkHandler(meet);
  }
  const wrapper = WRAPPER_OF.get(name);
  if (wrapper !== undefined) return wrapperHandler(wrapper, meet);
  if (SHELLS.includes(name)) return shellHandler(meet);
  return SEARCHERS[name]?.(meet) ?? remoteHandler(name, meet) ?? interpreterHandler(name, meet);
}

/** The programs that have a handler, for the test that compares them with what the simple reader leaves alone. */
export function handledPrograms(): string[] {
  return [
    "git",
    "env",
    "genv",
    "awk",
    "gawk",
    ...WRAPPER_OF.keys(),
    ...SHELLS,
    ...Object.keys(SEARCHERS),
    ...REMOTE,
  ];
}
