/** `cmd.exe`: a tokeniser for command lines, apart from the other two languages. */
import { windowsFolder } from "./cmdlets.ts";
import { type Field, toWord } from "./hole.ts";
import {
  type Call,
  commandsSince,
  deeper,
  emit,
  type Frame,
  giveUp,
  type Handler,
  joinSources,
  nameOf,
  type Output,
  rangeAt,
  tick,
  unknown,
} from "./job.ts";
import { isReadable, joinedText, launchNested, readNested } from "./nested.ts";
import type { ShellRedirect } from "./reading.ts";
import { setVariable } from "./scope.ts";
import { parameter, scalar } from "./variables.ts";

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

/** Reads `text` as a command line of `cmd.exe`. */
export function readCmd(frame: Frame, text: string): Output {
  const cursor: Cursor = { text, at: 0, depth: 0 };
  const inner = { ...frame, source: text };
  while (cursor.at < text.length) {
    const before = cursor.at;
    statements(inner, cursor);
    // A closing parenthesis without an opening one.
    if (cursor.at === before) cursor.at++;
  }
  return undefined;
}

/** Commands joined by `&`, `&&`, `||` and `|`, up to a closing parenthesis. */
function statements(frame: Frame, cursor: Cursor): void {
  let inner = frame;
  while (cursor.at < cursor.text.length) {
    tick(frame.job);
    const from = frame.job.commands.length;
    const output = command(inner, cursor);
    const operator = /^(?:&&|\|\||[&|\n)])/.exec(cursor.text.slice(cursor.at, cursor.at + 2))?.[0];
    if (operator === undefined) continue;
    if (operator === ")" && cursor.depth > 0) return;
    cursor.at += operator.length;
    if (operator === "|") {
      inner = {
        ...inner,
        pipedFrom: joinSources(
          inner.pipedFrom === frame.pipedFrom ? [] : inner.pipedFrom,
          commandsSince(frame.job, from),
        ),
        stdin: output,
      };
    } else inner = operator.length === 2 ? { ...frame, conditional: true } : frame;
  }
}

function command(frame: Frame, cursor: Cursor): Output {
  skipBlank(cursor, true);
  while (cursor.text[cursor.at] === "@") cursor.at++;
  if (cursor.text[cursor.at] === "(") return group(frame, cursor);
  const rest = cursor.text.slice(cursor.at, cursor.at + 4);
  if (/^(?:::|rem\b)/i.test(rest)) {
    const end = cursor.text.indexOf("\n", cursor.at);
    cursor.at = end < 0 ? cursor.text.length : end;
    return "";
  }
  const start = cursor.at;
  const fields: Field[] = [];
  const redirects: ShellRedirect[] = [];
  while (cursor.at < cursor.text.length) {
    skipBlank(cursor, false);
    const char = cursor.text[cursor.at];
    if (char === undefined || /[&|\n]/.test(char) || (char === ")" && cursor.depth > 0)) break;
    tick(frame.job);
    const redirect = /^(\d?)(>>?|<)(&\d)?/.exec(cursor.text.slice(cursor.at, cursor.at + 6));
    if (redirect !== null) {
      redirects.push(redirectOf(frame, cursor, redirect));
      continue;
    }
    if (char === "(" && opensGroup(fields)) {
      nestedGroup(frame, cursor, fields);
      continue;
    }
    fields.push(word(frame, cursor));
    if (startsCommand(fields)) {
      launchRest(frame, cursor);
      return undefined;
    }
  }
  if (fields.length === 0 && redirects.length === 0) return "";
  const end = fields.at(-1)?.range.end ?? cursor.at;
  return launchCmd(frame, {
    fields,
    assignments: [],
    redirects,
    range: rangeAt(frame, start, frame.place ? cursor.at : end),
  });
}

/** Whether what follows is a command under a condition: after `if exist x`, `else`, `for … do`. */
function startsCommand(fields: readonly Field[]): boolean {
  const first = fields[0]?.text.toLowerCase();
  if (first === "for") return fields.at(-1)?.text.toLowerCase() === "do";
  if (first === "else") return true;
  // No condition is longer, and every word of a long line comes by here.
  if (first !== "if" || fields.length > 8) return false;
  const texts = fields.map((field) => field.text.toLowerCase());
  const words = texts.filter((text) => text !== "/i" && text !== "not");
  if (/^(?:exist|defined|errorlevel)$/.test(words[1] ?? "")) return words.length === 3;
  if (words[1]?.includes("==")) return words[1].endsWith("==") ? words.length === 3 : words.length === 2;
  if (/^(?:==|equ|neq|lss|leq|gtr|geq)$/.test(words[2] ?? "")) return words.length === 4;
  return words.length >= 4;
}

function launchRest(frame: Frame, cursor: Cursor): void {
  const inner = deeper(frame, { conditional: true });
  if (inner === undefined) cursor.at = cursor.text.length;
  else command(inner, cursor);
}

function opensGroup(fields: readonly Field[]): boolean {
  return fields.length === 0 || /^(?:in|else|do)$/i.test(fields.at(-1)?.text ?? "");
}

/** `(a b c)` of a `for`: data. */
function nestedGroup(_frame: Frame, cursor: Cursor, _fields: Field[]): void {
  const end = cursor.text.indexOf(")", cursor.at);
  cursor.at = end < 0 ? cursor.text.length : end + 1;
}

function group(frame: Frame, cursor: Cursor): Output {
  const inner = deeper(frame);
  cursor.at++;
  if (inner === undefined) {
    cursor.at = cursor.text.length;
    return undefined;
  }
  cursor.depth++;
  statements(inner, cursor);
  cursor.depth--;
  if (cursor.text[cursor.at] === ")") cursor.at++;
  else giveUp(frame.job, "syntax: expected ')'");
  skipBlank(cursor, false);
  if (/^else\b/i.test(cursor.text.slice(cursor.at, cursor.at + 5))) {
    cursor.at += 4;
    launchRest(frame, cursor);
  }
  return undefined;
}

function redirectOf(frame: Frame, cursor: Cursor, match: RegExpExecArray): ShellRedirect {
  const start = cursor.at;
  cursor.at += match[0].length;
  const descriptor = match[1] === "" ? undefined : Number(match[1]);
  skipBlank(cursor, false);
  const target = match[3] === undefined ? toWord(frame.job.holes, word(frame, cursor)) : undefined;
  const operator = match[3] === undefined ? match[2] ?? ">" : ">&";
  return { operator, descriptor, target, body: undefined, range: rangeAt(frame, start, cursor.at) };
}

function word(frame: Frame, cursor: Cursor): Field {
  const start = cursor.at;
  let text = "";
  let quoted = false;
  let dynamic = false;
  let glob = false;
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? "";
    if (char === '"') quoted = !quoted;
    else if (char === "^" && !quoted) {
      cursor.at++;
      const next = cursor.text[cursor.at] ?? "";
      text += next === "\n" ? "" : next;
    } else if (char === "%" || char === "!") {
      const variable = variableAt(frame, cursor, char);
      if (variable !== undefined) {
        text += variable;
        dynamic = true;
        continue;
      }
      text += char;
    } else if (!quoted && /[\s&|<>,;]/.test(char)) break;
    else if (!quoted && char === ")" && cursor.depth > 0) break;
    else {
      if (/[*?]/.test(char)) glob = true;
      text += char;
    }
    cursor.at++;
  }
  if (cursor.at === start) cursor.at++;
  const raw = cursor.text.slice(start, cursor.at);
  return { text, raw, glob, dynamic, range: rangeAt(frame, start, cursor.at) };
}

/** `%X%`, `!X!`, `%%i`, `%~1`; undefined: only the character. */
function variableAt(frame: Frame, cursor: Cursor, mark: string): string | undefined {
  const rest = cursor.text.slice(cursor.at, cursor.at + 200);
  const named = mark === "%" ? /^%([A-Za-z_]\w*)(:[^%]*)?%/.exec(rest) : /^!([A-Za-z_]\w*)!/.exec(rest);
  if (named !== null) {
    cursor.at += named[0].length;
    const name = (named[1] ?? "").toUpperCase();
    if (named[2] !== undefined) return unknown(frame, named[0], { maybeEmpty: true });
    return cmdVariable(frame, name) ?? unknown(frame, named[0], { maybeEmpty: true });
  }
  const loop = /^%{1,2}(?:~\w*)?[A-Za-z\d*]/.exec(rest);
  if (loop === null || mark !== "%") return undefined;
  cursor.at += loop[0].length;
  return unknown(frame, loop[0], { nonEmpty: true });
}

function cmdVariable(frame: Frame, name: string): string | undefined {
  const { scope, job: { surroundings } } = frame;
  if (name === "CD") return scope.cwd;
  const value = parameter(frame, name);
  if (value !== undefined) return scalar(value);
  if (name === "USERPROFILE") return surroundings.home;
  return undefined;
}

function skipBlank(cursor: Cursor, lines: boolean): void {
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? "";
    if (/[ \t\r,;=]/.test(char) || (lines && char === "\n")) cursor.at++;
    else if (char === "^" && /^\^\r?\n/.test(cursor.text.slice(cursor.at, cursor.at + 3))) {
      cursor.at += cursor.text[cursor.at + 1] === "\r" ? 3 : 2;
    } else return;
  }
}

function launchCmd(frame: Frame, call: Call): Output {
  const first = call.fields[0];
  const name = first === undefined ? undefined : nameOf(first.text, "windows");
  switch (name) {
    case "cd":
    case "chdir":
      emit(frame, call);
      changeFolder(frame, call);
      return "";
    case "set": {
      emit(frame, call);
      const match = /^([A-Za-z_]\w*)=([^]*)$/.exec(joinedText(call.fields.slice(1)));
      if (match !== null) setVariable(frame.scope, (match[1] ?? "").toUpperCase(), match[2] ?? "", true);
      return "";
    }
    case "call":
    case "start": {
      const rest = call.fields.slice(1).filter((field, index) =>
        !/^\/[A-Za-z]/.test(field.text) && !(name === "start" && index === 0 && field.raw.startsWith('"'))
      );
      if (rest.length === 0) emit(frame, call);
      else launchNested(frame, call, rest, { via: name });
      return undefined;
    }
    case "echo":
      emit(frame, call);
      return `${joinedText(call.fields.slice(1))}\n`;
    default:
      return frame.job.launch(frame, call);
  }
}

function changeFolder(frame: Frame, call: Call): void {
  const { scope, job: { surroundings } } = frame;
  const target = call.fields.slice(1).find((field) => !/^\/[dD]$/.test(field.text));
  if (target !== undefined) scope.cwd = windowsFolder(scope.cwd, target.text, surroundings.os);
}

/** `cmd /c "…"` as a program. */
export function cmdHandler(meet: Handler): Handler {
  return (frame, call, name) => {
    const at = call.fields.findIndex((field, index) => index > 0 && /^\/{1,2}[ck]$/i.test(field.text));
    const words = at < 0 ? [] : call.fields.slice(at + 1);
    const text = words.length === 1
      ? joinedText(words)
      : words.map((field) => /\s/.test(field.text) ? `"${field.text}"` : field.text).join(" ");
    if (words.length === 0 || !isReadable(text)) return meet(frame, call, name);
    return readNested(frame, call, text, words[0], { via: `${name} /c`, process: true, language: "cmd" });
  };
}
