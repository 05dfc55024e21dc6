/**
 * What switches hooks off among the options of git's own commands. The lists are those of git 2.50; that the shortened
 * and the combined forms work was tried on a repository whose hooks write down that they ran.
 */
import type { ShellWord } from "../../shell/reading.ts";

/** How one command reads its options. */
interface Rule {
  /** The option that switches hooks on; `--no-` before it switches them off. */
  readonly option: string;
  /** So much of `--no-<option>` is enough: what is shorter could be another option, and git then refuses. */
  readonly least: number;
  /** The letter that is the same as `--no-<option>`. */
  readonly letter?: string;
  /** Letters that take the rest of their word, else the next word, as their value. */
  readonly valued: string;
  /** Letters that take the rest of their word, if there is one. */
  readonly optional: string;
  /** Long options that take the next word as their value. */
  readonly long: readonly string[];
}

const NO_VERI = "--no-veri".length;
const NO_VERIFY = "--no-verify".length;

const RULES: Readonly<Record<string, Rule>> = {
  commit: {
    option: "verify",
    least: NO_VERI,
    letter: "n",
    valued: "mFCct",
    optional: "uS",
    long:
      ("message file author date template fixup squash trailer cleanup pathspec-from-file reuse-message " +
        "reedit-message").split(" "),
  },
  push: {
    option: "verify",
    least: NO_VERI,
    valued: "o",
    optional: "",
    long: ["push-option", "repo", "receive-pack", "exec", "recurse-submodules"],
  },
  // For these two a shorter form could also be `--no-verify-signatures`.
  merge: {
    option: "verify",
    least: NO_VERIFY,
    valued: "mFsX",
    optional: "S",
    long: ["message", "file", "strategy", "strategy-option", "cleanup", "into-name"],
  },
  pull: {
    option: "verify",
    least: NO_VERIFY,
    valued: "sXoj",
    optional: "Sr",
    long: ("strategy strategy-option cleanup upload-pack server-option jobs depth deepen shallow-since " +
      "shallow-exclude refmap negotiation-tip").split(" "),
  },
  rebase: {
    option: "verify",
    least: NO_VERI,
    valued: "sXxC",
    optional: "S",
    long: ["onto", "exec", "whitespace", "strategy", "strategy-option", "empty"],
  },
  am: {
    option: "verify",
    least: "--no-v".length,
    letter: "n",
    valued: "Cp",
    optional: "S",
    long: ["whitespace", "directory", "exclude", "include", "patch-format", "resolvemsg"],
  },
  p4: { option: "verify", least: NO_VERIFY, valued: "", optional: "", long: [] },
  "send-email": {
    option: "validate",
    least: "--no-validate".length,
    valued: "",
    optional: "",
    long: ["subject", "to", "cc", "bcc", "from", "in-reply-to", "compose-encoding"],
  },
};

/** Commands that record commits or send them by a way on which no hook is. */
export const HOOKLESS = new Set(["commit-tree", "fast-import", "send-pack", "http-push"]);

/** Git's commands that run no hook, or none that a switch of a hook manager reaches. */
const QUIET = new Set(
  ("add annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap " +
    "check-ref-format clean clone column config count-objects credential describe diff diff-files diff-index " +
    "diff-tree difftool fetch filter-branch for-each-ref format-patch fsck gc grep hash-object help init log ls-files " +
    "ls-remote ls-tree maintenance mergetool merge-base merge-file merge-tree mktree mv name-rev notes pack-objects " +
    "pack-refs patch-id prune range-diff read-tree reflog remote repack replace request-pull rerere reset restore " +
    "rev-list rev-parse rm shortlog show show-branch show-ref sparse-checkout stash status stripspace submodule " +
    "symbolic-ref tag unpack-objects update-index update-ref var verify-commit verify-pack verify-tag version " +
    "whatchanged worktree write-tree").split(" "),
);

/** Every command of git that the guard knows; any other word is an alias or an extension. */
export const GIT_COMMANDS: ReadonlySet<string> = new Set([
  ...QUIET,
  ...HOOKLESS,
  ...Object.keys(RULES),
  ...[
    "checkout",
    "switch",
    "cherry-pick",
    "revert",
    "gui",
    "citool",
    "receive-pack",
    "svn",
    "subtree",
    "lfs",
  ],
]);

/** Whether hooks that someone could want to get past run with `subcommand`; undefined is not known. */
export function runsHooks(subcommand: string | undefined): boolean {
  return subcommand !== undefined && !QUIET.has(subcommand);
}

/** What the options of a call say about hooks. */
export interface OptionVerdict {
  /** The word that switches the hooks off, where the last word about them does. */
  readonly off: string | undefined;
  /** Words in a place where an option may stand, which cannot be known. */
  readonly unknown: readonly ShellWord[];
}

/** Reads `words`, the words behind `subcommand`, as git does. */
export function readOptions(subcommand: string, words: readonly ShellWord[]): OptionVerdict {
  const rule = Object.hasOwn(RULES, subcommand) ? RULES[subcommand]! : undefined;
  if (rule !== undefined) return readByRule(rule, words);
  if (GIT_COMMANDS.has(subcommand)) return { off: undefined, unknown: [] };
  // An alias or an extension hands its words on.
  const end = words.findIndex(({ value }) => value === "--");
  const own = end < 0 ? words : words.slice(0, end);
  return { off: own.find(({ value }) => value === "--no-verify")?.value, unknown: [] };
}

function readByRule(rule: Rule, words: readonly ShellWord[]): OptionVerdict {
  let off: string | undefined;
  const unknown: ShellWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const text = word.value ?? word.prefix;
    if (word.value === "--" || word.value === "--end-of-options") break;
    if (word.value === undefined && /^-{0,2}$|^--no?(?:-|$)/.test(text)) unknown.push(word);
    else if (text.startsWith("--")) {
      const { says, takesNext } = readLong(rule, text);
      if (says !== undefined) off = says ? undefined : text;
      if (takesNext) index++;
    } else if (text.startsWith("-") && text.length > 1) {
      const { isOff, takesNext } = readCluster(rule, text);
      if (isOff) off = text;
      if (takesNext && word.value !== undefined) index++;
    }
  }
  return { off, unknown };
}

/** `says`: the hooks run (true), do not run (false), or the option is another one. */
function readLong(rule: Rule, text: string): { says: boolean | undefined; takesNext: boolean } {
  const no = `--no-${rule.option}`;
  const yes = `--${rule.option}`;
  // Neither takes a value: git refuses `--no-verify=1`.
  if (text.length >= rule.least && no.startsWith(text)) return { says: false, takesNext: false };
  if (text === `--no-no-${rule.option}`) return { says: true, takesNext: false };
  if (text.length >= rule.least - "no-".length && yes.startsWith(text)) {
    return { says: true, takesNext: false };
  }
  const typed = text.slice(2);
  const takesNext = !typed.includes("=") && rule.long.some((option) => option.startsWith(typed));
  return { says: undefined, takesNext };
}

/** Letter by letter: a letter with a value ends the cluster. */
function readCluster(rule: Rule, text: string): { isOff: boolean; takesNext: boolean } {
  let isOff = false;
  for (let at = 1; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === rule.letter) isOff = true;
    if (rule.optional.includes(letter)) break;
    if (rule.valued.includes(letter)) return { isOff, takesNext: at === text.length - 1 };
  }
  return { isOff, takesNext: false };
}
