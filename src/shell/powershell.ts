/**
 * PowerShell: a tokeniser for what guards need, not a parser. It tells statements, pipes, strings, variables,
 * sub-expressions and script blocks apart and yields the commands in them.
 */
import { type Field, isKnown } from "./hole.ts";
import {
  type Call,
  commandsSince,
  deeper,
  emit,
  type Frame,
  giveUp,
  joinSources,
  type Output,
  rangeAt,
  tick,
  unknown,
} from "./job.ts";
import { toWord } from "./hole.ts";
import { launchCmdlet, powershellVariable, setPowershellVariable } from "./cmdlets.ts";
import type { ShellRedirect } from "./reading.ts";
import { layer, mergeBranches, setVariable } from "./scope.ts";

/** A place in the text. */
interface Cursor {
  readonly text: string;
  at: number;
}

const KEYWORDS = new Set([
  "if",
  "elseif",
  "else",
  "while",
  "for",
  "foreach",
  "switch",
  "try",
  "catch",
  "finally",
  "do",
  "until",
  "begin",
  "process",
  "end",
  "trap",
  "return",
  "throw",
  "exit",
  "param",
  "default",
  "in",
  "break",
  "continue",
  "using",
]);

/** Reads `text` as PowerShell. */
export function readPowershell(frame: Frame, text: string): Output {
  return statements({ ...frame, source: text }, { text, at: 0 }, undefined);
}

/** Reads statements up to `closer`, which is taken too. */
function statements(frame: Frame, cursor: Cursor, closer: string | undefined): Output {
  let output: Output = "";
  let count = 0;
  while (cursor.at < cursor.text.length) {
    skipBlank(cursor, true);
    const char = cursor.text[cursor.at];
    if (char === undefined) break;
    if (char === closer) {
      cursor.at++;
      return count === 1 ? output : undefined;
    }
    if (char === ";" || char === ")" || char === "}" || char === ",") {
      cursor.at++;
      continue;
    }
    const before = cursor.at;
    output = chain(frame, cursor, closer);
    count++;
    if (cursor.at === before) cursor.at++;
  }
  if (closer !== undefined) giveUp(frame.job, `syntax: expected '${closer}'`);
  return count === 1 ? output : undefined;
}

/** Pipelines joined by `&&` and `||`, up to the end of the statement. */
function chain(frame: Frame, cursor: Cursor, closer: string | undefined): Output {
  let conditional = frame.conditional;
  let output: Output;
  for (;;) {
    tick(frame.job);
    output = pipeline({ ...frame, conditional }, cursor, closer);
    skipBlank(cursor, false);
    if (!/^(?:&&|\|\|)/.test(cursor.text.slice(cursor.at, cursor.at + 2))) return output;
    cursor.at += 2;
    skipBlank(cursor, true);
    conditional = true;
  }
}

function pipeline(frame: Frame, cursor: Cursor, closer: string | undefined): Output {
  let { pipedFrom, stdin } = frame;
  let output: Output;
  for (let first = true;; first = false) {
    tick(frame.job);
    const from = frame.job.commands.length;
    output = element({ ...frame, pipedFrom, stdin }, cursor, closer, first);
    skipBlank(cursor, false);
    if (cursor.text[cursor.at] !== "|" || cursor.text[cursor.at + 1] === "|") break;
    cursor.at++;
    skipBlank(cursor, true);
    pipedFrom = joinSources(first ? [] : pipedFrom, commandsSince(frame.job, from));
    stdin = output;
  }
  if (cursor.text[cursor.at] === "&" && cursor.text[cursor.at + 1] !== "&") cursor.at++;
  return output;
}

/** One element of a pipeline: an assignment, a keyword, an expression or a command. */
function element(frame: Frame, cursor: Cursor, closer: string | undefined, first: boolean): Output {
  const rest = cursor.text.slice(cursor.at, cursor.at + 200);
  if (first) {
    const assigned = /^(?:\[[\w.[\]]+\]\s*)*\$(?:\{([^}]+)\}|([\w:]+))\s*([-+*/%]|\?\?)?=(?!=)\s*/.exec(rest);
    if (assigned !== null) {
      cursor.at += assigned[0].length;
      return assignment(frame, cursor, closer, (assigned[1] ?? assigned[2] ?? "").toLowerCase(), assigned[3]);
    }
    const keyword = /^([A-Za-z]+)(?![\w.:\\/-])/.exec(rest)?.[1]?.toLowerCase();
    if (keyword === "function" || keyword === "filter") return defineFunction(frame, cursor);
    if (keyword !== undefined && KEYWORDS.has(keyword)) {
      cursor.at += keyword.length;
      return keywordParts(frame, cursor, closer, keyword);
    }
  }
  const call = /^[&.](?=[\s"'$({])/.exec(rest);
  if (call !== null && !rest.startsWith("&&")) {
    cursor.at++;
    skipBlank(cursor, false);
    return command(frame, cursor, closer);
  }
  return /^(?:["'$@([{!\d]|-\d|[-+]\()/.test(rest)
    ? expression(frame, cursor, closer)
    : command(frame, cursor, closer);
}

function assignment(
  frame: Frame,
  cursor: Cursor,
  closer: string | undefined,
  name: string,
  operator: string | undefined,
): Output {
  const from = frame.job.commands.length;
  const start = cursor.at;
  const output = pipeline(frame, cursor, closer);
  const text = output === undefined || operator !== undefined
    ? unknown(frame, cursor.text.slice(start, cursor.at).trim().slice(0, 80), {
      from: commandsSince(frame.job, from),
    })
    : output.replace(/\n$/, "");
  setPowershellVariable(frame, name, text);
  if (name.startsWith("env:")) {
    // A variable of the environment reaches every program started later, so guards must see it set.
    const range = rangeAt(frame, start, cursor.at);
    const field = {
      text,
      raw: cursor.text.slice(start, cursor.at),
      glob: false,
      dynamic: !isKnown(text),
      range,
    };
    const assignments = [{ name: name.slice(4).toUpperCase(), field }];
    emit(frame, { fields: [], assignments, redirects: [], range });
  }
  return "";
}

/** `function f { … }`: kept as text, read when it is called. */
function defineFunction(frame: Frame, cursor: Cursor): Output {
  const match = /^\w+\s+(?:[\w]+:)?([\w-]+)\s*(?:\([^()]*\)\s*)?/.exec(
    cursor.text.slice(cursor.at, cursor.at + 400),
  );
  if (match === null) {
    cursor.at += "function".length;
    return "";
  }
  cursor.at += match[0].length;
  if (cursor.text[cursor.at] !== "{") return "";
  const start = cursor.at + 1;
  skipBlock(cursor);
  const key = `powershell function ${match[1]?.toLowerCase()}`;
  setVariable(frame.scope, key, cursor.text.slice(start, cursor.at - 1), false);
  return "";
}

/** Passes over `{ … }` without reading it. */
function skipBlock(cursor: Cursor): void {
  let depth = 0;
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at];
    if (char === "`") cursor.at++;
    else if (char === "'" || char === '"') skipString(cursor, char);
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) {
      cursor.at++;
      return;
    }
    cursor.at++;
  }
}

/** Leaves the cursor on the closing quote. */
function skipString(cursor: Cursor, quote: string): void {
  cursor.at++;
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== quote) {
    cursor.at += quote === '"' && cursor.text[cursor.at] === "`" ? 2 : 1;
  }
}

/** What follows a keyword: conditions are read, blocks are read as conditional. */
function keywordParts(frame: Frame, cursor: Cursor, closer: string | undefined, keyword: string): Output {
  const scope = layer(frame.scope);
  const inner = deeper(frame, { scope, conditional: true });
  if (inner === undefined) {
    cursor.at = cursor.text.length;
    return undefined;
  }
  if (keyword === "foreach" || keyword === "for") {
    const head = /^\s*\(\s*\$(\w+)(\s+in\s+)?/i.exec(cursor.text.slice(cursor.at, cursor.at + 200));
    const variable = head?.[1];
    if (variable !== undefined) {
      setPowershellVariable(inner, variable.toLowerCase(), unknown(frame, `$${variable}`));
    }
    if (head?.[2] !== undefined) {
      // What stands after `in` is read like the inside of any bracket.
      cursor.at += head[0].length;
      statements({ ...inner, conditional: frame.conditional }, cursor, ")");
    }
  }
  for (;;) {
    skipBlank(cursor, false);
    const char = cursor.text[cursor.at];
    if (char === "(") {
      cursor.at++;
      statements({ ...inner, conditional: frame.conditional }, cursor, ")");
    } else if (char === "{") {
      cursor.at++;
      statements(inner, cursor, "}");
      if (
        !/^\s*(?:else|elseif|catch|finally|while|until)\b/i.test(cursor.text.slice(cursor.at, cursor.at + 40))
      ) break;
      const more = /^\s*(\w+)/.exec(cursor.text.slice(cursor.at));
      cursor.at += more?.[0].length ?? 0;
    } else if (char === "[") {
      cursor.at = after(cursor, "]");
    } else if (char === undefined || /[;\n|)}]/.test(char)) break;
    else {
      chain(
        { ...inner, conditional: frame.conditional || !/^(?:return|throw|exit)$/.test(keyword) },
        cursor,
        closer,
      );
      break;
    }
  }
  mergeBranches(
    frame.scope,
    [scope],
    true,
    (name, unset) => unknown(frame, `$${name}`, { maybeEmpty: unset }),
  );
  return undefined;
}

function after(cursor: Cursor, char: string): number {
  const end = cursor.text.indexOf(char, cursor.at);
  return end < 0 ? cursor.text.length : end + 1;
}

// ------------------------------------------------------------------------------------------------- words

/** An expression as a statement: no command, but what is in its brackets may be some. */
function expression(frame: Frame, cursor: Cursor, closer: string | undefined): Output {
  const start = cursor.at;
  const from = frame.job.commands.length;
  const pieces: string[] = [];
  let simple = true;
  while (cursor.at < cursor.text.length && !endsCommand(cursor, closer)) {
    const before = cursor.at;
    skipBlank(cursor, false);
    if (endsCommand(cursor, closer)) break;
    const char = cursor.text[cursor.at];
    if (char === "+") cursor.at++;
    else if (char !== undefined && /["'$@({]/.test(char)) pieces.push(piece(frame, cursor).text);
    else {
      simple = false;
      cursor.at = Math.max(cursor.at + 1, wordEnd(cursor));
    }
    if (cursor.at === before) cursor.at++;
  }
  const written = cursor.text.slice(start, cursor.at);
  staticCall(frame, written, start, cursor.at);
  if (simple && pieces.length > 0) return pieces.join("");
  return pieces.length === 0
    ? undefined
    : unknown(frame, written.trim().slice(0, 80), { from: commandsSince(frame.job, from) });
}

/** `[IO.File]::Delete('x')` amounts to `Remove-Item`. */
function staticCall(frame: Frame, written: string, start: number, end: number): void {
  const match =
    /^\s*(?:\[void\]\s*)?\[(?:System\.)?IO\.(File|Directory)\]::Delete\(\s*(?:'([^']*)'|"([^"$]*)"|([^),]*))/i
      .exec(written);
  if (match === null) return;
  const range = rangeAt(frame, start, end);
  const known = match[2] ?? match[3];
  const words = ["Remove-Item", ...(match[1]?.toLowerCase() === "directory" ? ["-Recurse"] : [])];
  const field = (text: string): Field => ({ text, raw: text, glob: false, dynamic: false, range });
  const target = {
    ...field(known ?? unknown(frame, match[4] ?? "")),
    raw: known ?? match[4] ?? "",
    dynamic: known === undefined,
  };
  emit({ ...frame, via: [...frame.via, `[IO.${match[1]}]`] }, {
    fields: [...words.map(field), target],
    assignments: [],
    redirects: [],
    range,
  });
}

/** Whether the command ends here. */
function endsCommand(cursor: Cursor, closer: string | undefined): boolean {
  const char = cursor.text[cursor.at];
  if (char === undefined || char === "\n" || char === ";" || char === "|" || char === closer) return true;
  if (char === ")" || char === "}") return true;
  return char === "&" && !/^&\d/.test(cursor.text.slice(cursor.at, cursor.at + 2));
}

/** A command with its arguments. */
function command(frame: Frame, cursor: Cursor, closer: string | undefined): Output {
  const start = cursor.at;
  const fields: Field[] = [];
  const redirects: ShellRedirect[] = [];
  while (cursor.at < cursor.text.length) {
    skipBlank(cursor, false);
    if (endsCommand(cursor, closer)) break;
    tick(frame.job);
    const before = cursor.at;
    const redirect = /^([\d*]?)(>>?|<)(&\d)?/.exec(cursor.text.slice(cursor.at, cursor.at + 8));
    if (redirect !== null) redirects.push(redirectOf(frame, cursor, redirect));
    else if (cursor.text.startsWith("--%", cursor.at)) verbatim(frame, cursor, fields);
    else if (cursor.text[cursor.at] === ",") cursor.at++;
    else fields.push(word(frame, cursor));
    if (cursor.at === before) cursor.at++;
  }
  if (fields.length === 0) return undefined;
  const end = fields.at(-1)?.range.end ?? cursor.at;
  const range = rangeAt(frame, start, frame.place === undefined ? Math.max(end, start) : cursor.at);
  const call: Call = { fields, assignments: [], redirects, range };
  return launchCmdlet(frame, call);
}

function redirectOf(frame: Frame, cursor: Cursor, match: RegExpExecArray): ShellRedirect {
  const start = cursor.at;
  cursor.at += match[0].length;
  const descriptor = match[1] === "" || match[1] === "*" ? undefined : Number(match[1]);
  if (match[3] !== undefined) {
    return {
      operator: ">&",
      descriptor,
      target: undefined,
      body: undefined,
      range: rangeAt(frame, start, cursor.at),
    };
  }
  skipBlank(cursor, false);
  const target = word(frame, cursor);
  return {
    operator: match[2] ?? ">",
    descriptor,
    target: toWord(frame.job.holes, target),
    body: undefined,
    range: rangeAt(frame, start, cursor.at),
  };
}

function verbatim(frame: Frame, cursor: Cursor, fields: Field[]): void {
  const start = cursor.at + 3;
  const end = /[\n|]/.exec(cursor.text.slice(start));
  cursor.at = end === null ? cursor.text.length : start + end.index;
  for (const match of cursor.text.slice(start, cursor.at).matchAll(/"[^"]*"|\S+/g)) {
    const text = match[0].replaceAll('"', "");
    const at = start + match.index;
    fields.push({
      text,
      raw: match[0],
      glob: false,
      dynamic: false,
      range: rangeAt(frame, at, at + match[0].length),
    });
  }
}

/** One argument: pieces up to a blank, a comma or the end of the command. */
function word(frame: Frame, cursor: Cursor): Field {
  const start = cursor.at;
  let text = "";
  let dynamic = false;
  let glob = false;
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? "";
    if (/[\s,;|)}]/.test(char) || (char === "&" && cursor.at > start)) break;
    if (/["'$({@]/.test(char) && (char !== "@" || cursor.at === start)) {
      const part = piece(frame, cursor);
      text += part.text;
      dynamic ||= part.dynamic;
      continue;
    }
    if (char === "`") {
      text += escaped(cursor.text[cursor.at + 1] ?? "");
      cursor.at += 2;
      continue;
    }
    if (/[*?]/.test(char)) glob = true;
    text += char;
    cursor.at++;
  }
  const raw = cursor.text.slice(start, cursor.at);
  if (/^~(?:[\\/]|$)/.test(raw)) text = (frame.job.surroundings.home ?? unknown(frame, "~")) + text.slice(1);
  return { text, raw, glob, dynamic, range: rangeAt(frame, start, cursor.at) };
}

function wordEnd(cursor: Cursor): number {
  const match = /[\s"'$@({)};|,&+]/.exec(cursor.text.slice(cursor.at, cursor.at + 1_000));
  return match === null ? Math.min(cursor.text.length, cursor.at + 1_000) : cursor.at + match.index;
}

interface Piece {
  readonly text: string;
  readonly dynamic: boolean;
}

/** A string, a variable, a sub-expression or a script block. */
function piece(frame: Frame, cursor: Cursor): Piece {
  const { text } = cursor;
  const two = text.slice(cursor.at, cursor.at + 2);
  if (two === "@'" || two === '@"') return hereString(frame, cursor);
  if (text[cursor.at] === "'") return { text: singleQuoted(cursor), dynamic: false };
  if (text[cursor.at] === '"') return doubleQuoted(frame, cursor);
  if (two === "$(" || two === "@(") return subexpression(frame, cursor, 2, two === "$(" ? "$( )" : "@( )");
  if (text[cursor.at] === "(") return subexpression(frame, cursor, 1, "( )");
  if (two === "@{") {
    const start = cursor.at;
    cursor.at++;
    skipBlock(cursor);
    return { text: unknown(frame, text.slice(start, start + 40)), dynamic: true };
  }
  if (text[cursor.at] === "{") return scriptBlock(frame, cursor);
  if (text[cursor.at] === "$") return variable(frame, cursor);
  const splat = /^@\w*/.exec(text.slice(cursor.at, cursor.at + 80))?.[0] ?? "@";
  cursor.at += splat.length;
  return splat === "@" ? { text: "@", dynamic: false } : { text: unknown(frame, splat), dynamic: true };
}

function singleQuoted(cursor: Cursor): string {
  let text = "";
  cursor.at++;
  while (cursor.at < cursor.text.length) {
    const end = cursor.text.indexOf("'", cursor.at);
    if (end < 0) {
      text += cursor.text.slice(cursor.at);
      cursor.at = cursor.text.length;
      break;
    }
    text += cursor.text.slice(cursor.at, end);
    cursor.at = end + 1;
    if (cursor.text[cursor.at] !== "'") break;
    text += "'";
    cursor.at++;
  }
  return text;
}

function doubleQuoted(frame: Frame, cursor: Cursor): Piece {
  let text = "";
  let dynamic = false;
  cursor.at++;
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? "";
    if (char === '"') {
      cursor.at++;
      if (cursor.text[cursor.at] !== '"') return { text, dynamic };
      text += '"';
      cursor.at++;
    } else if (char === "`") {
      text += escaped(cursor.text[cursor.at + 1] ?? "");
      cursor.at += 2;
    } else if (char === "$" && /[\w{(?$^]/.test(cursor.text[cursor.at + 1] ?? "")) {
      const part = cursor.text[cursor.at + 1] === "("
        ? subexpression(frame, cursor, 2, "$( )")
        : variable(frame, cursor, true);
      text += part.text;
      dynamic = true;
    } else {
      text += char;
      cursor.at++;
    }
  }
  giveUp(frame.job, "syntax: unterminated string");
  return { text, dynamic };
}

function hereString(frame: Frame, cursor: Cursor): Piece {
  const quote = cursor.text[cursor.at + 1] ?? "'";
  const opening = cursor.at;
  const start = cursor.text.indexOf("\n", cursor.at) + 1;
  const end = start === 0 ? -1 : cursor.text.indexOf(`\n${quote}@`, start - 1);
  if (end < 0) {
    giveUp(frame.job, "syntax: unterminated here-string");
    cursor.at = cursor.text.length;
    return { text: "", dynamic: false };
  }
  const body = cursor.text.slice(start, Math.max(start, end)).replace(/\r$/, "");
  cursor.at = end + 3;
  if (quote === "'" || !body.includes("$")) return { text: body, dynamic: false };
  // The text in between is read as a string of its own, so its places are those of the whole here-string.
  const text = `"${body.replaceAll('"', '""')}"`;
  const inner = doubleQuoted({ ...frame, source: text, place: rangeAt(frame, opening, cursor.at) }, {
    text,
    at: 0,
  });
  return { text: inner.text, dynamic: true };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "", "\n": "" };

function escaped(char: string): string {
  return ESCAPES[char] ?? char;
}

function subexpression(frame: Frame, cursor: Cursor, skip: number, step: string): Piece {
  const start = cursor.at;
  const from = frame.job.commands.length;
  cursor.at += skip;
  const inner = deeper(frame, {
    via: step === "( )" ? frame.via : [...frame.via, step],
    scope: layer(frame.scope),
  });
  if (inner === undefined) {
    cursor.at = cursor.text.length;
    return { text: unknown(frame, "$( )"), dynamic: true };
  }
  const output = statements({ ...inner, pipedFrom: [], stdin: undefined }, cursor, ")");
  const member = /^(?:\.\w+|\[[^\]]*\]|\([^()]*\))+/.exec(cursor.text.slice(cursor.at, cursor.at + 200));
  cursor.at += member?.[0].length ?? 0;
  if (output !== undefined && isKnown(output) && member === null) {
    return { text: output.replace(/\n$/, ""), dynamic: true };
  }
  const label = cursor.text.slice(start, Math.min(cursor.at, start + 80));
  return { text: unknown(frame, label, { from: commandsSince(frame.job, from) }), dynamic: true };
}

/** A script block as an argument: its commands run when and as often as the command wants. */
function scriptBlock(frame: Frame, cursor: Cursor): Piece {
  const start = cursor.at;
  cursor.at++;
  const inner = deeper(frame, { via: [...frame.via, "{ }"], scope: layer(frame.scope), conditional: true });
  if (inner === undefined) {
    cursor.at = cursor.text.length;
    return { text: unknown(frame, "{ }"), dynamic: true };
  }
  statements(inner, cursor, "}");
  const written = cursor.text.slice(start, cursor.at);
  return { text: written.length < 200 ? written : unknown(frame, "{ }"), dynamic: true };
}

function variable(frame: Frame, cursor: Cursor, quoted = false): Piece {
  const rest = cursor.text.slice(cursor.at, cursor.at + 200);
  const match = /^\$(?:\{([^}]*)\}|((?:\w+:)?\w+)|([?$^]))/.exec(rest);
  if (match === null) {
    cursor.at++;
    return { text: "$", dynamic: false };
  }
  cursor.at += match[0].length;
  const name = (match[1] ?? match[2] ?? match[3] ?? "").toLowerCase();
  // `$x.Name`, `$x[0]`: a member of something. In a string the dot is only a dot.
  const member = quoted
    ? null
    : /^(?:\.\w+(?:\([^()]*\))?|\[[^\]]*\])+/.exec(cursor.text.slice(cursor.at, cursor.at + 200));
  if (member !== null) {
    cursor.at += member[0].length;
    return { text: unknown(frame, match[0] + member[0], { maybeEmpty: true }), dynamic: true };
  }
  return { text: powershellVariable(frame, name, match[0]), dynamic: true };
}

/** Skips blanks, comments and continued lines; newlines too where `lines`. */
function skipBlank(cursor: Cursor, lines: boolean): void {
  const { text } = cursor;
  while (cursor.at < text.length) {
    const char = text[cursor.at] ?? "";
    if (char === " " || char === "\t" || char === "\r" || char === "\u00a0" || (lines && char === "\n")) {
      cursor.at++;
    } else if (char === "`" && /^`\r?\n/.test(text.slice(cursor.at, cursor.at + 3))) {
      cursor.at += text[cursor.at + 1] === "\r" ? 3 : 2;
    } else if (text.startsWith("<#", cursor.at)) {
      const end = text.indexOf("#>", cursor.at + 2);
      cursor.at = end < 0 ? text.length : end + 2;
    } else if (char === "#" && (cursor.at === 0 || /[\s;|({&]/.test(text[cursor.at - 1] ?? ""))) {
      const end = text.indexOf("\n", cursor.at);
      cursor.at = end < 0 ? text.length : end;
    } else return;
  }
}
