/** What a command line would run: the result of `src/shell`, for guards and effects. */

/** The language of a command line. */
export type ShellLanguage = "posix" | "powershell" | "cmd";

/** Where something stands in the text of the command line: UTF-16 offsets, half open. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One word after quotes and expansions. */
export interface ShellWord {
  /** The value, where it can be known without running anything; undefined: unknown. */
  readonly value: string | undefined;
  /** The literal text before the first unknown part; the whole value where that is known. */
  readonly prefix: string;
  /** For an unknown value, the literal text after the last unknown part, where there is some. */
  readonly suffix?: string;
  /** For an unknown value: something in it is certain not to be empty (`${X:?}`, `$(date)`, `{}` of `find`). */
  readonly nonEmpty?: boolean;
  /** For an unknown value: it holds a variable that may be unset or empty. */
  readonly maybeEmpty?: boolean;
  /** With `maybeEmpty`: what the value becomes when all its unknown variables are empty (`/` for `"$A/"`). */
  readonly ifEmpty?: string;
  /** The commands whose output the value holds (`"$(curl …)"`, `<(curl …)`, also by way of a variable). */
  readonly from?: readonly SimpleCommand[];
  /** The text as written; for text that came out of an expansion, that text with the unknown parts named. */
  readonly raw: string;
  /** An unquoted `*`, `?` or `[…]` is in it: the value is a pattern. */
  readonly glob: boolean;
  /** It holds a variable, a substitution or another part that is decided at run time, known or not. */
  readonly dynamic: boolean;
  /** Where it stands; for a word out of a nested text, where the word that holds that text stands. */
  readonly range: Range;
}

/** A file that the shell itself opens. */
export interface ShellRedirect {
  /** `>`, `>>`, `<`, `>|`, `&>`, `<>`, `<<` (here-document), `<<<` … */
  readonly operator: string;
  /** The descriptor in front, where one is written. */
  readonly descriptor: number | undefined;
  /** The file; undefined for here-documents and copies of descriptors (`2>&1`). A here-string's word. */
  readonly target: ShellWord | undefined;
  /** The text of a here-document or here-string, unknown parts by their name (`$X`). */
  readonly body: string | undefined;
  readonly range: Range;
}

/** One command that would run. */
export interface SimpleCommand {
  /**
   * The program: the first word after assignments and wrappers, without its folder and without `.exe`, in lower
   * case where the system or the language ignores case; undefined: unknown, or (with no words) none.
   */
  readonly name: string | undefined;
  /** The program and its arguments. Empty for an assignment alone and for files that a compound opens. */
  readonly words: readonly ShellWord[];
  /** Assignments before the command (`A=1 cmd`), or the whole command where it only assigns. */
  readonly assignments: readonly { readonly name: string; readonly value: ShellWord }[];
  readonly redirects: readonly ShellRedirect[];
  /** The working directory, as far as known; undefined after a `cd` to an unknown place. */
  readonly cwd: string | undefined;
  /** It runs only if something before it succeeds, fails or matches. */
  readonly conditional: boolean;
  readonly background: boolean;
  /** Wrappers, interpreters and constructs that lead to it, outermost first: `sudo`, `bash -c`, `$( )`, `xargs` … */
  readonly via: readonly string[];
  /** What its standard input is, where the line tells: the commands before it in the pipe. At most 64. */
  readonly pipedFrom: readonly SimpleCommand[];
  readonly range: Range;
}

/** The whole command line. */
export interface ShellReading {
  readonly text: string;
  readonly language: ShellLanguage;
  /** Every command that would run, in the order in which it is met. */
  readonly commands: readonly SimpleCommand[];
  /** Something could not be read to its end: too deep, too long, out of time, or a syntax error. */
  readonly incomplete: string | undefined;
}

/** What the reader needs to know of the surroundings. */
export interface ShellSurroundings {
  readonly cwd: string;
  readonly home: string | undefined;
  readonly env: (name: string) => string | undefined;
  readonly os: "linux" | "darwin" | "windows";
  /** Milliseconds since the epoch after which reading stops with `incomplete`. */
  readonly deadline: number;
}
