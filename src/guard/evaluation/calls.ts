/** Calls in masked source text: their names, what stands before them, and their arguments. */

/** Source text with its masked twin of equal length. */
export interface Source {
  readonly text: string;
  readonly masked: string;
  readonly tick: () => void;
}

/** `a.b.c(`: where it starts, and where its bracket is. */
export interface CallSite {
  readonly name: string;
  readonly at: number;
  readonly open: number;
}

/** One argument: its code, masked and as written. */
export interface Argument {
  readonly code: string;
  readonly text: string;
}

const CALL = /(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*[ \t]{0,20}(?:\?\.)?\(/g;

/** Every call whose callee is a name or names joined by dots, in order. */
export function* callsIn({ masked, tick }: Source): Generator<CallSite> {
  let steps = 0;
  for (const match of masked.matchAll(CALL)) {
    if ((steps++ & 1023) === 0) tick();
    const name = match[0].slice(0, -1).replace(/[ \t?]/g, "").replace(/\.$/, "");
    yield { name, at: match.index, open: match.index + match[0].length - 1 };
  }
}

/** The word right before `at` on the same line; empty for none. */
export function wordBefore(masked: string, at: number): string {
  return /([\w$]+)[ \t]{0,40}\*?[ \t]{0,40}$/.exec(masked.slice(Math.max(0, at - 80), at))?.[1] ?? "";
}

/** The last character before `at` that is no blank, line ends included. */
export function signBefore(masked: string, at: number): string {
  let index = at - 1;
  while (index >= 0 && at - index < 500 && /\s/.test(masked.charAt(index))) index--;
  return masked.charAt(index);
}

/** Whether the name at `at` is a member of what stands before it: `a\n  .b`, `a->b`, `a::b`. */
export function isMember(masked: string, at: number): boolean {
  const before = masked.slice(Math.max(0, at - 200), at).trimEnd();
  if (before.endsWith(".")) return !before.endsWith("...");
  return before.endsWith("->") || before.endsWith("::");
}

const DEFINING = new Set("def function fn func fun class interface enum trait struct sub type".split(" "));
const MODIFIERS = new Set(
  "async public private protected static override abstract readonly get set declare".split(" "),
);

/** Whether the name at `at` is being defined by the word before it. */
export function isNamedByWord(masked: string, at: number): boolean {
  return DEFINING.has(wordBefore(masked, at));
}

/** Whether `name(…)` is the head of a method: a body or a type follows, and nothing that takes a value precedes. */
export function isMethodHead(masked: string, at: number, end: number): boolean {
  const after = /^[ \t]{0,40}([{:])/.exec(masked.slice(end, end + 42))?.[1];
  if (after === undefined) return false;
  if (after === "{") return true;
  return MODIFIERS.has(wordBefore(masked, at)) || ["", "{", "}", ";", ","].includes(signBefore(masked, at));
}

const MAX_SPAN = 20_000;
const STOPS = /[()[\]{},]/g;

/** The arguments in the bracket at `open`, and the place after the closing one; a call without an end is cut. */
export function argumentsOf({ text, masked }: Source, open: number): { args: Argument[]; end: number } {
  const args: Argument[] = [];
  const limit = Math.min(masked.length, open + MAX_SPAN);
  let depth = 0;
  let start = open + 1;
  let end = limit;
  const add = (to: number) => {
    const code = masked.slice(start, to).trim();
    if (code !== "") args.push({ code, text: text.slice(start, to).trim() });
    start = to + 1;
  };
  STOPS.lastIndex = open;
  for (let match = STOPS.exec(masked); match !== null && match.index < limit; match = STOPS.exec(masked)) {
    const sign = match[0];
    if (sign === ",") {
      if (depth === 1) add(match.index);
    } else if ("([{".includes(sign)) depth++;
    else if (--depth <= 0) {
      end = match.index + 1;
      break;
    }
  }
  add(end < limit || masked.charAt(end - 1) === ")" ? end - 1 : limit);
  return { args, end };
}

const LITERAL = /^[rbu]{0,2}("""|'''|["'`])([^]*)\1$/i;

/** The value of an argument that is one string without anything computed in it. */
export function literalOf(argument: Argument | undefined): string | undefined {
  if (argument === undefined) return undefined;
  const shape = LITERAL.exec(argument.code);
  if (shape === null || shape[2]?.trim() !== "") return undefined;
  return LITERAL.exec(argument.text)?.[2];
}

const SHELL_ARGUMENTS =
  /["'`](?:[\w.:/\\-]{0,60}[/\\])?(?:sh|bash|zsh|dash|ksh|ash|cmd|powershell|pwsh)(?:\.exe)?["'`]\s{0,40},[\s[{(]{0,40}(?:\w{0,20}[\s:=[{(]{1,10})?["'`](?:-\w{0,4}c|\/[cCkK]|-[cC]ommand)["'`]\s{0,40},\s{0,40}/;

/**
 * Whether the text of some arguments runs a shell with a command that is computed: `"sh", "-c", command`.
 *
 * @param dollar the language puts variables into strings at a `$`
 */
export function runsShellText(args: readonly Argument[], dollar = false): boolean {
  const code = args.map((argument) => argument.code).join(",").slice(0, 4000);
  const text = args.map((argument) => argument.text).join(",").slice(0, 4000);
  const match = SHELL_ARGUMENTS.exec(text);
  if (match === null) return false;
  const place = match.index + match[0].length;
  if (dollar && /^"[^"]{0,2000}\$/.test(text.slice(place))) return true;
  const command = /^[^,\])}]*/.exec(code.slice(place))?.[0].trim() ?? "";
  return command !== "" &&
    (/[\w$@]/.test(command.replace(/^[rbu]{0,2}(?=["'])/i, "")) || command.includes("+"));
}
