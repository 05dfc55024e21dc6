/** What commands print, where their words alone tell. */
import { fileText, writeFile } from "./files.ts";
import { type Field, isKnown } from "./hole.ts";
import { type Call, type Frame, type Output, unknown } from "./job.ts";
import type { SimpleCommand } from "./reading.ts";
import { setVariable } from "./scope.ts";
import { parameter, scalar } from "./variables.ts";

type Printer = (frame: Frame, args: readonly Field[], command: SimpleCommand) => Output;

const SILENT = new Set([
  "true",
  ":",
  "false",
  "cd",
  "export",
  "set",
  "unset",
  "alias",
  "unalias",
  "shopt",
  "declare",
  "local",
  "typeset",
  "readonly",
  "read",
  "shift",
  "test",
  "[",
  "mkdir",
  "touch",
  "chmod",
  "chown",
  "rm",
  "rmdir",
  "cp",
  "mv",
  "ln",
  "sleep",
  "wait",
  "trap",
  "umask",
  "ulimit",
  "exit",
  "return",
  "break",
  "continue",
  "hash",
  "kill",
  "install",
]);

const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ["echo", (_frame, args) => echo(args)],
  ["printf", printfCommand],
  ["cat", cat],
  ["tee", tee],
  ["base64", (frame, args) => decode(frame, args, /^(?:-[a-z]*[dD][a-z]*|--decode)$/)],
  ["gbase64", (frame, args) => decode(frame, args, /^(?:-[a-z]*[dD][a-z]*|--decode)$/)],
  [
    "openssl",
    (frame, args) =>
      /base64/.test(args.map(textOf).join(" ")) ? decode(frame, args.slice(1), /^-d$/) : undefined,
  ],
  ["xxd", xxd],
  ["pwd", (frame) => frame.scope.cwd === undefined ? undefined : `${frame.scope.cwd}\n`],
  ["mktemp", mktemp],
  [
    "whoami",
    (frame) => line(scalar(parameter(frame, "USER") ?? unknown(frame, "$USER", { nonEmpty: true }))),
  ],
  ["date", (frame) => line(unknown(frame, "$(date)", { nonEmpty: true }))],
  ["nproc", (frame) => line(unknown(frame, "$(nproc)", { nonEmpty: true }))],
  ["uname", (frame) => line(unknown(frame, "$(uname)", { nonEmpty: true }))],
  ["dirname", (_frame, args) => onePath(args, (path) => /^(.*?)\/+[^/]*\/*$/.exec(path)?.[1] ?? ".", "/")],
  ["basename", (_frame, args) => onePath(args, (path) => path.replace(/\/+$/, "").replace(/^.*\//, ""), "/")],
  ["curl", (frame, args, command) => download(frame, args, command, /^(?:-[a-zA-Z]*o|--output)$/)],
  ["wget", (frame, args, command) => download(frame, args, command, /^(?:-[a-zA-Z]*O|--output-document)$/)],
]);

/** The commands of whose output something may be known, for the test that compares them with `leads.ts`. */
export function printingNames(): string[] {
  return [...SILENT, ...PRINTERS.keys()];
}

/** What the command prints; also notes the files which it writes with text that is known. */
export function outputOf(frame: Frame, call: Call, name: string, command: SimpleCommand): Output {
  if (SILENT.has(name)) return "";
  return PRINTERS.get(name)?.(frame, call.fields.slice(1), command);
}

function textOf(field: Field): string {
  return field.text;
}

function line(text: string): string {
  return `${text}\n`;
}

function echo(args: readonly Field[]): Output {
  let at = 0;
  let newline = true;
  let escapes = false;
  for (; args[at]?.text[0] === "-" && /^-[neE]+$/.test(args[at]?.text ?? ""); at++) {
    const flags = args[at]?.text ?? "";
    if (flags.includes("n")) newline = false;
    if (flags.includes("e")) escapes = true;
    if (flags.includes("E")) escapes = false;
  }
  const text = args.slice(at).map(textOf).join(" ");
  return (escapes ? unescape(text) : text) + (newline ? "\n" : "");
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

/** Backslash escapes of `printf` and `echo -e`. */
function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([^]))/g,
    (all, hex, wide, octal, char) => {
      if (hex ?? wide) return String.fromCharCode(parseInt(hex ?? wide, 16));
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 255);
      return ESCAPES[char] ?? all;
    },
  );
}

function printfCommand(frame: Frame, args: readonly Field[]): Output {
  let rest = args;
  if (rest[0]?.text === "-v") {
    const text = format(rest.slice(2));
    const name = rest[1]?.text ?? "";
    if (/^\w+$/.test(name)) {
      setVariable(frame.scope, name, text ?? unknown(frame, `$${name}`, { maybeEmpty: true }));
    }
    return "";
  }
  if (rest[0]?.text === "--") rest = rest.slice(1);
  return format(rest);
}

function format(args: readonly Field[]): Output {
  const pattern = args[0]?.text;
  if (pattern === undefined) return "";
  const values = args.slice(1).map(textOf);
  let output = "";
  let used = 0;
  do {
    const before = used;
    let plain = true;
    for (
      const piece of pattern.match(
        /%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z%]|\\x[0-9a-fA-F]{1,2}|\\u[0-9a-fA-F]{1,4}|\\[0-7]{1,3}|\\[^]|[^%\\]+|[^]/g,
      ) ?? []
    ) {
      if (!piece.startsWith("%") || piece === "%") output += unescape(piece);
      else if (piece === "%%") output += "%";
      else {
        plain = false;
        const value = values[used++] ?? "";
        if (/[diuxXofeEgGc]$/.test(piece) && !/^-?\d+$/.test(value) && value !== "") return undefined;
        if (/[xXo]$/.test(piece)) output += Number(value).toString(piece.endsWith("o") ? 8 : 16);
        else output += piece.endsWith("b") ? unescape(value) : value;
      }
      if (output.length > 1 << 20) return undefined;
    }
    if (plain || used === before) break;
  } while (used < values.length);
  return output;
}

function cat(frame: Frame, args: readonly Field[]): Output {
  const files = args.filter(({ text }) => text[0] !== "-" || !/^-[a-zA-Z]+$|^--/.test(text));
  if (files.length === 0) return frame.stdin;
  let output: Output = "";
  for (const file of files) {
    const text = file.text === "-" ? frame.stdin : fileText(frame, file.text);
    output = output === undefined || text === undefined ? undefined : output + text;
  }
  return output;
}

function tee(frame: Frame, args: readonly Field[]): Output {
  const append = args.some((field) => field.text === "-a" || field.text === "--append");
  for (const file of args) if (!file.text.startsWith("-")) writeFile(frame, file.text, frame.stdin, append);
  return frame.stdin;
}

/** The input that a filter reads: its file, or standard input. */
function inputOf(frame: Frame, args: readonly Field[]): Output {
  const file = args.find((field) => !field.text.startsWith("-"));
  return file === undefined ? frame.stdin : fileText(frame, file.text);
}

function decode(frame: Frame, args: readonly Field[], flag: RegExp): Output {
  if (!args.some((field) => flag.test(field.text))) return undefined;
  const input = inputOf(frame, args.filter((field) => !flag.test(field.text)));
  return isKnown(input) ? fromBase64(input) : undefined;
}

/** Decoded base64 as UTF-8 text; undefined where it is not base64. */
export function fromBase64(text: string): Output {
  const bytes = base64Bytes(text);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** The bytes of base64 text, blanks in it left out; undefined where it is not base64. */
export function base64Bytes(text: string): Uint8Array | undefined {
  try {
    const clean = text.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/");
    return Uint8Array.from(atob(clean), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function xxd(frame: Frame, args: readonly Field[]): Output {
  const flags = args.map(textOf).filter((text) => text.startsWith("-")).join("");
  const input = inputOf(frame, args);
  if (!/r/.test(flags) || !/p/.test(flags) || !isKnown(input)) return undefined;
  const digits = input.replace(/\s+/g, "");
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(digits)) return undefined;
  const bytes = digits.match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** A new file in the temporary folder: its folder is known, its name is not. */
function mktemp(frame: Frame, args: readonly Field[]): Output {
  const name = unknown(frame, "$(mktemp)", { nonEmpty: true });
  const texts = args.map(textOf);
  const temporary = (scalar(parameter(frame, "TMPDIR") ?? "/tmp")).replace(/\/+$/, "");
  const valued = texts.findIndex((text) => /^-[a-z]*p$/.test(text) || text === "--tmpdir");
  const inline = texts.find((text) => text.startsWith("--tmpdir="))?.slice(9);
  const folder = inline ?? (valued < 0 ? undefined : texts[valued + 1]);
  const template = texts.findLast((text, index) =>
    text.includes("XXX") && index !== valued + 1 && !text.startsWith("-")
  );
  const short = texts.some((text) => /^-[a-z]*t/.test(text));
  const stem = template?.replace(/X{3,}.*$/s, "");
  if (folder !== undefined) return line(`${folder}/${stem ?? "tmp."}${name}`);
  if (stem !== undefined && !short) return line(stem + name);
  return line(`${temporary}/${stem ?? "tmp."}${name}`);
}

function onePath(args: readonly Field[], change: (path: string) => string, root: string): Output {
  const path = args[0]?.text;
  if (args.length !== 1 || !isKnown(path) || path.startsWith("-")) return undefined;
  const result = change(path);
  return line(result === "" ? root : result);
}

/** `curl -o file`, `wget url`: the file holds what was fetched, so that running it later can be seen as such. */
function download(frame: Frame, args: readonly Field[], command: SimpleCommand, option: RegExp): Output {
  const at = args.findIndex((field) => option.test(field.text));
  const remote = args.some((field) => /^-[a-zA-Z]*O$|^--remote-name/.test(field.text)) ||
    command.name === "wget";
  const url = args.findLast((field) =>
    /^(?:https?|ftp):\/\//.test(field.text) || /^[\w.-]+\.[a-z]+\//.test(field.text)
  );
  const file = at >= 0
    ? args[at + 1]?.text
    : remote
    ? url?.text.replace(/[?#].*$/, "").replace(/^.*\//, "")
    : undefined;
  if (file !== undefined && file !== "" && file !== "-") {
    writeFile(frame, file, unknown(frame, file, { from: [command] }));
  }
  return undefined;
}
