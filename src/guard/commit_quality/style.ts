/** What is wrong with the message of a commit. */
import { cut } from "../../base/text.ts";
import type { CommitMessage } from "./message.ts";

/** What was found: an error says nothing to a reader; a hint is style. */
export interface MessageFault {
  readonly level: "error" | "hint";
  readonly text: string;
}

/** How much style is asked for. */
export interface Style {
  /** Any message of fewer than five characters is an error, not only one that says nothing. */
  readonly strict: boolean;
  /** The project keeps to conventional commits. */
  readonly conventional: boolean;
}

const SHORTEST = 5;
const LONGEST_SUBJECT = 72;

/** Short words that tell nothing about a change; `typo`, `init`, `lint` do. */
const SAYS_NOTHING = new Set(
  ("fix fixs fixe bug bugs wip tmp temp test todo done save misc more work stuff edit code push yes yep lol foo bar " +
    "baz qux asd asdf qwer abc aaa xxx yyy zzz new ok okay hm hmm go now up upd mod chg same huh meh bla blah etc")
    .split(
      " ",
    ),
);

const TYPES =
  "feat|fix|docs|doc|style|refactor|perf|test|tests|build|ci|chore|revert|deps|release|security|" +
  "hotfix|i18n|types|ui|ux|config|infra|ops|lint|examples|bench";
const CONVENTIONAL = new RegExp(`^(?:${TYPES})(?:\\([^()\\n]{1,60}\\))?!?: \\S`);
/** A type in front of `wip`, so that `chore: wip` is seen as well. */
const WIP =
  /^(?:[a-z]+(?:\([^()\n]{1,60}\))?!?:\s*)?[[(<]?(?:wip|work in progress)(?:[\])>]|$|[:!.,;]|\s+(?!limits?\b|labels?\b|badges?\b|status\b|state\b|columns?\b|flags?\b|pages?\b|markers?\b|prefix\b|commits?\b))/i;
/** Lines that git writes itself, or that are meant to be folded away. */
const MADE_BY_GIT = /^(?:Merge |Revert "|Reapply "|fixup! |squash! |amend! |Initial commit\b)/i;

/** A literal with classes of Unicode costs more than all else in this file, at each reading of it and used or not. */
const unicode = (pattern: string): RegExp => new RegExp(pattern, "u");

/** The faults of `message`, errors first. */
export function messageFaults(message: CommitMessage, style: Style): MessageFault[] {
  const { subject, text } = message;
  const faults: MessageFault[] = [];
  const error = (text: string) => faults.push({ level: "error", text });
  if (text !== undefined) {
    const trimmed = text.trim();
    const length = [...trimmed].length;
    if (trimmed === "") error("it is empty");
    else if (length < SHORTEST) {
      const nothing = unicode("^[\\p{L}\\p{N}]{1,2}$").test(trimmed) || !unicode("\\p{L}").test(trimmed) ||
        SAYS_NOTHING.has(trimmed.toLowerCase().replace(/[.!?]+$/, ""));
      // `-mn` is the message "n", and most likely was meant to be two options.
      const slip = length === 1 && message.glued === true;
      if ((nothing && !slip) || style.strict) error(`"${trimmed}" is too short to say what changes`);
      else faults.push({ level: "hint", text: `"${trimmed}" is hardly long enough to say what changes` });
    }
  }
  if (subject === undefined || subject === "") return faults;
  if (WIP.test(subject)) error("it marks work in progress");
  if (faults.some(({ level }) => level === "error") || MADE_BY_GIT.test(subject)) return faults;
  for (const hint of styleHints(subject, style)) faults.push({ level: "hint", text: hint });
  return faults;
}

function styleHints(subject: string, style: Style): string[] {
  const hints: string[] = [];
  const length = [...subject].length;
  if (length > LONGEST_SUBJECT) {
    hints.push(`its first line has ${length} characters, more than ${LONGEST_SUBJECT}`);
  }
  if (!style.conventional) return hints;
  if (!CONVENTIONAL.test(subject)) {
    hints.push(`"${cut(subject, 40)}" begins with no type such as "feat: " or "fix(scope): "`);
    return hints;
  }
  const rest = subject.slice(subject.indexOf(": ") + 2);
  // A name such as JSON or TypeScript may begin a subject; a plain word in title case should not.
  if (unicode("^\\p{Lu}\\p{Ll}*(?=\\s|$)").test(rest)) {
    hints.push("the words behind the type begin with a capital letter");
  }
  if (/[^.]\.$/.test(rest)) hints.push("its first line ends with a full stop");
  return hints;
}
