/** What a `git commit` is asked to do, read by git's own rules: clusters, glued values, shortened long names. */
import type { ShellWord } from "../../shell/reading.ts";

/** The words behind `git commit`, sorted. */
export interface CommitOptions {
  /** The values of `-m`, in order; undefined for one that is not known. */
  readonly messages: readonly (string | undefined)[];
  /** One of them stands right behind its letter, as in `-mn`, where the writer may have meant two letters. */
  readonly glued: boolean;
  /** The word behind `-F`; its value `-` is the standard input. */
  readonly file: ShellWord | undefined;
  /** The message comes from another commit, a template or an editor. */
  readonly otherMessage: boolean;
  readonly all: boolean;
  readonly include: boolean;
  readonly amend: boolean;
  /** Nothing is committed: `--dry-run`, `--help`. */
  readonly idle: boolean;
  /** What is committed is chosen at a prompt or cannot be told. */
  readonly unknownContent: boolean;
  readonly paths: readonly string[];
}

/** Letters of short options that take a value; of the last two only a glued one. */
const VALUED = "mFCct";
const GLUED = "Su";

/** Long options, with `=` where they take a value; `git` takes any beginning of one that fits no other. */
const LONG = [
  "message=",
  "file=",
  "reuse-message=",
  "reedit-message=",
  "fixup=",
  "squash=",
  "template=",
  "author=",
  "date=",
  "trailer=",
  "cleanup=",
  "pathspec-from-file=",
  "all",
  "allow-empty",
  "allow-empty-message",
  "ahead-behind",
  "amend",
  "branch",
  "dry-run",
  "edit",
  "gpg-sign",
  "help",
  "include",
  "interactive",
  "long",
  "no-edit",
  "no-gpg-sign",
  "no-post-rewrite",
  "no-signoff",
  "no-status",
  "no-verify",
  "null",
  "only",
  "patch",
  "pathspec-file-nul",
  "porcelain",
  "quiet",
  "reset-author",
  "short",
  "signoff",
  "status",
  "untracked-files",
  "verbose",
  "verify",
];

/** Sorts the words behind `git commit`. */
export function readCommitOptions(words: readonly ShellWord[]): CommitOptions {
  const messages: (string | undefined)[] = [];
  const paths: string[] = [];
  const set = new Set<string>();
  let file: ShellWord | undefined;
  let unknownContent = false;

  const take = (name: string, value: ShellWord | undefined, text: string | undefined) => {
    set.add(name);
    if (name === "message" || name === "m") messages.push(text);
    if (name === "file" || name === "F") {
      file = text === undefined ? value : { ...value!, value: text, prefix: text };
    }
  };

  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const text = word.value;
    if (text === undefined && !/^-(?:-|[A-Za-z]*m)/.test(word.prefix)) {
      unknownContent = true;
      continue;
    }
    const known = text ?? word.prefix;
    if (known === "--") {
      for (const path of words.slice(index + 1)) {
        if (path.value === undefined) unknownContent = true;
        else paths.push(path.value);
      }
      break;
    }
    if (known.startsWith("--")) {
      const equals = known.indexOf("=");
      const name = longName(equals < 0 ? known.slice(2) : known.slice(2, equals));
      if (name === undefined) continue;
      if (equals >= 0) {
        take(name.replace("=", ""), word, text === undefined ? undefined : known.slice(equals + 1));
      } else if (name.endsWith("=")) {
        const next = words[++index];
        take(name.slice(0, -1), next, next?.value);
      } else set.add(name);
    } else if (known.startsWith("-") && known !== "-") {
      for (let at = 1; at < known.length; at++) {
        const letter = known[at]!;
        if (GLUED.includes(letter)) break;
        if (!VALUED.includes(letter)) {
          set.add(letter);
          continue;
        }
        const glued = known.slice(at + 1);
        if (letter === "m" && glued !== "") set.add("glued message");
        if (glued !== "" || text === undefined) take(letter, word, text === undefined ? undefined : glued);
        else {
          const next = words[++index];
          take(letter, next, next?.value);
        }
        break;
      }
    } else paths.push(known);
  }

  const has = (...names: readonly string[]) => names.some((name) => set.has(name));
  return {
    messages,
    glued: has("glued message"),
    file,
    otherMessage: has("C", "c", "t", "reuse-message", "reedit-message", "template", "fixup", "squash"),
    all: has("a", "all"),
    include: has("i", "include"),
    amend: has("amend"),
    idle: has("dry-run", "h", "help", "porcelain", "short", "long"),
    unknownContent: unknownContent || has("p", "patch", "interactive", "pathspec-from-file"),
    paths,
  };
}

function longName(given: string): string | undefined {
  const exact = LONG.find((name) => name.replace("=", "") === given);
  if (exact !== undefined) return exact;
  const fitting = LONG.filter((name) => name.startsWith(given));
  return fitting.length === 1 ? fitting[0] : undefined;
}
