/** Programs that call git for their user and can be told to leave hooks out, and managers that take hooks away. */
import type { SimpleCommand } from "../../shell/reading.ts";
import type { Verdict } from "./verdict.ts";

interface FrontEnd {
  readonly names: readonly string[];
  /** Words of which one must be there; none: any call. */
  readonly verbs?: readonly string[];
  /** The word that leaves hooks out or takes them away. */
  readonly word: RegExp;
  readonly action: Verdict["action"];
}

const FRONT_ENDS: readonly FrontEnd[] = [
  {
    names: ["npm", "pnpm", "yarn", "lerna"],
    verbs: ["version", "publish"],
    word: /^--(?:no-commit-hooks|commit-hooks=false)$/,
    action: "deny",
  },
  { names: ["standard-version", "commit-and-tag-version"], word: /^(?:-n|--no-?verify)$/i, action: "deny" },
  {
    names: ["cz", "git-cz", "commitizen", "gt", "yadm", "dotfiles"],
    word: /^--no-veri(?:f|fy)?$/,
    action: "deny",
  },
  { names: ["aider"], word: /^--no-git-commit-verify$/, action: "deny" },
  {
    names: ["release-it", "bump2version", "bumpversion", "bump-my-version"],
    word: /(?:^|[=\s])(?:--no-verify|-n)$/,
    action: "deny",
  },
  {
    names: ["husky", "lefthook", "pre-commit", "prek", "overcommit", "simple-git-hooks", "captainhook"],
    word: /^(?:--)?uninstall$/,
    action: "ask",
  },
];

/** What `command` does to hooks, if it is such a program. */
export function judgeFrontEnd(command: SimpleCommand): Verdict | undefined {
  const { name } = command;
  if (name === undefined) return undefined;
  const words = command.words.slice(1).map((word) => word.value ?? word.prefix);
  for (const { names, verbs, word, action } of FRONT_ENDS) {
    if (!names.includes(name)) continue;
    if (verbs !== undefined && !verbs.some((verb) => words.includes(verb))) continue;
    const at = words.findIndex((text) => word.test(text));
    if (at >= 0) return { action, found: `${name} ${words[at]}`, rule: "front-end" };
  }
  return undefined;
}
